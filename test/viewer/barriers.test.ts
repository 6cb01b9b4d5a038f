// Accessibility: each page on one screen. barriers.long.test.ts has all screens.

import { testMatchBarriers, testRoomBarriers, testWallBarriers } from "./BarrierSuite.js";

testRoomBarriers(["light"]);
testMatchBarriers(["dark"]);
testWallBarriers(["phone"]);
