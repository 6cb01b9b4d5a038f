// Hints for event lines that name an entity which does not exist at the start of the world (R10). This is allowed, because the
// entity may join later, but it is often a misspelling.

import { matchesName } from "../describe/NamePattern.js";
import { explainError, nearestName } from "../describe/SimError.js";
import type { WorldEvent } from "../describe/world/WorldEvent.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { SUBJECT } from "../describe/world/WorldTrigger.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import type { LineTrial } from "./EventTrial.js";
import type { Hint } from "./Hints.js";

/** The lines are valid: the file is already read. */
export function eventHints(world: WorldFile, tryLine: LineTrial): Hint[] {
  const { events, robots, physics } = world;
  const entities = [...physics.entities.map(({ name }) => name), ...robots.map(({ robot }) => robot.name)];
  const ofLines = events.flatMap((event) =>
    event.lines.flatMap((line) => {
      const { name } = event;
      const hints = [...strangeNames(world, entities, line), ...selfCalls(event, line)];
      const problem = hints.length > 0 ? undefined : tryLine(line);
      if (problem) hints.push(`"${line}" fails at the start of the world: ${explainError(problem)}`);
      return hints.map((text) => ({ name, text }));
    }),
  );
  return [...ofLines, ...triggerHints(world, entities), ...deviceHints(world)];
}

/** Names of a line that are not in the world at the start. */
function strangeNames({ lights }: WorldFile, entities: readonly string[], line: string): string[] {
  const known = { light: lights.map(({ name }) => name), entity: entities, body: entities, robot: entities };
  const { verb, args } = ALL_VERBS.readEventLine(line);
  return verb.args.flatMap(({ name: argument, completes = "verb" }) => {
    const names = Object.hasOwn(known, completes) ? known[completes as keyof typeof known] : undefined;
    const [asked] = String(args[argument] ?? "").split("/");
    if (!names || asked === "" || asked.includes(SUBJECT) || names.some((one) => matchesName(asked, one))) return [];
    const near = nearestName(asked, names);
    const advice = near ? `did you mean "${near}"?` : "it must join before the event.";
    return [`"${line}" names "${asked}", which is not in the world at the start: ${advice}`];
  });
}

/** An event without a delay that calls itself would call itself for ever. */
function selfCalls({ name, atNs }: WorldEvent, line: string): string[] {
  const { verb, args } = ALL_VERBS.readEventLine(line);
  return verb.name === "event" && args.name === name && atNs === 0
    ? [`"${line}" starts its own event in the same frame, for ever: give the event an <At>, or use <Every>.`]
    : [];
}

/** Triggers on joints and sensors that no entity of the world has. */
function deviceHints({ triggers, robots, physics }: WorldFile): Hint[] {
  const entities = [...physics.entities, ...robots.map(({ robot }) => robot.entity)];
  const joints = entities.flatMap((entity) => entity.joints.map(({ name }) => name));
  const devices = robots.flatMap(({ robot }) => robot.devices.map(({ name }) => name));
  return triggers.flatMap(({ name, condition }) => {
    if (condition.kind !== "Joint" && condition.kind !== "Sensor") return [];
    const [asked, known] = condition.kind === "Joint" ? [condition.joint, joints] : [condition.sensor, devices];
    if (known.includes(asked)) return [];
    const near = nearestName(asked, known);
    const advice = near ? `did you mean "${near}"?` : "a robot that has it must join first.";
    return [{ name, text: `watches "${asked}", which nothing in the world has at the start: ${advice}` }];
  });
}

/** Names of entities that triggers watch, touch or move with. */
function triggerHints({ triggers }: WorldFile, entities: readonly string[]): Hint[] {
  return triggers.flatMap(({ name, who, condition }) => {
    const groups = who.filter((word) => word !== "robots" && word !== "objects");
    const others = condition.kind === "Contact" ? condition.names : [];
    const carrier = condition.kind === "Volume" && condition.body ? [condition.body.entity] : [];
    return [...groups, ...others, ...carrier].flatMap((asked) => {
      // a pattern is often meant for robots that join later
      if (asked.includes("*") || entities.includes(asked)) return [];
      const near = nearestName(asked, groups.includes(asked) ? ["robots", "objects", ...entities] : entities);
      const advice = near ? `did you mean "${near}"?` : "it must join first.";
      return [{ name, text: `names "${asked}", which is not in the world at the start: ${advice}` }];
    });
  });
}
