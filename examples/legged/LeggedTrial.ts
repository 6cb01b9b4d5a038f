// Runs a legged robot on a carpet, with the real server and a real connection. Truth comes from the world.

import { readFileSync } from "node:fs";
import { connect, type Frame, type RobotClient } from "../../src/client/index.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { rotate } from "../../src/math/Quat.js";
import { atan2 } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { startServer } from "../../src/server/Server.js";
import type { World } from "../../src/world/World.js";

const PACKAGE = new URL(import.meta.url.includes("/dist/") ? "../../../" : "../../", import.meta.url);

/** Without cameras: trials look at no pictures. */
export const readDocument = (robot: "aibo" | "qrio"): string =>
  readFileSync(new URL(`robots/${robot}.xml`, PACKAGE), "utf8").replace(/<CameraSensor[\s\S]*?<\/CameraSensor>/g, "");

/** Position of the torso, heading (of its forward axis, from +y, counter-clockwise), and how upright it is: 1 to -1. */
export interface Truth {
  readonly position: Vec3;
  readonly heading: number;
  readonly upright: number;
}

export function truthOf({ physics }: World, robot: string): Truth {
  const { position, orientation } = readBody(physics, robot, "Torso");
  const ahead = rotate(orientation, [0, 1, 0]);
  return { position, heading: atan2(-ahead[0], ahead[1]), upright: rotate(orientation, [0, 0, 1])[2] };
}

interface TrialOptions {
  /** Of the robot in its document. */
  readonly name: string;
  readonly document: string;
  /** Where the ball lies, m; default: there is none. */
  readonly ball?: readonly [x: number, y: number] | undefined;
}

export type Control = (robot: RobotClient, frame: Frame, world: World) => boolean;

/** A carpet, and the ball of the four-legged league. */
function trialWorld(ball: readonly [number, number] | undefined): WorldFile {
  const place = ball && `<Position>${ball[0]} ${ball[1]} 0.042</Position>`;
  const object = `<Object name="Ball"> <RigidBodies> <Body name="Body"> <Sphere name="Skin">
    <Mass>0.03</Mass> <Radius>0.042</Radius> ${place} <Material>Ball</Material> <Color>#ff7a1a</Color>
  </Sphere> </Body> </RigidBodies> </Object>`;
  const text = `<World name="trial"> <Step>0.002</Step>
    <Materials> <Material name="Ball"> <Friction>0.5</Friction> <Restitution>0.6</Restitution> <Rolling>0.001</Rolling> </Material> </Materials>
    <Static name="ground"> <Plane name="Carpet"> <Material>Carpet</Material> </Plane> </Static>
    ${ball ? object : ""} <Spawn name="Start"/> </World>`;
  return readWorldDocument(text, { kinds: builtInDevices() }).world;
}

/** Runs a legged robot in a world at full speed; `control` returns true when it is over. */
export async function runTrial({ name, document, ball }: TrialOptions, control: Control): Promise<void> {
  const server = await startServer({
    world: trialWorld(ball),
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    expect: [name],
  });
  const robot = await connect({ document, port: server.tcpPort });
  try {
    await robot.drive((frame) => control(robot, frame, server.simulation.world));
  } finally {
    await robot.leave();
    await server.stop();
  }
}
