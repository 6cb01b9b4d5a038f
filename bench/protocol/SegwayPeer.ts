// A Segway's client in a separate process: balances with the client library until the server stops.
//   node SegwayPeer.js PORT NAME DOCUMENT

import { readFileSync } from "node:fs";
import { SegwayPilot } from "../../examples/SegwayPilot.js";
import { connect } from "../../src/client/index.js";

const [port, name, file] = process.argv.slice(2);
const document = readFileSync(file, "utf8").replace(/<Name>[^<]*<\/Name>/, `<Name>${name}</Name>`);
const robot = await connect({ document, port: Number(port) });
const tilt = [...robot.components.values()].find(({ kind }) => kind === "Inclinometer")?.name ?? "";
const pilot = new SegwayPilot();
await robot
  .drive((frame) => {
    const speed = pilot.wheelSpeed(frame.time, frame.number(tilt));
    robot.motor("LMotor", { axis: 2, Vel: speed, FMax: 80 });
    robot.motor("RMotor", { axis: 2, Vel: speed, FMax: 80 });
  })
  .catch(() => process.exit(0));
