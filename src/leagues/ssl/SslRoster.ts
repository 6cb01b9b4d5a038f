// The players of a match of the small-size league, blue before yellow (F3).

import type { World } from "../../world/World.js";
import { Roster } from "../shared/Roster.js";
import { SslPlayer } from "./SslPlayer.js";
import { SSL_TEAMS, type TeamColor } from "./Team.js";

export type SslRoster = Roster<TeamColor, SslPlayer>;

export const sslRoster = (world: World): SslRoster =>
  new Roster({ world, teams: SSL_TEAMS, createPlayer: (...args) => new SslPlayer(...args) });
