// Does one recorded input again. An input that the run refused is refused again, with the same effects.

import { SimError } from "../../describe/SimError.js";
import type { JournalInput } from "../../session/journal/Journal.js";
import type { Simulation } from "../../session/Simulation.js";
import type { ArgumentValues } from "../../session/verbs/VerbArguments.js";
import { runCall } from "../../session/verbs/Verbs.js";

export function applyInput(simulation: Simulation, input: JournalInput): void {
  try {
    const apply = KINDS[input.kind] as (simulation: Simulation, input: JournalInput) => void;
    apply(simulation, input);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
  }
}

type Kinds = {
  readonly [K in JournalInput["kind"]]: (simulation: Simulation, input: JournalInput & { kind: K }) => void;
};

const KINDS: Kinds = {
  join: ({ world, absent }, { robot }) => {
    const { name, description } = world.join(robot);
    absent.set(name, description);
  },
  take: ({ world, absent }, { robot }) => {
    absent.set(robot, world.robot(robot).description);
  },
  free: ({ absent }, { robot }) => {
    absent.delete(robot);
  },
  leave: ({ world, absent }, { robots }) => {
    for (const name of robots) absent.delete(name);
    world.removeAll(robots.filter((name) => world.has(name)));
  },
  answer: applyAnswer,
  miss: ({ world }, { robot }) => world.robot(robot).keepReports(),
  unpull: ({ pulls }, { name }) => {
    pulls.release(name);
  },
  guest: (simulation, { guest, what, data }) => simulation.guest(guest)?.replay?.(what, data),
  verb: (simulation, { verb, args }) => {
    runCall({ simulation, nowMs: 0 }, { verb: simulation.verbs.find(verb), args: args as ArgumentValues });
  },
  call: applyCall,
  // Playback reads these
  file: () => {},
  halt: () => {},
};

function applyAnswer({ world }: Simulation, { robot: name, commands, words }: JournalInput & { kind: "answer" }): void {
  const robot = world.robot(name);
  for (const { device, command, timeNs } of commands) robot.command(robot.device(device), command, timeNs);
  for (const { utterance, timeNs } of words) robot.voice?.say(utterance, timeNs);
}

/** The arguments are those of the method. */
function applyCall(simulation: Simulation, { method, args }: JournalInput & { kind: "call" }): void {
  if (method === "reset") {
    simulation.reset(0, args[0] as number | undefined);
    return;
  }
  const call = simulation[method] as (...args: unknown[]) => unknown;
  // restore and load take the wall clock last
  call.apply(simulation, method === "restore" || method === "load" ? [...args, 0] : [...args]);
}
