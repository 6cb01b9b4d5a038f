// Small robot documents for tests of the world and of sessions.

import type { RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";

export interface BoxRobot {
  readonly name?: string;
  /** Additional elements of CSettings. */
  readonly settings?: string;
  /** Additional elements of the body. */
  readonly sensors?: string;
  /** Additional elements of the joint. */
  readonly joint?: string;
  readonly at?: string;
}

/** A cube of 2 kg with an arm on a hinge; the arm turns about z and touches nothing. */
export function boxRobot({
  name = "Box",
  settings = "",
  sensors = "",
  joint = "",
  at = "0 0 1",
}: BoxRobot = {}): string {
  return `<Client>
 <CSettings><Name>${name}</Name>${at ? `<Offset>${at}</Offset>` : ""}${settings}</CSettings>
 <Entity>
  <RigidBodies>
   <Body name="Base">
    <Box name="Cube"><Mass>2</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>
    ${sensors}
   </Body>
   <Body name="Arm">
    <Box name="Bar"><Mass>0.1</Mass><XSize>0.02</XSize><YSize>0.02</YSize><ZSize>0.2</ZSize><Position>0 0 0.25</Position></Box>
   </Body>
  </RigidBodies>
  <Joints>
   <JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.15</AnchorPos><Axis>0 0 1</Axis>
    <Motor axis="1"><FMax>5</FMax></Motor>${joint}</JointHinge>
  </Joints>
 </Entity>
</Client>`;
}

export function readDocument(text: string): RobotDescription {
  return readRobotDocument(text, { kinds: builtInDevices() }).robot;
}
