// Verbs about events (E2, E3): `event` starts an event or a trigger by its name, `call` calls a function of a plug-in, `say` writes a
// line to the log, as for a sound.

import { SimError, unknownName } from "../../describe/SimError.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Simulation } from "../Simulation.js";
import type { Verb } from "./Verbs.js";

export const EVENT_VERBS: readonly Verb[] = [
  {
    name: "event",
    summary: "starts an event or the lines of a trigger by its name",
    args: [
      { name: "name", type: "text", what: "name of the event", completes: "event" },
      { name: "who", type: "text", what: "name that stands for {who} in its lines", isOptional: true },
    ],
    run: ({ simulation: { world } }, { name, who }) => {
      const names = world.events.events.map((one) => one.name);
      if (!names.includes(name as string)) throw unknownName("EVENT_UNKNOWN", "event/name", name as string, names);
      world.events.call(name as string, world.timeNs, who as string | undefined);
      return { message: `started "${name}"`, data: { name, time: world.timeSec } };
    },
  },
  {
    name: "call",
    summary: "calls an action that a plug-in has registered",
    args: [
      { name: "action", type: "text", what: "name of the action", completes: "action" },
      { name: "text", type: "text", what: "text for the action: the rest of the line", isOptional: true, isRest: true },
    ],
    run: ({ simulation, nowMs }, { action, text }) => {
      callAction(simulation, nowMs, { name: action as string, text: (text as string | undefined) ?? "" });
      return { message: `called "${action}"`, data: { action, text: text ?? null } };
    },
  },
  {
    name: "say",
    summary: "writes a line to the log, for example for a sound",
    isInput: false,
    args: [{ name: "text", type: "text", what: "the rest of the line", isRest: true }],
    run: ({ simulation: { options, world } }, { text }) => {
      options.log(`${world.timeSec} s: ${text}`);
      return { message: String(text), data: { text } };
    },
  },
];

/** Actions call each other at most this deep. */
const MAX_DEPTH = 16;
let depth = 0;

function callAction(simulation: Simulation, nowMs: number, { name, text }: { name: string; text: string }): void {
  const { world, options, verbs } = simulation;
  const action = world.devices.action(name, "call/action");
  if (depth >= MAX_DEPTH)
    throw new SimError("EVENT_LOOP", { where: name, found: `${depth} actions that call each other` });
  depth++;
  try {
    action.run(
      {
        physics: world.physics,
        timeSec: world.timeSec,
        random: new RandomStream(world.seed).split("Action").split(name).split(String(world.timeNs)),
        memory: world.actions.get(name),
        keep: (memory) => world.actions.keep(name, memory),
        perform: (line) => {
          const { verb, args } = verbs.readEventLine(line);
          return verb.run({ simulation, nowMs }, args).data;
        },
        say: (line) => options.log(`${world.timeSec} s: ${line}`),
      },
      text,
    );
  } finally {
    depth--;
  }
}
