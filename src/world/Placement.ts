// Where a robot is put (R2): world = R(Orientation) · model + Offset + lift. Without an Offset the next free spawn point
// is taken. A robot that would start inside the static world is lifted until it just touches it.

import type { Entity } from "../describe/Entity.js";
import type { RobotDescription } from "../describe/Robot.js";
import { SimError } from "../describe/SimError.js";
import { DEFAULT_SPAWN, type SpawnPoint } from "../describe/WorldFile.js";
import type { Pose } from "../math/Pose.js";
import { IDENTITY, multiply } from "../math/Quat.js";
import type { Physics } from "../physics/Physics.js";
import { listOverlaps, type Overlap } from "../physics/Queries.js";

/** Less than this is touching, m. */
const TOUCHING = 1e-6;
/** On a slope every lift leaves a part of the overlap. */
const MOST_LIFTS = 60;

/** Finds a free place, puts nothing there. Throws SPAWN_BLOCKED. */
export function findPlacement(physics: Physics, robot: RobotDescription, spawns: readonly SpawnPoint[]): Pose {
  let blocked: Overlap | undefined;
  for (const pose of candidates(robot, spawns)) {
    const { placement, overlap } = tryPlacement(physics, robot, pose);
    if (!overlap) return placement;
    blocked ??= overlap;
  }
  throw new SimError("SPAWN_BLOCKED", {
    where: robot.name,
    found: `${blocked?.mine.solid} inside ${blocked?.other.entity}/${blocked?.other.body}/${blocked?.other.solid}`,
    advice: robot.offset ? "Give another Offset." : "The world has no free Spawn left: give an Offset.",
  });
}

function candidates({ offset, orientation }: RobotDescription, spawns: readonly SpawnPoint[]): readonly Pose[] {
  if (offset) return [{ position: offset, orientation }];
  const points =
    spawns.length > 0 ? spawns.map(({ pose }) => pose) : [{ position: DEFAULT_SPAWN, orientation: IDENTITY }];
  return points.map((pose) => ({ position: pose.position, orientation: multiply(pose.orientation, orientation) }));
}

function tryPlacement(physics: Physics, robot: RobotDescription, start: Pose): { placement: Pose; overlap?: Overlap } {
  const isStatic = ({ other }: Overlap) => physics.entity(other.entity).isStatic;
  let placement = start;
  for (let i = 0; ; i++) {
    const overlaps = overlapsAt(physics, robot.entity, placement);
    const depth = overlaps.filter(isStatic).reduce((most, { distance }) => Math.max(most, -distance), 0);
    if (robot.settle && depth > TOUCHING && i < MOST_LIFTS) {
      const [x, y, z] = placement.position;
      placement = { ...placement, position: [x, y, z + depth] };
      continue;
    }
    const overlap = overlaps.find((one) => !isStatic(one) && one.distance < -TOUCHING);
    return overlap ? { placement, overlap } : { placement };
  }
}

/** The world is as before afterwards, to the last bit (M6). */
function overlapsAt(physics: Physics, entity: Entity, placement: Pose): readonly Overlap[] {
  physics.add(entity, placement);
  try {
    return listOverlaps(physics, entity.name);
  } finally {
    physics.remove(entity.name);
  }
}
