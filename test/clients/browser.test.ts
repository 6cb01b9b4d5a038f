// A web page balances the Segway for a moment. browser.long.test.ts rides longer.

import { testBrowserRide } from "./BrowserRide.js";

testBrowserRide(0.5);
