// Commands that give springs to joints without (W4) compile the world again: at most once in a step, and in a bounded number of steps (M8).

import { expect, test } from "vitest";
import { readRobotDocument } from "../describe/robot/RobotDocument.js";
import { worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { World } from "./World.js";

const WHEELS = 12;
const each = (text: (i: number) => string): string => Array.from({ length: WHEELS }, (_, i) => text(i)).join("");
const CART = `<Client><CSettings><Name>Cart</Name></CSettings><Entity><RigidBodies>
 <Body name="Base"><Box name="B"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>0.1</ZSize></Box></Body>
 ${each((i) => `<Body name="W${i}"><Sphere name="S${i}"><Mass>0.1</Mass><Radius>0.02</Radius><Position>${i / 10} 1 0</Position></Sphere></Body>`)}
 </RigidBodies><Joints>
 ${each((i) => `<JointHinge2 name="J${i}"><Body1>Base</Body1><Body2>W${i}</Body2><AnchorPos>${i / 10} 1 0</AnchorPos><Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2></JointHinge2>`)}
 </Joints></Entity></Client>`;

async function withCart() {
  const world = await World.create(worldFileOf());
  const cart = world.join(readRobotDocument(CART, { kinds: builtInDevices() }).robot);
  const spring = (i: number): void => {
    const device = cart.device(`J${i}`);
    if (device) cart.command(device, { property: "SuspensionCFM", axis: 0, value: 0.01 }, world.timeNs);
  };
  return { world, spring };
}

test("[M8] springs of many joints in one step: one compilation, the same bits as when set one by one before it", async () => {
  const [{ world, spring }, { world: twin }] = [await withCart(), await withCart()];
  for (let i = 0; i < WHEELS; i++) {
    spring(i);
    twin.physics.setJoint("Cart", `J${i}`, "SuspensionCFM", 0.01);
  }
  const { builds } = world.physics;
  for (const one of [world, twin]) for (let i = 0; i < 20; i++) expect(one.stepFrame()).toEqual([]);
  expect(world.physics.builds).toBe(builds + 1);
  expect(world.physics.hash()).toBe(twin.physics.hash());
  for (const one of [world, twin]) one.dispose();
});

test("[M8] a robot that gets springs in step after step is removed", async () => {
  const { world, spring } = await withCart();
  const codes: string[] = [];
  for (let i = 0; i < WHEELS; i++) {
    if (world.has("Cart")) spring(i);
    codes.push(...world.stepFrame().map(({ error }) => `${i} ${error.code}`));
  }
  expect(codes).toEqual(["8 PARAMETER_UNSUPPORTED"]);
  expect(world.has("Cart")).toBe(false);
  world.dispose();
});
