// The channels of a running simulation for live readers: those of a recording, with contacts and all cameras. The sink says which of them
// have a subscriber; the others cost nothing.

import { RecordFilter } from "../../record/channels/RecordFilter.js";
import { RunChannels } from "../../record/channels/RunChannels.js";
import { RecordClock } from "../../record/RecordClock.js";
import type { RecordSink } from "../../record/RecordSink.js";
import type { Simulation } from "../../session/Simulation.js";

/** Poses and joints per second of simulated time. */
const POSE_RATE_HZ = 30;

export function liveChannels(simulation: Simulation, sink: RecordSink): RunChannels {
  const filter = new RecordFilter(["*", "contacts", "camera"]);
  return new RunChannels({ simulation, sink, clock: new RecordClock(simulation), filter, isLive: true }, POSE_RATE_HZ);
}
