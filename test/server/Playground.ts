// A small world for tests of verbs: a ball, a crate, two lamps, a cart without a client.

import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";

export const cart = (name = "Cart", at = "0 -2 0"): string => `<Client>
 <CSettings><Name>${name}</Name><Offset>${at}</Offset></CSettings>
 <Entity>
  <RigidBodies>
   <Body name="Chassis"><Box name="Plate"><Mass>4</Mass><XSize>0.4</XSize><YSize>0.2</YSize><ZSize>0.05</ZSize>
     <Position>0 0 0.1</Position></Box>
     <Sphere name="Caster"><Radius>0.05</Radius><Mass>0.2</Mass><Position>-0.15 0 0.05</Position><Material>GolfBall</Material></Sphere>
     <Inclinometer name="Tilt"/></Body>
   ${wheel("LeftWheel", 0.14)}
   ${wheel("RightWheel", -0.14)}
  </RigidBodies>
  <Joints>
   <JointHinge name="LeftMotor"><Body1>LeftWheel</Body1><Body2>Chassis</Body2><AnchorPos>0.1 0.14 0.1</AnchorPos><Axis>0 1 0</Axis></JointHinge>
   <JointHinge name="RightMotor"><Body1>RightWheel</Body1><Body2>Chassis</Body2><AnchorPos>0.1 -0.14 0.1</AnchorPos><Axis>0 -1 0</Axis></JointHinge>
  </Joints>
 </Entity>
</Client>`;

// the axis of a cylinder is y
const wheel = (name: string, y: number): string => `<Body name="${name}"><Cylinder name="${name}-Tyre">
  <Mass>0.5</Mass><Radius>0.1</Radius><Length>0.04</Length><Position>0.1 ${y} 0.1</Position>
  <Material>Rubber</Material></Cylinder></Body>`;

const WORLD = `<World name="playground">
  <Light name="Sun" type="sun"><Direction>0.4 0.6 -1</Direction></Light>
  <Light name="Lamp" type="point"><Position>0 0 2</Position><Color>#ff0000</Color><Intensity>0.5</Intensity></Light>
  <Static name="ground"><Plane name="Surface"><Material>Ground</Material></Plane></Static>
  <Object name="ball"><RigidBodies><Body name="Ball"><Sphere name="Skin"><Radius>0.1</Radius><Mass>1</Mass>
    <Position>2 0 0.1</Position></Sphere></Body></RigidBodies></Object>
  <Object name="crate"><RigidBodies><Body name="Crate"><Box name="Wood"><Mass>2</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize>
    <Position>-2 0 0.1</Position><Material>Wood</Material></Box></Body></RigidBodies></Object>
</World>`;

export function playground(): WorldFile {
  return readWorldDocument(WORLD, { kinds: builtInDevices() }).world;
}
