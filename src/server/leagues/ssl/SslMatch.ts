// Converts a match's settings from the command line to the options of the match (F3, F4, F5).

import { randomUUID } from "node:crypto";
import type { FieldGeometry } from "../../../leagues/ssl/field/FieldGeometry.js";
import type { Match } from "../../../leagues/ssl/Match.js";
import { Referee } from "../../../leagues/ssl/referee/Referee.js";
import type { SslGuestOptions } from "../../../leagues/ssl/SslGuest.js";
import { REALISM_PRESETS, visionRateOf } from "../../../leagues/ssl/vision/Realism.js";
import type { SoccerSettings } from "./SoccerSettings.js";

/** The time of day appears in packets only; the world does not depend on it. */
export function soccerOptions(settings: SoccerSettings, field: FieldGeometry): SslGuestOptions {
  const {
    epochSec = Date.now() / 1000,
    realism = "none",
    expect = [],
    syncDelay,
    halfSec,
    enforcesRobots = false,
  } = settings;
  const { visionRateHz = visionRateOf(realism) } = settings;
  const referee =
    settings.referee === "built-in" ? new Referee({ field, ...(halfSec === undefined ? {} : { halfSec }) }) : undefined;
  // two simulators on one network are two trackers; with a given epoch the bytes of a run repeat
  const trackerUuid = settings.epochSec === undefined ? randomUUID() : undefined;
  const preset = REALISM_PRESETS[realism];
  return { epochSec, visionRateHz, expect, syncDelay, realism: preset, referee, trackerUuid, enforcesRobots };
}

/**
 * The clock of packets where the user gives no epoch: the time of day, taken at the first frame, because loading the world
 * takes time. After a reset the time in packets never goes back.
 */
export class PacketTime {
  readonly #match: Match;
  #latestSec = 0;

  constructor(match: Match) {
    this.#match = match;
  }

  beforeFrame(): void {
    const match = this.#match;
    const { frame, timeSec } = match.world;
    if (frame === 0) match.epochSec = Math.max(Date.now() / 1000, this.#latestSec);
    else this.#latestSec = match.epochSec + timeSec;
  }
}
