// A fast ball never tunnels (M4): 6.5 and 8 m/s against a thin wall and against a robot, from 100 phases of the step
// each. The result is the number of balls that passed, which must be 0.

import { ball } from "../../robots/Ball.js";
import { omniOnGround, omniRobot } from "../../robots/OmniRobot.js";
import { describeEntity } from "../../src/describe/entity/Entity.js";
import { IDENTITY } from "../../src/math/Quat.js";
import { moveBody, readPose, setVelocity } from "../../src/physics/Bodies.js";
import { type AccuracyCase, run, type SceneOptions, withScene } from "./AccuracyCase.js";

const PHASES = 100;

const wall = describeEntity({
  name: "wall",
  isStatic: true,
  bodies: [
    {
      name: "Wall",
      solids: [
        { name: "Plate", shape: { kind: "Box", size: [0.01, 2, 0.2] }, position: [0, 0, 0.1], material: "Wood" },
      ],
    },
  ],
});

async function countThrough(h: number, speed: number, target: "wall" | "robot", phases: number): Promise<number> {
  const options: SceneOptions = {
    materials: [{ name: "Test", friction: 0.3 }],
    entities: target === "wall" ? [wall] : [],
  };
  return withScene(h, options, (p) => {
    if (target === "robot") p.add(omniRobot({ name: "robot" }), omniOnGround());
    p.add(ball({ name: "ball" }), { position: [-1, 0, 0.0215], orientation: IDENTITY });
    const start = p.snapshot();
    let through = 0;
    for (let k = 0; k < phases; k++) {
      p.restore(start);
      // the start distance increases a little each time, so that contact occurs at every phase of the step
      const x = -0.5 - (k / phases) * speed * h;
      moveBody(p, "ball", "Ball", { position: [x, 0.0003 * k, 0.0215], orientation: IDENTITY });
      setVelocity(p, "ball", "Ball", [speed, 0, 0], [0, 0, 0]);
      run(p, 0.5);
      if (readPose(p, "ball", "Ball").position[0] > 0) through++;
    }
    return through;
  });
}

export const FAST_BALL_CASES: readonly AccuracyCase[] = (["wall", "robot"] as const).flatMap((target) =>
  [6.5, 8].map((speed) => ({
    group: "fast ball",
    name: `${speed} m/s at a ${target} from ${PHASES} phases: came through`,
    unit: "balls",
    closedForm: 0,
    scale: 1,
    bound: { 0.5: 0, 1: 0, 2: 0, 5: 0 },
    measure: (h: number, share: number) => countThrough(h, speed, target, Math.ceil(share * PHASES)),
  })),
);
