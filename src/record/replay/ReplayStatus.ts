// The status of a replay in the words of a simulation's: its pause, rate and speed are those of the playing. It waits for no client.

import type { SimulationStatus } from "../../session/Simulation.js";
import type { Replay } from "./Replay.js";

export function replayStatus(replay: Replay): SimulationStatus {
  const { isPaused, isAtEnd, rate, factor } = replay;
  return {
    ...replay.playback.simulation.status(),
    isPaused: isPaused || isAtEnd,
    rate: Number.isFinite(rate) ? rate : null,
    factor: Number.isFinite(factor) && !isPaused && !isAtEnd ? factor : null,
    lateFrames: 0,
    awaited: [],
    waitingFor: [],
  };
}
