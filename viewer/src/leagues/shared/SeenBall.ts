// The ball of a match, read from the store.

import type { Store } from "../../Store.js";

/** Length of the path that is shown, s. */
export const TRAIL_SEC = 2;

export function seenBall({ entities, poses }: Store): readonly [number, number, number] | undefined {
  const pose = poses.get(entities.get("Ball")?.bodies[0]?.id ?? -1);
  return pose && [pose[0], pose[1], pose[2]];
}
