import { afterEach, expect, test } from "vitest";
import {
  ballShape,
  disposeWorlds,
  jointed,
  makeWorld,
  objectOf,
  run,
  staticOf,
} from "../../testing/builders/SmallWorlds.js";
import { readPose } from "./Bodies.js";
import { BodyPoses, POSE_SIZE } from "./BodyPoses.js";
import { listFreeSpheres } from "./FreeSpheres.js";
import type { Physics } from "./Physics.js";

afterEach(disposeWorlds);

const at = (x: number, y: number, z: number) => ({ position: [x, y, z] as const, orientation: [0, 0, 0, 1] as const });

async function world(): Promise<Physics> {
  const physics = await makeWorld({ name: "poses", entities: [staticOf("ground", { kind: "Plane" })] });
  physics.add(jointed({ kind: "Hinge", axes: [[0, 1, 0]], anchor: [0, 0, 0] }), at(1, 2, 0.5));
  physics.add(objectOf("ball", ballShape(0.1)), at(-1, 0, 0.3));
  return physics;
}

test("the poses of readPose, after steps, joins and leaves; static bodies have their placement", async () => {
  const physics = await world();
  const bodies = physics.names.flatMap((entity) =>
    physics.entity(entity).bodies.map(({ name: body }) => ({ entity, body })),
  );
  const poses = new BodyPoses(physics, bodies);
  const check = () => {
    const now = poses.read();
    bodies.forEach(({ entity, body }, i) => {
      expect(poses.isStatic(i)).toBe(physics.entity(entity).isStatic);
      const { position, orientation } = poses.isStatic(i)
        ? physics.placementOf(entity)
        : readPose(physics, entity, body);
      expect([...now.subarray(POSE_SIZE * i, POSE_SIZE * (i + 1))]).toEqual([...position, ...orientation]);
    });
  };
  check();
  run(physics, 0.1);
  check();
  physics.add(objectOf("a first one", ballShape(0.1)), at(3, 3, 1));
  run(physics, 0.02);
  check();
  physics.remove("a first one");
  check();
});

test("free spheres: the ball, not the boxes; position and velocity follow the steps", async () => {
  const physics = await world();
  const { builds } = physics;
  expect(listFreeSpheres(physics).map(({ entity }) => entity)).toEqual(["ball"]);
  run(physics, 0.05);
  const [sphere] = listFreeSpheres(physics);
  expect(sphere.position()).toEqual(readPose(physics, "ball", sphere.body).position);
  expect(sphere.mass).toBe(1);
  expect(sphere.velocity()[2]).toBeCloseTo(-9.81 * 0.05, 9);
  expect(physics.builds).toBe(builds);
  physics.remove("ball");
  expect(physics.builds).toBe(builds + 1);
  expect(listFreeSpheres(physics)).toEqual([]);
});
