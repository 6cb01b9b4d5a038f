// [M5] A robot far away changes no other robot's bits, whatever its bodies and joints: choices and sums that the engine makes for
// the whole world must not affect them.

import { describe, expect, it } from "vitest";
import { omniOnGround, omniRobot, wheelJoint } from "../../robots/OmniRobot.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { freezeBody } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";

const block = (name: string, mass = 1, x = 0): EntityInput["bodies"][number] => ({
  name,
  solids: [{ name: `${name}Solid`, shape: { kind: "Box", size: [0.3, 0.2, 0.1] }, mass, position: [x, 0, 0] }],
});
const Z: Vec3 = [0, 0, 1];
const X: Vec3 = [1, 0, 0];

/** Each is first in name order and stands or hangs 200 m away, tilted. */
const BYSTANDERS: Readonly<Record<string, EntityInput>> = {
  "a heavy box": { name: "aaa", bodies: [block("A", 5000)] },
  "a damped hinge": {
    name: "aaa",
    bodies: [block("A")],
    joints: [{ name: "J", kind: "Hinge", body1: "A", axes: [X], damping: 0.1 }],
  },
  "a slider": { name: "aaa", bodies: [block("A")], joints: [{ name: "J", kind: "Slider", body1: "A", axes: [X] }] },
  "a spring": {
    name: "aaa",
    bodies: [block("A", 10), block("B", 1, 1)],
    joints: [
      {
        name: "J",
        kind: "Hinge2",
        body1: "A",
        body2: "B",
        axes: [Z, X],
        parameters: [{ SuspensionERP: 0.5, SuspensionCFM: 0.001 }, {}],
      },
    ],
  },
  "an angular motor": {
    name: "aaa",
    bodies: [block("A"), block("B", 1, 1)],
    joints: [
      { name: "J", kind: "BallSocket", body1: "A", body2: "B", anchor: [0.5, 0, 0] },
      { name: "M", kind: "AMotor", body1: "A", body2: "B", axes: [X], parameters: [{ Vel: 3, FMax: 1 }] },
    ],
  },
};

/** A pile of crates, a rolling ball, a driven robot and a frozen body; the hash of each after every 50 steps. */
async function runCrowd(bystander?: EntityInput): Promise<string[]> {
  const physics = await Physics.create({ pairs: [{ a: "Default", b: "Ground", rolling: 0.001, restitution: 0.2 }] });
  const tilt = fromAxisAngle([1, 2, 3], 0.7);
  for (let i = 0; i < 5; i++)
    physics.add(
      { name: `crate${i}`, bodies: [block("C", 1 + i)] },
      { position: [0.05 * i, 0, 0.2 + 0.2 * i], orientation: tilt },
    );
  physics.add(omniRobot({ name: "omni" }), omniOnGround(1, 1));
  physics.add({ name: "held", bodies: [block("H")] }, { position: [0.1, 0.1, 2], orientation: tilt });
  if (bystander) physics.add(bystander, { position: [200, 0, 3], orientation: fromAxisAngle([3, 1, 2], 1.1) });
  freezeBody(physics, "held", "H", true);
  physics.setJoint("omni", wheelJoint(0), "Vel", 20);
  const hashes: string[] = [];
  while (physics.steps < 500) {
    physics.step();
    if (physics.steps % 50 === 0)
      hashes.push(
        physics.names
          .filter((name) => name !== "aaa")
          .map((name) => physics.hashOf(name))
          .join(" "),
      );
  }
  physics.dispose();
  return hashes;
}

describe("[M5] bystanders", () => {
  it.each(Object.keys(BYSTANDERS))("[M5] %s far away changes no other robot's bits", async (name) => {
    expect(await runCrowd(BYSTANDERS[name])).toEqual(await runCrowd());
  });
});
