// Random datagrams at the league's ports.

import { it } from "vitest";
import { expectNoEffect } from "./StillWorld.js";

it("[F3] 10,000 random datagrams per port: nothing moved, no memory kept", () => expectNoEffect(400));
