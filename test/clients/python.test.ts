// The Python client over real sockets, against the same scripted server as the TypeScript one.

import { afterEach, describe, expect, it } from "vitest";
import { PROPERTY } from "../../src/client/index.js";
import { encodeJson, encodeMessage } from "../../src/session/clients/Codec.js";
import { type FakeScript, FakeServer, fakeFrame, float32, float64, HELLO, joinBytes } from "./FakeServer.js";
import { isThere, type Outcome, ROOT, run } from "./Programs.js";
import {
  answerTo,
  EVERY_BORDER,
  EVERY_BORDER_FRAMES,
  EVERY_BORDER_SEEN,
  STOPPED,
  TROUBLE,
  TROUBLE_SEEN,
} from "./Rides.js";

const hasPython = isThere("python3");
let server: FakeServer | undefined;
afterEach(() => server?.close());

/** Prints what it received as JSON. */
const DRIVE = `
import json, sys
from ubersim import Robot, RobotError
port, max_frames = int(sys.argv[1]), int(sys.argv[2])
frames, error = [], None
try:
    with Robot("<Client/>", port=port) as robot:
        for frame in robot:
            imu = frame.get("Imu")
            frames.append(dict(time=frame.time, missed=frame.missed, isReset=frame.is_reset, tilt=frame["Incmeter"],
                               imu=None if imu is None else list(imu)))
            robot.motor("LMotor", axis=2, Vel=frame["Incmeter"], FMax=80)
            robot.set("Knee", "Angle", 0.5)
            if len(frames) == max_frames:
                break
except RobotError as problem:
    error = f"{problem.code} {problem.where} {problem.advice}"
name = robot.name if "robot" in dir() else None
print(json.dumps(dict(name=name, frames=frames, error=error)))
`;

async function drive(script: FakeScript, maxFrames = 100): Promise<Outcome> {
  server = await FakeServer.start(script);
  return run("python3", ["-c", DRIVE, String(server.port), String(maxFrames)]);
}

describe.skipIf(!hasPython)("the Python client over TCP", () => {
  it("[W2] [P2] reads frames that are split at every border, and answers each in one piece", async () => {
    const { out, err } = await drive(EVERY_BORDER, EVERY_BORDER_FRAMES);
    expect(err).toBe("");
    const seen = JSON.parse(out);
    expect(seen.error).toBeNull();
    expect(seen.frames).toEqual(Array(EVERY_BORDER_FRAMES).fill(EVERY_BORDER_SEEN));
    expect(server!.document).toBe("<Client/>");
    expect(server!.answers).toEqual(Array(EVERY_BORDER_FRAMES - 1).fill(answerTo(0.25)));
    expect(server!.pieces).toBe(EVERY_BORDER_FRAMES - 1);
  });

  it("[W7] [T8] sees a reset and an Error, even byte by byte", async () => {
    const { out } = await drive(TROUBLE);
    expect(JSON.parse(out)).toEqual(TROUBLE_SEEN);
    // the client answers the last frame before it reads the Error
    expect(server!.answers).toEqual([answerTo(0.5), answerTo(-0.5), answerTo(1)]);
  });

  it("[W7] a refused document, a server that closes and a closed port are RobotErrors", async () => {
    const refused = { code: "ELEMENT_UNKNOWN", message: "ELEMENT_UNKNOWN: no Clown", where: "Clown", advice: "?" };
    const { out: one } = await drive({ first: [encodeJson("Error", refused)], closes: true });
    expect(JSON.parse(one)).toEqual({ name: null, frames: [], error: "ELEMENT_UNKNOWN Clown ?" });
    await server?.close();
    const { out: two } = await drive({ first: [HELLO, fakeFrame(0, 0)], closes: true });
    expect(JSON.parse(two)).toMatchObject({ error: expect.stringMatching(/^CONNECTION_LOST/) });
    const { port } = server!;
    await server?.close();
    const { out: three } = await run("python3", ["-c", DRIVE, String(port), "1"]);
    expect(JSON.parse(three).error).toMatch(/^CONNECTION_FAILED 127.0.0.1:\d+ Is the server running/);
  });

  it("[W7] a server that is stopped ends the loop; the reason can be read", async () => {
    const { out } = await drive(STOPPED);
    expect(JSON.parse(out)).toMatchObject({ frames: [{ time: 0 }, { time: 0.001 }], error: null });
    await server?.close();
    server = await FakeServer.start(STOPPED);
    const program = `
import sys
from ubersim import Robot
robot = Robot("<Client/>", port=int(sys.argv[1]))
print(robot.end_reason, len(list(robot)), robot.end_reason, robot.end_reason.code, next(robot, "nothing more"))
`;
    const stopped = "SERVER_STOPPED: the server stopped SERVER_STOPPED";
    expect(await run("python3", ["-c", program, String(server.port)])).toEqual({
      code: 0,
      out: `None 2 ${stopped} nothing more\n`,
      err: "",
    });
  });

  it("[W7] prints its advice once, in one text", async () => {
    const program = `
from ubersim import Robot, RobotError
for message in "STALLED: too slow. Hurry.", "too slow.", "too slow":
    print(RobotError("STALLED", message, advice="Hurry."))
print(RobotError("STALLED", "too slow"))
try:
    Robot("<Client/>", port=1)
except RobotError as error:
    print(error)
`;
    const { out } = await run("python3", ["-c", program]);
    const [one, two, three, four, refused] = out.split("\n");
    expect([one, two, three, four]).toEqual([...Array(3).fill("STALLED: too slow. Hurry."), "STALLED: too slow"]);
    expect(refused).toMatch(
      /^CONNECTION_FAILED: no connection to 127\.0\.0\.1:1: [^[]*\. Is the server running there\? In a checkout `node bin\/ubersim\.js run` starts one\.$/,
    );
  });

  it("[W4] names become the numbers of 2004 if Hello says so; a path is a document too", async () => {
    const hello = encodeJson("Hello", { protocol: 1, name: "Old", odeNumbers: "2004", components: [] });
    server = await FakeServer.start({ first: [hello, fakeFrame(0, 0)], afterAnswer: [[fakeFrame(1, 0)]] });
    const program = `
import os, sys, tempfile
from ubersim import Robot
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "car.xml")
    with open(path, "w") as file:
        file.write("<Client/>")
    with Robot(path, port=int(sys.argv[1])) as robot:
        next(robot)
        robot.motor("Wheel", axis=2, Vel=1, FMax=2, Bounce=3)
        next(robot)
try:
    Robot("no-such-car.xml", port=int(sys.argv[1]))
except FileNotFoundError as error:
    print(error.filename)
`;
    const { out, err } = await run("python3", ["-c", program, String(server.port)]);
    expect([out, err]).toEqual(["no-such-car.xml\n", ""]);
    expect(server.document).toBe("<Client/>");
    expect(server.answers[0].slice(0, 3).map(({ payload }) => payload.slice(0, 4))).toEqual(["0201", "0301", "0501"]);
  });

  it("[W3] has the newest value of a sensor, whenever it arrived; a wrong name differs from a late value", async () => {
    const imu = encodeMessage("Imu", joinBytes(float64(0.5), float32(1, 2)));
    const reset = joinBytes(encodeMessage("Reset"), fakeFrame(0, 0));
    server = await FakeServer.start({
      first: [HELLO, fakeFrame(0, 0)],
      afterAnswer: [[fakeFrame(1, 0, imu)], [fakeFrame(2, 0.5)], [reset]],
    });
    const program = `
import sys
from ubersim import Robot, RobotError
def say(ask):
    try:
        print(ask())
    except KeyError as error:
        print(isinstance(error, RobotError), error)
with Robot("<Client/>", port=int(sys.argv[1])) as robot:
    for i in range(4):
        frame = next(robot)
        print(robot.latest("Imu"), robot.latest("Imu", 7), robot.latest("Incmeter"))
    say(lambda: frame["Imu"])
    say(lambda: frame["LMotor"])
    say(lambda: frame["imuu"])
    say(lambda: frame.stamp("Imu"))
    say(lambda: robot.latest("Incmetre"))
    say(lambda: robot.latest("Wing"))
`;
    const { out, err } = await run("python3", ["-c", program, String(server.port)]);
    expect(err).toBe("");
    const all = "Incmeter, Imu, Cam, LMotor";
    const late = `True NOT_IN_FRAME: "Imu" sent nothing at t = 0 s. Check "Imu" in frame first, or use robot.latest("Imu") for its newest value. This frame has Incmeter.`;
    expect(out.split("\n")).toEqual([
      "None 7 0.0",
      "(1.0, 2.0) (1.0, 2.0) 0.0",
      "(1.0, 2.0) (1.0, 2.0) 0.5",
      "None 7 0.0",
      late,
      'True NOT_IN_FRAME: "LMotor" sent nothing at t = 0 s. It never sends: Hello gives it no payload. A joint sends if the document gives it a <Rate>.',
      `True COMPONENT_UNKNOWN: the robot has no component "imuu", only ${all}. Did you mean "Imu"?`,
      late,
      `True COMPONENT_UNKNOWN: the robot has no component "Incmetre", only ${all}. Did you mean "Incmeter"?`,
      `True COMPONENT_UNKNOWN: the robot has no component "Wing", only ${all}`,
      "",
    ]);
  });

  it("[W4] has the properties of the TypeScript client, and suggests the nearest one for a wrong name", async () => {
    server = await FakeServer.start(EVERY_BORDER);
    const program = `
import json, sys
from ubersim import PROPERTY, Robot, RobotError
print(json.dumps(PROPERTY))
with Robot("<Client/>", port=int(sys.argv[1])) as robot:
    for name in "HiVel", "fmax", "Xyzzy":
        try:
            robot.motor("LMotor", **{name: 1})
        except RobotError as error:
            print(error.code, error.advice)
    for value in "left", None, 1e300:
        try:
            robot.motor("LMotor", Vel=value)
        except RobotError as error:
            print(error.code, error.where)
`;
    const { out, err } = await run("python3", ["-c", program, String(server.port)]);
    expect(err).toBe("");
    const [properties, ...refused] = out.split("\n");
    expect(JSON.parse(properties)).toEqual(PROPERTY);
    expect(PROPERTY).not.toHaveProperty("HiVel");
    const unknown = (meant: string) => `PARAMETER_UNKNOWN Did you mean "${meant}"?`;
    const wrong = Array.from({ length: 3 }, () => "TYPE_WRONG LMotor");
    expect(refused).toEqual([unknown("Vel"), unknown("FMax"), "PARAMETER_UNKNOWN ", ...wrong, ""]);
  });

  it("[W6] run as a program, prints the newest sample of each sensor, also of slow sensors", async () => {
    const imu = encodeMessage("Imu", joinBytes(float64(0.15), float32(1, 2)));
    server = await FakeServer.start({
      first: [HELLO, fakeFrame(0, -0)],
      afterAnswer: [[fakeFrame(0.15, 0.25, imu)], [fakeFrame(0.2, 0.5)], ...STOPPED.afterAnswer!.slice(1)],
    });
    const file = `${ROOT}test/documents/appendix-a.xml`;
    const looked = await run("python3", [`${ROOT}clients/python/ubersim.py`, file, "--port", String(server.port)]);
    expect(looked).toMatchObject({ code: 0, err: "" });
    expect(looked.out.split("\n").slice(5)).toEqual([
      "t = 0.000 s  Incmeter: 0  Imu: nothing yet",
      "t = 0.150 s  Incmeter: 0.25  Imu: 1 2",
      "t = 0.200 s  Incmeter: 0.5  Imu: 1 2",
      "SERVER_STOPPED: the server stopped",
      "",
    ]);
  });

  it("[W5] gives all samples of a frame, their stamps and their bytes", async () => {
    server = await FakeServer.start(EVERY_BORDER);
    const program = `
import sys
from ubersim import Robot
with Robot(b"<Client/>", port=int(sys.argv[1])) as robot:
    frame = next(robot)
    print(frame.samples("Imu"), frame.stamp("Imu"), frame["Unheard"], list(frame), "Cam" in frame, frame.samples("Cam"))
    print(robot.components["Imu"].fields, robot.step, len(frame.bytes("Imu")), frame.stamp("Incmeter"))
`;
    const { out, err } = await run("python3", ["-c", program, String(server.port)]);
    expect(err).toBe("");
    expect(out.split("\n")).toEqual([
      "[(1.0, 2.0), (3.0, 4.0)] 0.75 b'\\x01\\x02\\x03' ['Imu', 'Unheard', 'Incmeter'] False []",
      "('x', 'y') 0.001 16 None",
      "",
    ]);
  });

  it("[P2] uses only syntax of Python 3.8 and the standard library", async () => {
    const program = `
import ast, sys
for path in sys.argv[1:]:
    tree = ast.parse(open(path, encoding="utf-8").read(), feature_version=(3, 8))
    names = {alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    print(sorted(names - set(getattr(sys, "stdlib_module_names", names)) - {"ubersim"}))
`;
    const files = ["ubersim.py", "segway_balance.py"].map((name) => `${ROOT}clients/python/${name}`);
    const { out, err } = await run("python3", ["-c", program, ...files]);
    expect([out, err]).toEqual(["[]\n[]\n", ""]);
  });
});
