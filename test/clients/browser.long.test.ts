// A web page balances the Segway for three seconds.

import { testBrowserRide } from "./BrowserRide.js";

testBrowserRide(3);
