import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeWorld } from "../../describe/world/WorldDescription.js";
import { moveBody, readPose } from "../../physics/Bodies.js";
import { Physics } from "../../physics/Physics.js";
import { POSE_SIZE, POSITION_QUANTUM, ScenePoses } from "./ScenePoses.js";

const ball = (name: string, z: number) => ({
  name,
  bodies: [
    {
      name: "b",
      solids: [
        {
          name: "s",
          shape: { kind: "Sphere" as const, radius: 0.1 },
          pose: { position: [0, 0, z] as const, orientation: [0, 0, 0, 1] as const },
          mass: 1,
        },
      ],
    },
  ],
});

let physics: Physics;
beforeEach(async () => {
  physics = await Physics.create(describeWorld({ gravity: [0, 0, 0], entities: [ball("a", 1), ball("c", 3)] }));
});
afterEach(() => physics.dispose());

const AT = [
  { id: 7, entity: "a", body: "b" },
  { id: 9, entity: "c", body: "b" },
];

describe("[X1] poses of a scene", () => {
  test("all bodies are new at first, then only those that move", () => {
    const poses = new ScenePoses(physics);
    poses.setBodies(AT);
    expect(poses.read()).toBe(2);
    expect([...poses.poses]).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 1]);
    expect(poses.read()).toBe(0);
    moveBody(physics, "c", "b", { position: [0, 1, 3], orientation: [0, 0, 0, 1] });
    expect(poses.read()).toBe(1);
    expect([...poses.moved]).toEqual([1]);
    expect(poses.poses[POSE_SIZE + 1]).toBe(1);
  });

  test("changes below the quantum are not sent, but add up", () => {
    const poses = new ScenePoses(physics);
    poses.setBodies(AT);
    poses.read();
    let sent = 0;
    for (let i = 1; i <= 20; i++) {
      moveBody(physics, "a", "b", { position: [i * 0.3 * POSITION_QUANTUM, 0, 1], orientation: [0, 0, 0, 1] });
      sent += poses.read();
      expect(Math.abs(poses.poses[0] - i * 0.3 * POSITION_QUANTUM)).toBeLessThanOrEqual(1.01 * POSITION_QUANTUM);
    }
    expect(sent).toBe(5);
  });

  test("bodies that stay are not sent again when others join and leave", () => {
    const poses = new ScenePoses(physics);
    poses.setBodies(AT.slice(0, 1));
    poses.read();
    physics.add(ball("d", 5));
    poses.setBodies([...AT.slice(0, 1), { id: 12, entity: "d", body: "b" }]);
    expect(poses.read()).toBe(1);
    expect([...poses.moved]).toEqual([1]);
    physics.remove("a");
    poses.setBodies([{ id: 12, entity: "d", body: "b" }]);
    expect(poses.read()).toBe(0);
    expect(poses.poses[2]).toBe(readPose(physics, "d", "b").position[2]);
  });

  test("static bodies are sent once, with their placement", () => {
    physics.add(
      {
        name: "wall",
        isStatic: true,
        bodies: [{ name: "w", solids: [{ name: "s", shape: { kind: "Box", size: [1, 1, 1] } }] }],
      },
      { position: [4, 5, 6], orientation: [0, 0, 1, 0] },
    );
    const poses = new ScenePoses(physics);
    poses.setBodies([{ id: 1, entity: "wall", body: "w" }]);
    expect(poses.read()).toBe(1);
    expect([...poses.poses]).toEqual([4, 5, 6, 0, 0, 1, 0]);
    physics.remove("a");
    expect(poses.read()).toBe(0);
  });
});
