// The tutorial, without the rows of its table that its programs do not print by default. tutorial.long.test.ts compares them too.

import { testTutorial } from "./TutorialSuite.js";

testTutorial([]);
