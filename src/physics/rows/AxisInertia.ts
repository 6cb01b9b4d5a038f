// Inverse inertia (mass) that an axis of a joint moves. The engine's value holds for axes of the tree. An axis that closes a
// loop belongs to a light ghost body (EntityText.ts); it moves the two bodies of its joint. An axis with gears also moves the
// inertia I of every other axis of its train, which it turns r times as fast: r² I.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { AxisPlace, EntityLayout } from "../model/Layout.js";

export const closesLoop = ({ loops }: EntityLayout, { joint }: AxisPlace): boolean =>
  loops.some((place) => place.joint === joint);

/** Sum of the inverse inertias (masses) of the two bodies of an axis. */
function inverseOfEnds(c: CompiledModel, entity: EntityLayout, { joint, slides }: AxisPlace): number {
  const kind = slides ? 0 : 1;
  const of = (name: string | undefined) =>
    c.views.body_invweight0[2 * (entity.bodies.get(name ?? "")?.bodyId ?? 0) + kind];
  return of(joint.body1) + of(joint.body2);
}

/** Of an engine joint with one axis, without gears. */
export function inverseOfAxis(c: CompiledModel, entity: EntityLayout, jointId: number): number {
  const place = entity.axes.find((axis) => axis.jointId === jointId);
  if (place && closesLoop(entity, place)) return inverseOfEnds(c, entity, place);
  return (c.model.dof_invweight0 as Float64Array)[c.views.jnt_dofadr[jointId]];
}

/** An axis of a gear train: engine joint, and its speed for the speed 1 of the first axis. */
interface GearedAxis {
  readonly jointId: number;
  readonly speed: number;
}

/** All other axes that gears connect to this one, in the order of the gears. */
export function gearTrain({ gears }: EntityLayout, jointId: number): readonly GearedAxis[] {
  const train: GearedAxis[] = [{ jointId, speed: 1 }];
  for (let i = 0; i < train.length; i++) {
    const { jointId: at, speed } = train[i];
    for (const { one, two, ratio } of gears) {
      if (two < 0 || (one !== at && two !== at)) continue;
      const next = one === at ? { jointId: two, speed: speed / ratio } : { jointId: one, speed: speed * ratio };
      if (train.every((axis) => axis.jointId !== next.jointId)) train.push(next);
    }
  }
  return train.slice(1);
}

/** The same with the axes of its gear train. */
export function inverseOfTrain(c: CompiledModel, entity: EntityLayout, jointId: number): number {
  let inertia = 1 / inverseOfAxis(c, entity, jointId);
  for (const other of gearTrain(entity, jointId))
    inertia += (other.speed * other.speed) / inverseOfAxis(c, entity, other.jointId);
  return 1 / inertia;
}
