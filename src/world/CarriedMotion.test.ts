import { describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { readBody, setVelocity } from "../physics/Bodies.js";
import { readJoint, setJointSpeed } from "../physics/Joints.js";
import { World } from "./World.js";

const HEAVY = boxRobot({ at: "0 0 3" }).replace("<Mass>2</Mass>", "<Mass>7</Mass>");

/** Falling and turning, with its arm turning on it. */
async function tumbling(): Promise<World> {
  const world = await World.create();
  world.join(readDocument(boxRobot({ at: "0 0 3" })));
  world.join(readDocument(boxRobot({ name: "Other", at: "3 0 3" })));
  setVelocity(world.physics, "Box", "Base", [1, 2, 0], [0, 0, 3]);
  setJointSpeed(world.physics, "Box", "Motor", 5);
  return world;
}

describe("a robot in the place of another", () => {
  test("[M6] keeps pose, velocity and joint speeds; other robots do not change", async () => {
    const world = await tumbling();
    for (let i = 0; i < 20; i++) world.stepFrame();
    const state = () => readBody(world.physics, "Box", "Arm");
    const [before, joint, other] = [state(), readJoint(world.physics, "Box", "Motor")[0], world.hashOf("Other")];
    world.replace([readDocument(HEAVY)]);
    const after = state();
    for (const k of [0, 1, 2]) {
      expect(after.position[k]).toBeCloseTo(before.position[k], 3);
      expect(after.linearVelocity[k]).toBeCloseTo(before.linearVelocity[k], 6);
    }
    expect(readJoint(world.physics, "Box", "Motor")[0].velocity).toBeCloseTo(joint.velocity, 9);
    expect(world.hashOf("Other")).toBe(other);
    expect(world.robots.map(({ name }) => name)).toEqual(["Box", "Other"]);
    world.stepFrame();
    world.dispose();
  });

  test("[T8] a reset puts it where the first one started", async () => {
    const world = await tumbling();
    const { placement } = world.robot("Box");
    for (let i = 0; i < 20; i++) world.stepFrame();
    world.replace([readDocument(HEAVY)]);
    expect(world.reset()).toEqual([]);
    expect(world.robot("Box").placement).toEqual(placement);
    world.dispose();
  });

  test("[W7] a replacement that cannot be made has no effect", async () => {
    const world = await tumbling();
    const before = readBody(world.physics, "Box", "Base");
    const fast = readDocument(boxRobot({ sensors: '<Gyroscope name="G"><Rate>1e6</Rate></Gyroscope>' }));
    expect(refusal(() => world.replace([fast])).code).toBe("RATE_TOO_HIGH");
    expect(readBody(world.physics, "Box", "Base").linearVelocity).toEqual(
      before.linearVelocity.map((v) => expect.closeTo(v, 9)),
    );
    expect(refusal(() => world.replace([{ ...fast, name: "Nobody" }])).code).toBe("ENTITY_UNKNOWN");
    world.stepFrame();
    world.dispose();
  });
});
