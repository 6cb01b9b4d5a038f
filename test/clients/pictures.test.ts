// Pictures that clients receive over TCP (W5): every format, the same in TypeScript and in Python, and the Python functions for
// them: colours, depths, numbers, files.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { connect } from "../../src/client/index.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { encodeJson, encodeMessage } from "../../src/session/clients/Codec.js";
import { FakeServer, fakeFrame, joinBytes } from "./FakeServer.js";
import { isThere, run } from "./Programs.js";

const FORMATS = ["bgra", "rgb", "gray", "depth", "segmentation", "jpeg", "png"] as const;
const [WIDTH, HEIGHT] = [40, 30];
const WORLD = `<World name="stage">
  <Light name="Sun" type="sun"><Direction>0.4 0.6 -1</Direction></Light>
  <Static name="ground"><Plane name="Surface"><Material>Ground</Material></Plane></Static>
  <Object name="ball"><RigidBodies><Body name="Ball"><Sphere name="Skin"><Radius>0.3</Radius><Mass>1</Mass>
    <Position>0 3 0.5</Position><Color>#ff7a1a</Color></Sphere></Body></RigidBodies></Object>
</World>`;
const cameras = FORMATS.map(
  (
    format,
  ) => `<CameraSensor name="${format}"><Format>${format}</Format><Width>${WIDTH}</Width><Height>${HEIGHT}</Height>
    <Stamp>${format !== "gray"}</Stamp></CameraSensor>`,
);
const ROBOT = `<Client><CSettings><Name>Box</Name><Offset>0 0 0.5</Offset></CSettings><Entity><RigidBodies>
  <Body name="Trunk"><Box name="Hull"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>
  ${cameras.join("")}</Body></RigidBodies><Joints/></Entity></Client>`;

const hasPython = isThere("python3");
const scratch = mkdtempSync(join(tmpdir(), "ubersim-pictures-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let server: RunningServer | undefined;
afterEach(() => server?.stop());

async function start(): Promise<number> {
  const world = readWorldDocument(WORLD, { kinds: builtInDevices() }).world;
  server = await startServer({ world, port: 0, httpPort: false, rate: Number.POSITIVE_INFINITY, expect: ["Box"] });
  return server.tcpPort;
}

/** What a client makes of the first picture of each format. */
interface Seen {
  readonly sizes: readonly number[];
  readonly times: readonly (number | null)[];
  readonly middle: Readonly<Record<"bgra" | "rgb" | "gray", readonly number[]>>;
  readonly depths: readonly [number, number | null];
  readonly segments: readonly [number, number];
}

async function seeInTypeScript(): Promise<Seen> {
  const robot = await connect({ document: ROBOT, port: await start() });
  const frame = await robot.nextFrame();
  const [column, row] = [WIDTH / 2, HEIGHT / 2];
  const picture = (name: string) => frame!.picture(name);
  const finite = (depth: number) => (Number.isFinite(depth) ? depth : null);
  const seen: Seen = {
    sizes: FORMATS.map((format) => picture(format).bytes.length),
    times: FORMATS.map((format) => picture(format).time ?? null),
    middle: {
      bgra: picture("bgra").color(column, row),
      rgb: picture("rgb").color(column, row),
      gray: picture("gray").color(column, row),
    },
    depths: [picture("depth").depth(column, row), finite(picture("depth").depth(column, 0))],
    segments: [picture("segmentation").segment(column, row), picture("segmentation").segment(column, 0)],
  };
  await robot.leave();
  return seen;
}

const PYTHON = `
import json, math, sys
from ubersim import Robot, RobotError
formats = ${JSON.stringify(FORMATS)}
def fails(ask, kind):
    try:
        ask()
    except kind as error:
        return str(error)
with Robot(open(sys.argv[2]).read(), port=int(sys.argv[1])) as robot:
    early = robot.latest_picture("rgb")
    frame = next(robot)
    pictures = {name: frame.picture(name) for name in formats}
    middle = (pictures["rgb"].width // 2, pictures["rgb"].height // 2)
    top = (middle[0], 0)
    depth = pictures["depth"].depth(*top)
    for name in "rgb", "bgra", "gray", "jpeg", "png":
        pictures[name].save(sys.argv[3] + "/" + name + (".jpg" if name == "jpeg" else ".png"))
    pictures["rgb"].save(sys.argv[3] + "/rgb.ppm")
    print(json.dumps(dict(
        seen=dict(
            sizes=[len(pictures[name].bytes) for name in formats],
            times=[pictures[name].time for name in formats],
            middle={name: pictures[name].color(*middle) for name in ("bgra", "rgb", "gray")},
            depths=[pictures["depth"].depth(*middle), depth if math.isfinite(depth) else None],
            segments=[pictures["segmentation"].segment(*middle), pictures["segmentation"].segment(*top)],
        ),
        shapes=[pictures[name].shape for name in formats[:5]],
        dtypes=[pictures[name].dtype for name in formats[:5]],
        early=early is None, latest=bytes(robot.latest_picture("rgb").bytes) == bytes(pictures["rgb"].bytes),
        raw=type(frame["rgb"]).__name__,
        wrong=[
            fails(lambda: pictures["rgb"].depth(0, 0), RobotError),
            fails(lambda: pictures["depth"].to_ppm(), RobotError),
            fails(lambda: pictures["rgb"].color(40, 0), IndexError),
            fails(lambda: pictures["rgb"].save("x.gif"), ValueError),
            fails(lambda: frame.picture("rbg"), RobotError),
            fails(lambda: robot.latest_picture("rbg"), RobotError),
        ],
    )))
`;

describe.skipIf(!hasPython)("pictures over TCP", () => {
  it("[W5] [S3] are the same in TypeScript and in Python, in every format", async () => {
    const typescript = await seeInTypeScript();
    await server?.stop();
    const document = join(scratch, "robot.xml");
    writeFileSync(document, ROBOT);
    const { out, err } = await run("python3", ["-c", PYTHON, String(await start()), document, scratch]);
    expect(err).toBe("");
    const python = JSON.parse(out);
    expect(python.seen).toEqual(typescript);
    const pixels = WIDTH * HEIGHT;
    expect(typescript.sizes.slice(0, 5)).toEqual([4 * pixels, 3 * pixels, pixels, 4 * pixels, 2 * pixels]);
    // a Stamp where the document requests one
    expect(typescript.times).toEqual(FORMATS.map((format) => (format === "gray" ? null : 0)));
    // the ball, 3 m ahead minus its radius (a small picture has few triangles); nothing above it
    expect(typescript.depths[0]).toBeCloseTo(2.7, 1);
    expect(typescript.depths[1]).toBeNull();
    expect(typescript.segments[0]).toBe(server!.simulation.world.numbers.get("ball"));
    expect(typescript.segments[1]).toBe(0);
    const [r, g, b] = typescript.middle.rgb;
    expect(typescript.middle.bgra).toEqual([r, g, b]);
    expect(typescript.middle.gray).toEqual(Array(3).fill(Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b)));
    expect([r > g, g > b]).toEqual([true, true]);
    expect(python).toMatchObject({ early: true, latest: true, raw: "bytes" });
    expect(python.dtypes).toEqual(["u1", "u1", "u1", "<f4", "<u2"]);
    const [rows, columns] = [HEIGHT, WIDTH];
    expect(python.shapes).toEqual([[rows, columns, 4], [rows, columns, 3], ...Array(3).fill([rows, columns])]);
    expect(python.wrong).toEqual([
      "PAYLOAD_UNREADABLE: a rgb picture is none of depth",
      "PAYLOAD_UNREADABLE: a depth picture is none of bgra, gray",
      "pixel 40, 0 of a picture of 40 x 30",
      "x.gif: a rgb picture is saved as .png or .ppm",
      ...Array(2).fill(expect.stringContaining('Did you mean "rgb"?')),
    ]);
  });

  it("[W5] are saved by Python as files that other programs can read", () => {
    const read = (name: string) => decode(readFileSync(join(scratch, name)));
    const own = read("png.png");
    expect([own.width, own.height, own.channels]).toEqual([WIDTH, HEIGHT, 3]);
    for (const name of ["rgb.png", "bgra.png"]) expect(read(name).data).toEqual(own.data);
    const ppm = readFileSync(join(scratch, "rgb.ppm"));
    expect(ppm.subarray(0, 13).toString()).toBe("P6 40 30 255\n");
    expect(new Uint8Array(ppm.subarray(13))).toEqual(own.data);
    expect(readFileSync(join(scratch, "jpeg.jpg")).readUInt16BE(0)).toBe(0xffd8);
    const gray = read("gray.png").data;
    expect([gray[0], gray[1]]).toEqual([gray[1], gray[2]]);
  });

  it("[W5] of the wrong size, or from a device that is no camera, are errors", async () => {
    const output = { name: "Cam", kind: "CameraSensor", payload: "uint8[12] rgb", width: 2, height: 2, format: "rgb" };
    const components = [output, { name: "Incmeter", kind: "Inclinometer", payload: "float32 pitch" }];
    const hello = encodeJson("Hello", { name: "Box", time: 0, step: 0.001, components });
    const short = encodeMessage("Cam", new Uint8Array(11));
    const fake = await FakeServer.start({ first: [joinBytes(hello, fakeFrame(0, 0, short))] });
    const program = `
import sys
from ubersim import Robot, RobotError
with Robot("<Client/>", port=int(sys.argv[1])) as robot:
    frame = next(robot)
    for name in "Cam", "Incmeter":
        try:
            frame.picture(name)
        except RobotError as error:
            print(error)
`;
    const { out } = await run("python3", ["-c", program, String(fake.port)]);
    await fake.close();
    expect(out.split("\n")).toEqual([
      'PAYLOAD_UNREADABLE: "Cam" sent 11 bytes of a picture instead of 12',
      'PAYLOAD_UNREADABLE: "Incmeter" is no camera',
      "",
    ]);
  });
});
