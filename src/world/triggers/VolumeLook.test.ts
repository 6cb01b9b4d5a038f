import { expect, test } from "vitest";
import { boxRobot, readDocument } from "../../../testing/builders/BoxRobot.js";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import type { TriggerShape } from "../../describe/world/WorldTrigger.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { normalizeQuat, type Quat } from "../../math/Quat.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Vec3 } from "../../math/Vec3.js";
import { moveBody, readPose } from "../../physics/Bodies.js";
import { setJointSpeed } from "../../physics/Joints.js";
import { World } from "../World.js";
import { VolumeLook, type VolumeTrigger } from "./VolumeLook.js";

const LOOSE = (name: string, solid: string): string =>
  `<Object name="${name}"><RigidBodies><Body name="Body">${solid}</Body></RigidBodies></Object>`;
const TEXT = `<World name="w"> <Gravity>0 0 0</Gravity>
 ${LOOSE("Ball", "<Sphere name='S'><Mass>1</Mass><Radius>0.1</Radius></Sphere>")}
 ${LOOSE("Rod", "<Cylinder name='S'><Mass>1</Mass><Radius>0.05</Radius><Length>0.6</Length><Position>1 0 0</Position></Cylinder>")}
 ${LOOSE("Pill", "<CappedCylinder name='S'><Mass>1</Mass><Radius>0.1</Radius><Length>0.3</Length><Position>0 1 0</Position></CappedCylinder>")}
 ${LOOSE("Brick", "<Box name='S'><Mass>1</Mass><XSize>0.3</XSize><YSize>0.2</YSize><ZSize>0.1</ZSize><Position>1 1 0</Position></Box><Box name='T'><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.4</ZSize><Position>1 1.2 0</Position></Box>")}
</World>`;

const random = new RandomStream(11);
const between = (low: number, high: number): number => low + (high - low) * random.uniform();
const vector = (most: number): Vec3 => [between(-most, most), between(-most, most), between(-most, most)];
const turn = (most: number): Quat => normalizeQuat([...vector(most), 1] as unknown as Quat);

function shape(): TriggerShape {
  const kind = Math.floor(3 * random.uniform());
  if (kind === 0) return { kind: "Box", size: [between(0.05, 1), between(0.05, 1), between(0.05, 1)] };
  if (kind === 1) return { kind: "Sphere", radius: between(0.05, 0.5) };
  return { kind: "Cylinder", radius: between(0.05, 0.5), length: between(0.05, 1) };
}

const volume = (body?: { entity: string; body: string }): VolumeTrigger => ({
  name: "v",
  on: "enter",
  who: ["robots", "objects"],
  condition: {
    kind: "Volume",
    solids: [{ shape: shape(), pose: { position: vector(1.5), orientation: turn(2) } }],
    body,
  },
  forNs: 0,
  coolDownNs: 0,
  times: Number.POSITIVE_INFINITY,
});

test("[E2] [M5] what is in a volume does not depend on what was there before: slow ways, leaps, spinning wheels, joins and leaves", async () => {
  const world = await World.create(readWorldDocument(TEXT, { kinds: builtInDevices(), file: "w.xml" }).world);
  const { physics } = world;
  world.join(readDocument(boxRobot({ at: "-1 -1 0.5" })));
  setJointSpeed(physics, "Box", "Motor", 40);
  const triggers = [...Array.from({ length: 60 }, () => volume()), volume({ entity: "Brick", body: "Body" })];
  const look = new VolumeLook(physics, triggers, () => true);
  const movable = ["Ball", "Rod", "Pill", "Brick"];
  let changes = 0;
  let inside = 0;
  for (let step = 0; step < 250; step++) {
    for (const name of movable) {
      const { position, orientation } = readPose(physics, name, "Body");
      const isLeap = random.uniform() < 0.05;
      const way = isLeap ? vector(1.5) : vector(0.02);
      const next = isLeap ? way : position.map((x, k) => Math.max(-1.5, Math.min(1.5, x + way[k])));
      const slow = turn(0.01);
      moveBody(physics, name, "Body", {
        position: next as unknown as Vec3,
        orientation: normalizeQuat(orientation.map((q, k) => q + (k < 3 ? slow[k] : 0)) as unknown as Quat),
      });
    }
    world.stepFrame();
    if (step === 120) world.join(readDocument(boxRobot({ name: "Late", at: "1 -1 0.5" })));
    if (step === 180) world.leave("Box");
    const changed = look.look();
    const fresh = new VolumeLook(physics, triggers, () => true);
    fresh.look();
    changes += changed.size;
    for (let i = 0; i < triggers.length; i++) {
      expect(look.namesIn(i)).toEqual(fresh.namesIn(i));
      inside += look.namesIn(i).length;
    }
  }
  expect(changes).toBeGreaterThan(150);
  expect(inside).toBeGreaterThan(1000);
  world.dispose();
});
