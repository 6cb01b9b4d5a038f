// Runs the code of a join and of some steps before the first client comes (M8): code that runs for the first time is compiled first,
// which would hold the first robots' turn for twice as long. The robot joins a world of its own.

import { readRobotDocument } from "../describe/robot/RobotDocument.js";
import { builtInKinds } from "../leagues/Leagues.js";
import { World } from "../world/World.js";

const SOLID = "<Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize>";
const ROBOT = `<Client><CSettings><Name>warm-up</Name><Offset>0 0 0</Offset></CSettings><Entity><RigidBodies>
<Body name="Base"><Box name="Cube">${SOLID}</Box><Inclinometer name="Tilt"/></Body>
<Body name="Arm"><Box name="Bar">${SOLID}<Position>0 0 0.3</Position></Box></Body></RigidBodies>
<Joints><JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.2</AnchorPos><Axis>0 0 1</Axis>
<Motor axis="1"><FMax>1</FMax></Motor><Rate>100</Rate></JointHinge></Joints></Entity></Client>`;
const STEPS = 3;

export async function warmUp(): Promise<void> {
  const world = await World.create();
  try {
    const { robot } = readRobotDocument(ROBOT, { kinds: builtInKinds() });
    world.join(robot);
    for (let i = 0; i < STEPS; i++) world.stepFrame();
    world.leave(robot.name);
  } finally {
    world.dispose();
  }
}
