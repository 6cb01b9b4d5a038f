// What a match asks of the simulation that runs it (F3): pace, robots that come and go, documents read by the rules for clients.

import type { Simulation } from "../../session/Simulation.js";
import type { MatchHost } from "./Match.js";

export const hostOf = (simulation: Simulation): MatchHost => ({
  setRate: (factor) => {
    if (factor === 0) return simulation.pause();
    simulation.rate = factor;
    if (simulation.isPaused) simulation.resume();
  },
  spawn: (description) => simulation.spawn(description),
  remove: (name) => simulation.remove(name),
  isDriven: (name) => simulation.driverOf(name) !== undefined,
  describe: (text) => simulation.describe(text),
  log: (line) => simulation.options.log(line),
});
