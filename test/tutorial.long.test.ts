// The tutorial with every row of its table of latencies.

import { testTutorial } from "./TutorialSuite.js";

testTutorial(["100", "200", "400"]);
