// The names in a simulation by kind, for completion in the terminal (E4). The viewer collects them itself.

import { JOINT_PROPERTY } from "../../describe/entity/Joint.js";
import { hasPath } from "../../physics/Paths.js";
import type { World } from "../../world/World.js";
import type { Simulation } from "../Simulation.js";
import type { KnownNames, NameKind } from "./Completion.js";
import { MATERIAL_PROPERTIES } from "./SettableProperties.js";

const LISTS: Readonly<Record<NameKind, (simulation: Simulation) => readonly string[]>> = {
  // completeLine takes the verbs from the reply to `help`
  verb: () => [],
  entity: ({ world }) => world.physics.names,
  robot: ({ world }) => world.robots.map(({ name }) => name),
  body: ({ world }) => [...movableOf(world), ...pathsOf(world, movableOf(world), ["bodies"])],
  part: ({ world }) => [
    ...world.physics.names,
    ...pathsOf(world, world.physics.names, ["bodies", "joints"]),
    ...world.robots.flatMap(({ name, devices }) => devices.map((device) => `${name}/${device.name}`)),
  ],
  number: ({ world }) => [
    ...pathsOf(world, world.physics.names, ["joints"]).flatMap((path) => under(path, Object.keys(JOINT_PROPERTY))),
    ...world.physics.materials.names.flatMap((name) => under(name, Object.keys(MATERIAL_PROPERTIES))),
  ],
  light: ({ world }) => world.lights.map(({ name }) => name),
  camera: ({ world }) => world.pictureSources.map(({ name }) => name),
  event: ({ world }) => world.events.events.map(({ name }) => name),
  mover: ({ world: { physics } }) => physics.names.filter((name) => hasPath(physics, name)),
  action: ({ world }) => world.devices.actionNames,
  snapshot: ({ snapshots }) => snapshots,
  recording: ({ options }) => options.recordControl?.recordings.map(({ file }) => file) ?? [],
};

const movableOf = ({ physics }: World): readonly string[] =>
  physics.names.filter((name) => !physics.entity(name).isStatic);

const under = (path: string, names: readonly string[]): string[] => names.map((name) => `${path}/${name}`);

function pathsOf({ physics }: World, entities: readonly string[], kinds: readonly ("bodies" | "joints")[]): string[] {
  return entities.flatMap((name) => {
    const entity = physics.entity(name);
    return kinds.flatMap((kind) =>
      under(
        name,
        entity[kind].map((part) => part.name),
      ),
    );
  });
}

export const completionNames =
  (simulation: Simulation): KnownNames =>
  (kind) => [...new Set(LISTS[kind](simulation))];
