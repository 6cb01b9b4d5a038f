// The summary of a world for `ubersim validate` (R10): settings, entities, lights, cameras, spawn points, events,
// triggers and robots.

import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { massOfEntity } from "../physics/Masses.js";
import { figure, figures, robotText, summarizeRobot, table } from "./RobotSummary.js";

export type WorldSummary = ReturnType<typeof summarizeWorld>;

export function summarizeWorld(
  { physics, lights, cameras, spawns, robots, events, triggers, rights }: WorldFile,
  devices: DeviceRegistry,
) {
  return {
    name: physics.name,
    gravity: physics.gravity,
    stepSec: physics.stepNs / NS_PER_SEC,
    seed: physics.seed,
    materials: physics.materials.map(({ name }) => name),
    pairs: physics.pairs.map(({ a, b }) => [a, b] as const),
    entities: physics.entities.map((entity) => ({
      name: entity.name,
      isStatic: entity.isStatic,
      massKg: entity.isStatic ? null : massOfEntity(entity),
      bodies: entity.bodies.map((body) => body.name),
      solids: entity.bodies.flatMap((body) => body.solids.map((solid) => `${solid.shape.kind} ${solid.name}`)),
      joints: entity.joints.map((joint) => joint.name),
    })),
    lights: lights.map(({ name, type, intensity, on }) => ({ name, type, intensity, on })),
    cameras: cameras.map(({ name, pose, rateHz, settings }) => ({
      name,
      position: pose.position,
      rateHz: rateHz ?? null,
      settings: settings ?? null,
    })),
    spawns: spawns.map(({ name, pose }) => ({ name, position: pose.position })),
    robots: robots.map(({ robot, controller }) => ({
      ...summarizeRobot(robot, devices, physics.stepNs / NS_PER_SEC),
      controller: controller ?? null,
    })),
    events: events.map(({ name, after, isTriggered, atNs, everyNs, times, jitterNs, lines }) => ({
      name,
      after: after ?? null,
      isTriggered,
      at: atNs / NS_PER_SEC,
      every: everyNs === undefined ? null : everyNs / NS_PER_SEC,
      times: Number.isFinite(times) ? times : null,
      jitter: jitterNs / NS_PER_SEC,
      lines,
    })),
    triggers: triggers.map(({ name, on, who, condition }) => ({ name, on, who, condition: condition.kind })),
    rights: rights.map(({ who, verbs }) => ({ who, verbs })),
  };
}

export function worldText(world: WorldSummary): string {
  const { entities, lights, cameras, spawns } = world;
  const own = [...world.materials, ...world.pairs.map(([a, b]) => `${a}/${b}`)];
  const named = (list: readonly { readonly name: string }[]): string =>
    list.map(({ name }) => name).join(", ") || "none";
  const lines = [
    `world "${world.name}": gravity ${figures(world.gravity)} m/s², step ${figure(1000 * world.stepSec)} ms, seed ${world.seed}`,
    ...(own.length > 0 ? [`  own materials: ${own.join(", ")}`] : []),
    "",
    "  entities: mass kg | solids",
    ...(entities.length > 0 ? table(entities.map(entityRow)) : ["    none, not even a ground"]),
    "",
    `  lights: ${lights.map(({ name, type, on }) => `${name} (${type}${on ? "" : ", off"})`).join(", ") || "none"}`,
    `  cameras: ${named(cameras)}`,
    `  spawn points: ${spawns.length > 0 ? `${spawns.length}, the first at ${figures(spawns[0].position)} m` : "none"}`,
    `  robots: ${world.robots.map(({ name, controller }) => (controller ? `${name} (${controller})` : name)).join(", ") || "none"}`,
    ...(world.events.length > 0 ? ["", "  events", ...table(world.events.map(eventRow))] : []),
    ...(world.triggers.length > 0 ? ["", "  triggers", ...table(world.triggers.map(triggerRow))] : []),
    ...world.rights.map(({ who, verbs }) => `  allowed to ${who.join(", ")}: ${verbs.join(", ")}`),
  ];
  return [lines.join("\n"), ...world.robots.map(robotText)].join("\n\n");
}

function entityRow({ name, massKg, solids, joints }: WorldSummary["entities"][number]): string[] {
  const held = joints.length > 0 ? `; joints: ${joints.join(", ")}` : "";
  return [name, massKg === null ? "static" : figure(massKg), solids.join(", ") + held];
}

function triggerRow({ name, on, who, condition }: WorldSummary["triggers"][number]): string[] {
  return [name, `${on}: ${condition.toLowerCase()}`, who.join(", ")];
}

function eventRow({
  name,
  after,
  isTriggered,
  at,
  every,
  times,
  jitter,
  lines,
}: WorldSummary["events"][number]): string[] {
  const cause = after ?? (isTriggered ? "its trigger" : null);
  const start = cause === null ? `at ${figure(at)} s` : `${figure(at)} s after ${cause}`;
  const again = every === null ? "" : `, every ${figure(every)} s${times === null ? "" : `, ${times} times`}`;
  const late = jitter > 0 ? `, up to ${figure(jitter)} s late` : "";
  return [name, start + again + late, lines.join("; ")];
}
