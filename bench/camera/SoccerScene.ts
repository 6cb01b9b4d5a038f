// Robots on a soccer field as cameras see them: the field of the physics benchmark with painted lines, two teams, a
// ball. A single picture for comparison; SoccerCameras.ts moves the same entities for speed.

import { ball, ballOnGround } from "../../robots/Ball.js";
import { omniOnGround, omniRobot } from "../../robots/OmniRobot.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { between } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { Physics } from "../../src/physics/Physics.js";
import type { Color } from "../../src/render/scene/Scene.js";
import { soccerField } from "../scenes/Soccer.js";
import { type CameraScene, seenWorld, sky, sun, viewAt } from "./CameraScene.js";
import { robotTop } from "./TestTextures.js";

const LINE_M = 0.02;
const HALF_X = 5.5;
const HALF_Y = 4;
export const BLUE: Color = [40, 70, 200];
export const YELLOW: Color = [235, 205, 40];
const BLUE_TOP = robotTop(BLUE, [220, 60, 160]);
const YELLOW_TOP = robotTop(YELLOW, [60, 200, 90]);

/** Lines as thin boxes without collision. */
export function fieldLines(): EntityInput {
  const line = (name: string, position: Vec3, size: Vec3) =>
    ({
      name,
      shape: { kind: "Box", size },
      position,
      material: "Carpet",
      color: [245, 245, 245],
      collide: false,
    }) as const;
  const high = 0.002;
  const across = (name: string, x: number, y: number, length: number) =>
    line(name, [x, y, high / 2], [LINE_M, length, high]);
  const along = (name: string, x: number, y: number, length: number) =>
    line(name, [x, y, high / 2], [length, LINE_M, high]);
  return {
    name: "lines",
    isStatic: true,
    bodies: [
      {
        name: "Lines",
        solids: [
          along("North", 0, HALF_Y, 2 * HALF_X),
          along("South", 0, -HALF_Y, 2 * HALF_X),
          across("East", HALF_X, 0, 2 * HALF_Y),
          across("West", -HALF_X, 0, 2 * HALF_Y),
          across("Middle", 0, 0, 2 * HALF_Y),
          across("EastBox", HALF_X - 1, 0, 3),
          across("WestBox", 1 - HALF_X, 0, 3),
        ],
      },
    ],
  };
}

/** A robot in its team's colour, with a round mark on top. */
export function teamRobot(name: string, color: Color): EntityInput {
  const robot = omniRobot({ name });
  const [body, ...wheels] = robot.bodies;
  const top = {
    name: "Top",
    shape: { kind: "Cylinder", radius: 0.085, length: 0.004 },
    position: [0, 0, 0.152],
    orientation: between([0, 1, 0], [0, 0, 1]),
    texture: color === BLUE ? BLUE_TOP : YELLOW_TOP,
    collide: false,
  } as const;
  const solids = [...(body.solids ?? []).map((solid) => ({ ...solid, color })), top];
  return { ...robot, bodies: [{ ...body, solids }, ...wheels] };
}

export async function soccerScene(): Promise<CameraScene> {
  const physics = await Physics.create({ name: "soccer", stepSec: 0.002, entities: [soccerField(), fieldLines()] });
  const random = new RandomStream(5).split("soccer scene");
  for (let i = 0; i < 11; i++) {
    const [x, y] = [-0.75 + 0.48 * (i % 4) + random.uniform(-0.1, 0.1), -0.5 + 0.5 * Math.floor(i / 4)];
    physics.add(teamRobot(`r${i}`, i % 2 === 0 ? BLUE : YELLOW), omniOnGround(x, y, random.uniform(0, TAU)));
  }
  physics.add(ball(), ballOnGround(0.12, -1));
  const seen = seenWorld(physics);
  physics.dispose();
  return {
    name: "soccer",
    ...seen,
    lights: [sky(), sun([0.45, 0.55, -1])],
    view: viewAt({ eye: [0.1, -1.7, 0.4], target: [0, 0, 0.05], fovDeg: 50 }),
    shadow: { center: [0, 0.5, 0], reachM: 4, pixels: 2048 },
  };
}
