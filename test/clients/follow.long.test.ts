// The Segway follows the orange ball for a minute.

import { testFollowing } from "./FollowSuite.js";

testFollowing(60);
