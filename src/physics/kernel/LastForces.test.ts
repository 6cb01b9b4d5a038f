// Contact forces of the last step are state: kept in snapshots and when the model is compiled anew.

import { afterEach, expect, test } from "vitest";
import { boxShape, disposeWorlds, makeWorld, objectOf, run, staticOf } from "../../../testing/builders/SmallWorlds.js";
import type { Pose } from "../../math/Pose.js";
import { IDENTITY } from "../../math/Quat.js";
import { countRows } from "../Diagnostics.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const at = (x: number, y: number, z: number): Pose => ({ position: [x, y, z], orientation: IDENTITY });

/** Leaning towers of boxes, which slide and fall: more contacts than the first table holds. */
async function heap(): Promise<Physics> {
  const physics = await makeWorld({ stepSec: 0.002, entities: [staticOf("Floor", boxShape(8, 8, 0.2))] });
  const newcomers = Array.from({ length: 40 }, (_, i) => ({
    entity: objectOf(`Box${i}`, boxShape(0.1)),
    placement: at(0.11 * (i % 8) + 0.013 * Math.floor(i / 8), 0.011 * (i % 3), 0.151 + 0.102 * Math.floor(i / 8)),
  }));
  physics.exchange([], newcomers);
  return run(physics, 0.3);
}

test("[M5] a restored heap continues with the same bits, in this world and in another one", async () => {
  const physics = await heap();
  expect(countRows(physics).contacts).toBeGreaterThan(130);
  const snapshot = structuredClone(physics.snapshot());
  expect(snapshot.forces.filter(({ force }) => force > 0).length).toBeGreaterThan(60);
  const straight = run(physics, 0.2).hash();
  physics.restore(snapshot);
  expect(physics.snapshot().forces).toEqual(snapshot.forces);
  expect(run(physics, 0.2).hash()).toBe(straight);
  const other = await makeWorld({ stepSec: 0.002, entities: [staticOf("Floor", boxShape(8, 8, 0.2))] });
  other.restore(snapshot);
  expect(run(other, 0.2).hash()).toBe(straight);
});

test("[M6] a body that joins and leaves changes no bit of a heap", async () => {
  const physics = await heap();
  const start = physics.snapshot();
  const straight = run(physics, 0.1).hash();
  physics.restore(start);
  physics.add(objectOf("Axle", boxShape(0.2)), at(3, 3, 0.2));
  run(physics, 0.06);
  physics.remove("Axle");
  expect(run(physics, 0.04).hash()).toBe(straight);
});
