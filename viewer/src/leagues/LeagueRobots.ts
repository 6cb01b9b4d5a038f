// Robots of leagues in the gallery. A new league adds its robots here.

import type { ShippedRobot } from "../ui/guide/ShippedRobots.js";
import { SSL_ROBOTS } from "./ssl/SslRobots.js";

export const LEAGUE_ROBOTS: readonly ShippedRobot[] = SSL_ROBOTS;
