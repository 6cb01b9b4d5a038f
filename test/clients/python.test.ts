// The Python client over real sockets, against the same scripted server as the TypeScript one.

import { afterEach, describe, expect, it } from "vitest";
import { encodeJson } from "../../src/session/Codec.js";
import { type FakeScript, FakeServer, fakeFrame, HELLO } from "./FakeServer.js";
import { isThere, type Outcome, ROOT, run } from "./Programs.js";
import { answerTo, EVERY_BORDER, EVERY_BORDER_FRAMES, EVERY_BORDER_SEEN, TROUBLE, TROUBLE_SEEN } from "./Rides.js";

const hasPython = isThere("python3");
let server: FakeServer | undefined;
afterEach(() => server?.close());

/** Prints what it has seen as JSON. */
const DRIVE = `
import json, sys
from ubersim import Robot, RobotError
port, most = int(sys.argv[1]), int(sys.argv[2])
frames, error = [], None
try:
    with Robot("<Client/>", port=port) as robot:
        for frame in robot:
            imu = frame.get("Imu")
            frames.append(dict(time=frame.time, missed=frame.missed, isReset=frame.is_reset, tilt=frame["Incmeter"],
                               imu=None if imu is None else list(imu)))
            robot.motor("LMotor", axis=2, Vel=frame["Incmeter"], FMax=80)
            robot.set("Knee", "Angle", 0.5)
            if len(frames) == most:
                break
except RobotError as problem:
    error = f"{problem.code} {problem.where} {problem.advice}"
name = robot.name if "robot" in dir() else None
print(json.dumps(dict(name=name, frames=frames, error=error)))
`;

async function drive(script: FakeScript, most = 100): Promise<Outcome> {
  server = await FakeServer.start(script);
  return run("python3", ["-c", DRIVE, String(server.port), String(most)]);
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
    // it answers the last frame before it reads on and finds the Error
    expect(server!.answers).toEqual([answerTo(0.5), answerTo(-0.5), answerTo(1)]);
  });

  it("[W7] a refused document, a server that closes and nobody there are RobotErrors", async () => {
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

  it("[W5] gives several samples, stamps and bytes", async () => {
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

  it("[P2] runs with what Python 3.8 knows, and needs nothing but the standard library", async () => {
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
