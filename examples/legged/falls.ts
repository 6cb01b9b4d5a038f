import { AiboServos } from "./AiboServos.js";
import { Balance } from "./Balance.js";
import { aiboXml, runAibo, trueAibo } from "./GaitTrial.js";
import { GetUp } from "./GetUp.js";

const falls: [string, number, string][] = [
  ["left", 1.5708, "0 -1 0"],
  ["right", 1.5708, "0 1 0"],
  ["back", 3.14159, "0 1 0"],
  ["nose", 1.5708, "-1 0 0"],
  ["tail", 1.5708, "1 0 0"],
  ["odd", 2.2, "0.3 1 0.2"],
];
for (const [name, angle, axis] of falls.filter((f) => !process.argv[2] || f[0] === process.argv[2])) {
  const document = aiboXml().replace(
    "<ControlRate>",
    `<Offset>0 0 0.12</Offset><Orientation><angle>${angle}</angle><axis>${axis}</axis></Orientation><ControlRate>`,
  );
  const [servos, balance, getUp] = [new AiboServos(), new Balance(), new GetUp()];
  let last = "";
  let t = 0;
  await runAibo({ document }, (robot, frame, world) => {
    balance.sense(frame);
    const truth = trueAibo(world, robot.name);
    const now = `${balance.posture}`;
    if (now !== last)
      console.log(" ", frame.time.toFixed(2), now, truth.upright.toFixed(2), truth.position[2].toFixed(3));
    last = now;
    t = frame.time;
    if (frame.time > 1) getUp.step(robot, servos, balance);
    return getUp.isOver || frame.time > 15;
  });
  console.log(name, getUp.isOver, t.toFixed(2));
}
