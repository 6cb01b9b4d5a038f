// Accessibility: each page in light and dark colours, on a desktop and on a phone.

import { SCREEN_NAMES, testMatchBarriers, testRoomBarriers, testWallBarriers } from "./BarrierSuite.js";

testRoomBarriers(SCREEN_NAMES);
testMatchBarriers(SCREEN_NAMES);
testWallBarriers(SCREEN_NAMES);
