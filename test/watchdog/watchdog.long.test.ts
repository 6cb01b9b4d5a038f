// [S6] Every call of a plug-in and of a controller that may hang.

import { CONTROLLER_KINDS, PLUGIN_CALLS, testHangingControllers, testHangingPlugins } from "./WatchdogSuite.js";

testHangingPlugins(PLUGIN_CALLS);
testHangingControllers(CONTROLLER_KINDS);
