// Checks docs/protocol.md: its examples are what the codec encodes and a simulation sends, its tables are those of the
// code, its limits the defaults, and its printed client drives a robot. docs/latency.md has the measured figures.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { JOINT_PROPERTY } from "../src/describe/entity/Joint.js";
import { LAMP_PROPERTY, MOTOR_PROPERTY } from "../src/describe/robot/ActuatorProperty.js";
import { CAMERA_PROPERTY } from "../src/describe/robot/CameraProperty.js";
import { RESERVED_NAMES } from "../src/describe/robot/ReservedNames.js";
import { ERROR_TABLE } from "../src/describe/SimError.js";
import type { PayloadField } from "../src/devices/Device.js";
import { countValues, encodePayload, pictureText } from "../src/devices/Payload.js";
import { builtInKinds } from "../src/leagues/Leagues.js";
import { isFixedSize, PICTURE_FORMATS, pictureBytes } from "../src/render/picture/PictureBytes.js";
import { startServer } from "../src/server/Server.js";
import { encodeMessage } from "../src/session/clients/Codec.js";
import { DEFAULT_SESSION_LIMITS } from "../src/session/clients/SessionLimits.js";
import { Simulation } from "../src/session/Simulation.js";
import { World } from "../src/world/World.js";
import { FakeClient, runFrames, tellJoint } from "../testing/builders/FakeClient.js";
import { TOLD_BY_OTHERS, WIRE_CODES } from "../testing/fuzz/WireCodes.js";

const PAGE = readFileSync("docs/protocol.md", "utf8");
const APPENDIX_A = readFileSync("test/documents/appendix-a.xml", "utf8");
const RATE = { rate: Number.POSITIVE_INFINITY };

/** A section of the page by the number in its heading. */
const section = (number: number): string =>
  PAGE.slice(PAGE.indexOf(`\n## ${number}. `), PAGE.indexOf(`\n## ${number + 1}. `) + 1 || undefined);

interface HexBlock {
  readonly name: string;
  readonly section: number;
  readonly values: readonly number[];
  /** Bytes before, between and after dots; one part if there are no dots. */
  readonly parts: readonly Uint8Array[];
  readonly bytes: Uint8Array;
}

const readHex = (text: string): Uint8Array =>
  Uint8Array.from(text.split(/\s+/).filter(Boolean), (pair) => Number.parseInt(pair, 16));

/** ```hex NAME VALUES, bytes in hex, # begins a comment, dots replace omitted bytes. */
const BLOCKS: readonly HexBlock[] = [1, 2, 3, 4, 5, 6, 7].flatMap((number) =>
  [...section(number).matchAll(/^```hex (\S+)(.*)\n([\s\S]*?)^```/gm)].map(([, name, values, body]) => {
    const parts = body.replace(/#.*/g, "").split("...").map(readHex);
    return {
      name,
      section: number,
      values: values.trim() === "" ? [] : values.trim().split(/\s+/).map(Number),
      parts,
      bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
    };
  }),
);
/** Messages that contain JSON or a picture: compared with what a simulation sends. */
const AS_SENT = ["Hello", "Error", "Event", "Cam", "Far"];
const MESSAGES = BLOCKS.filter(({ name }) => name !== "document" && !AS_SENT.includes(name));
function blockOf(name: string, ...values: number[]): HexBlock {
  const found = BLOCKS.find((block) => block.name === name && values.every((value, i) => block.values[i] === value));
  if (!found) throw new Error(`the page has no ${name} ${values.join(" ")}`);
  return found;
}

const field = (type: PayloadField["type"]): PayloadField => ({ name: type, type, unit: "" });

/** Fields of the messages of section 2; the devices define those of sections 5 and 6. */
const PAYLOADS: Readonly<Record<string, readonly PayloadField[]>> = {
  Timestamp: [field("float64")],
  Incmeter: [field("float32")],
  FrameEnd: [],
  LMotor: [field("int32"), field("float32")],
  SimEnd: [],
  Missed: [field("uint32")],
  Reset: [],
};

/** 2 x 2 pixels, 1 m above the ground, level: the rays of the pixels go 26.6 degrees up and down. */
const tinyCamera = (name: string, format: string): string =>
  `<CameraSensor name="${name}"><Width>2</Width><Height>2</Height><Fov>90</Fov><Format>${format}</Format><Position>0 0.5 0.5</Position></CameraSensor>`;

/** The robot of the examples: 3 kg, one device of each kind; it starts upright 10 cm above the ground. */
const EXAMPLE = `<Client>
 <CSettings><Name>Example</Name><Offset>1 2 0.5</Offset></CSettings>
 <Entity>
  <RigidBodies>
   <Body name="Base">
    <Box name="Cube"><Mass>2</Mass><XSize>0.8</XSize><YSize>0.8</YSize><ZSize>0.8</ZSize></Box>
    <Accelerometer name="Accel"/><Imu name="Imu"/><PoseSensor name="Pose"/><ContactSensor name="Touch"/>
    <Gyroscope name="Gyro"><Stamp>true</Stamp></Gyroscope><CameraSensor name="Eye"/><Lidar name="Scan"><Rays>4</Rays></Lidar>
    ${tinyCamera("Cam", "bgra")}${tinyCamera("Far", "depth")}${tinyCamera("Shot", "jpeg")}
    <DcMotor name="Drive"><Joint>Mill</Joint><Resistance>1</Resistance><TorqueConstant>0.1</TorqueConstant><Rate>1000</Rate></DcMotor>
   </Body>
   ${[-0.2, 0, 0.2, 0.35].map((x, i) => `<Body name="Part${i}"><Sphere name="Ball${i}"><Mass>0.25</Mass><Radius>0.05</Radius><Position>${x} 0 0.6</Position></Sphere></Body>`).join("")}
  </RigidBodies>
  <Joints>
   <JointHinge name="Wheel"><Body1>Part0</Body1><Body2>Base</Body2><AnchorPos>-0.2 0 0.6</AnchorPos><Axis>0 0 1</Axis>
    <Rate>1000</Rate></JointHinge>
   <JointServo name="Head"><Body1>Part1</Body1><Body2>Base</Body2><AnchorPos>0 0 0.6</AnchorPos><Axis>0 0 1</Axis>
    <FMax>5</FMax><Rate>1000</Rate></JointServo>
   <JointBallSocket name="Neck"><Body1>Part2</Body1><Body2>Base</Body2><AnchorPos>0.2 0 0.6</AnchorPos>
    <Rate>1000</Rate></JointBallSocket>
   <JointHinge name="Mill"><Body1>Part3</Body1><Body2>Base</Body2><AnchorPos>0.35 0 0.6</AnchorPos><Axis>0 0 1</Axis></JointHinge>
  </Joints>
 </Entity>
</Client>`;

/** Encodes the values in a block's heading. */
function encodeBlock({ name, section, values }: HexBlock, simulation: Simulation): Uint8Array {
  const part = section > 2 ? simulation.world.robot("Example").device(name) : undefined;
  const fields = part ? (section === 5 ? part.sends : part.type.takes) : PAYLOADS[name];
  expect(fields, `no payload is known of ${name}`).toBeDefined();
  const hasStamp = section === 5 && part?.description.stamp === true;
  expect(values).toHaveLength(countValues(fields) + (hasStamp ? 1 : 0));
  const [stamp, rest] = hasStamp ? [values[0], values.slice(1)] : [undefined, values];
  return encodeMessage(name, encodePayload(fields, rest, stamp));
}

/** Checks a shortened block: the message contains all of its parts, the first at its start, the last at its end. */
function expectShortened({ parts }: HexBlock, message: Uint8Array): void {
  expect(parts.length).toBe(2);
  const [head, tail] = parts;
  expect(message.subarray(0, head.length)).toEqual(head);
  expect(message.subarray(message.length - tail.length)).toEqual(tail);
  expect(head.length + tail.length).toBeLessThan(message.length);
}

/** Splits sent bytes into messages by their length fields. */
function split(bytes: Uint8Array): Map<string, Uint8Array> {
  const messages = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at, true);
    const message = bytes.subarray(at, at + length);
    messages.set(new TextDecoder().decode(message.subarray(4, message.indexOf(0, 4))), message);
    at += length;
  }
  return messages;
}

async function connect(document = APPENDIX_A): Promise<{ simulation: Simulation; client: FakeClient }> {
  const simulation = new Simulation(await World.create(), RATE);
  const client = FakeClient.connect(simulation, document);
  simulation.run(0);
  return { simulation, client };
}

const lastSent = (client: FakeClient): Map<string, Uint8Array> => split(client.bytes[client.bytes.length - 1]);

describe("[W2] hex examples", () => {
  let example: Simulation;
  beforeAll(async () => {
    ({ simulation: example } = await connect(EXAMPLE));
  });

  test("there is an example of every message, and of every payload of devices", () => {
    const shown = new Set(BLOCKS.map(({ name }) => name));
    expect(RESERVED_NAMES.filter((name) => name !== "Console" && !shown.has(name))).toEqual([]);
    const wanted = "LMotor Incmeter Accel Imu Pose Touch Scan Cam Far Gyro Wheel Neck Head Eye Drive".split(" ");
    expect(wanted.filter((name) => !shown.has(name))).toEqual([]);
    expect(PAGE.match(/^```hex/gm)).toHaveLength(BLOCKS.length);
  });

  test.each(MESSAGES.map((block) => [`${block.name} ${block.values.join(" ")}`, block] as const))(
    "%s is what the codec encodes",
    (_, block) => {
      expect([...block.bytes]).toEqual([...encodeBlock(block, example)]);
    },
  );

  test("[W6] Hello begins and ends like the Hello for Appendix A", async () => {
    const { client } = await connect();
    expectShortened(blockOf("Hello"), split(client.bytes[0]).get("Hello") as Uint8Array);
  });

  test("[W7] Error is the answer to a wrong name", async () => {
    const { client } = await connect();
    client.sendBytes(encodeMessage("LMotr", new Uint8Array(8)));
    expectShortened(blockOf("Error"), lastSent(client).get("Error") as Uint8Array);
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(section(7))?.[1] ?? "");
    expect(client.error).toEqual(shown);
  });

  test("[W2] Event carries an external message to the robot, before FrameEnd", async () => {
    const { simulation, client } = await connect();
    client.session.queueMessage("Event", { event: "drive", forward: 1, turn: 0 });
    runFrames(simulation, 1, [client]);
    expect([...lastSent(client).keys()]).toEqual(["Timestamp", "Incmeter", "Event", "FrameEnd"]);
    expect(lastSent(client).get("Event")).toEqual(blockOf("Event").bytes);
  });

  test.each(["Accel", "Imu", "Pose", "Scan", "Neck"])(
    "[W5] %s is what the device sends in the first frame",
    async (name) => {
      const { client } = await connect(EXAMPLE);
      expect([...(lastSent(client).get(name) as Uint8Array)]).toEqual([...blockOf(name).bytes]);
    },
  );

  test("[W5] [S3] a picture begins and ends as printed: blue, green, red, 255, the sky above the ground", async () => {
    const { client } = await connect(EXAMPLE);
    const real = lastSent(client).get("Cam") as Uint8Array;
    expectShortened(blockOf("Cam"), real);
    const pixels = [0, 1, 2, 3].map((i) => [...real.subarray(-16 + 4 * i).subarray(0, 4)]);
    for (const [, , , opacity] of pixels) expect(opacity).toBe(255);
    const [sky, , ground] = pixels;
    expect(sky[0]).toBeGreaterThan(sky[2]);
    expect(sky).not.toEqual(ground);
  });

  test("[W5] [S3] a depth picture is what the camera sends in the first frame: nothing above, the ground below", async () => {
    const { client } = await connect(EXAMPLE);
    expect([...(lastSent(client).get("Far") as Uint8Array)]).toEqual([...blockOf("Far").bytes]);
  });

  test("[W5] [W6] payloads of pictures in Hello are those of the page, and sent pictures have that size", async () => {
    const { client } = await connect(EXAMPLE);
    const devices = new Map(client.hello?.components.map(({ name, ...rest }) => [name, rest]));
    expect(devices.get("Eye")).toMatchObject({
      payload: "uint8[307200] bgra",
      width: 320,
      height: 240,
      format: "bgra",
    });
    expect(PAGE).toContain(`\`${devices.get("Eye")?.payload}\``);
    for (const [name, bytes] of [
      ["Eye", 307_200],
      ["Cam", 16],
    ] as const)
      expect(lastSent(client).get(name)).toHaveLength(4 + name.length + 1 + bytes);
    expect(PAGE).toContain(`\`${devices.get("Shot")?.payload}\``);
    const jpeg = lastSent(client).get("Shot") as Uint8Array;
    expect([...jpeg.subarray(9, 11)]).toEqual([0xff, 0xd8]);
  });

  test("[W5] every format of pictures is listed with its bytes for each pixel and its payload in Hello", () => {
    const rows = [...section(5).matchAll(/^\| `(\w+)` +\| (\d)? +\| `([^`]+)` +\|/gm)];
    const real = PICTURE_FORMATS.map((format) => [
      format,
      isFixedSize(format) ? `${pictureBytes(format, 1, 1)}` : undefined,
      pictureText({ width: 320, height: 240, format }),
    ]);
    expect(rows.map(([, ...cells]) => cells)).toEqual(real);
  });

  test("[W5] a stamped sample is what the device sends one frame later", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    runFrames(simulation, 1, [client]);
    const [real, shown] = [lastSent(client).get("Gyro") as Uint8Array, blockOf("Gyro")];
    expect(real.subarray(0, -12)).toEqual(shown.bytes.subarray(0, -12));
    expect(real).toHaveLength(shown.bytes.length);
    const rates = new DataView(real.buffer, real.byteOffset + real.length - 12);
    for (const i of [0, 4, 8]) expect(rates.getFloat32(i, true)).toBeCloseTo(0, 12);
  });

  test("[W5] a contact sensor at rest sends the example, except for the last digits", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    runFrames(simulation, 2000, [client]);
    const real = lastSent(client).get("Touch") as Uint8Array;
    const shown = blockOf("Touch");
    expect(real.subarray(0, -4)).toEqual(shown.bytes.subarray(0, -4));
    expect(real).toHaveLength(shown.bytes.length);
    const force = new DataView(real.buffer, real.byteOffset + real.length - 4).getFloat32(0, true);
    expect(force).toBeCloseTo(shown.values[1], 1);
  });

  test("[W5] a hinge at 2 rad/s sends the example after 0.25 s, except for the last digits", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    const { Vel, FMax } = JOINT_PROPERTY;
    runFrames(simulation, 250, [client], () => [tellJoint("Wheel", Vel, 2), tellJoint("Wheel", FMax, 5)]);
    const [real, shown] = [lastSent(client).get("Wheel") as Uint8Array, blockOf("Wheel")];
    expect(real.subarray(0, -12)).toEqual(shown.bytes.subarray(0, -12));
    expect(client.floats("Wheel")).toHaveLength(3);
    for (const [i, value] of (client.floats("Wheel") ?? []).entries()) expect(value).toBeCloseTo(shown.values[i], 1);
  });

  test("[W4] [S5] a servo turns to the commanded angle, then at the commanded speed", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    const [angle, velocity] = [blockOf("Head", JOINT_PROPERTY.Angle), blockOf("Head", JOINT_PROPERTY.Velocity)];
    runFrames(simulation, 500, [client], (_, frame) => (frame === 0 ? [angle.bytes] : []));
    expect(client.floats("Head")?.[0]).toBeCloseTo(angle.values[1], 2);
    runFrames(simulation, 100, [client], (_, frame) => (frame === 500 ? [velocity.bytes] : []));
    expect(client.floats("Head")?.[1]).toBeCloseTo(velocity.values[1], 1);
    expect(client.error).toBeUndefined();
  });

  test("[S5] a DC motor takes its voltage, and accelerates to V / Kb", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    runFrames(simulation, 600, [client], (_, frame) => (frame === 0 ? [blockOf("Drive").bytes] : []));
    expect(client.error).toBeUndefined();
    const [current, velocity] = client.floats("Drive") ?? [];
    expect(current).toBeCloseTo(0, 1);
    expect(velocity).toBeCloseTo(blockOf("Drive").values[1] / 0.1, 0);
  });

  test("[W9] a camera takes its Fov, and refuses an invalid angle", async () => {
    const { simulation, client } = await connect(EXAMPLE);
    runFrames(simulation, 3, [client], () => [blockOf("Eye").bytes]);
    expect(client.error).toBeUndefined();
    client.sendBytes(tellJoint("Eye", CAMERA_PROPERTY.Fov, 200));
    expect(client.error?.code).toBe("VALUE_OUT_OF_RANGE");
  });

  test("[T5] a client's Timestamp applies to the next frame, not to the previous one", async () => {
    const stamped = [blockOf("Timestamp", 0.0005).bytes, blockOf("LMotor").bytes];
    const { simulation, client } = await connect();
    runFrames(simulation, 1, [client]);
    client.answer(...stamped);
    simulation.run(10);
    expect(client.error).toBeUndefined();
    expect(simulation.world.frame).toBe(2);
    const { client: hasty } = await connect();
    hasty.answer(...stamped);
    expect(hasty.error?.code).toBe("TIMESTAMP_LATE");
  });

  test("[W1] the document begins and ends as printed", () => {
    expect(new TextDecoder().decode(blockOf("document").bytes)).toBe("<Client></Client>%%");
  });

  test("[W3] Timestamp, Incmeter and FrameEnd are what a simulation sends for Appendix A", async () => {
    const { simulation, client } = await connect();
    runFrames(simulation, 1, [client]);
    const sent = lastSent(client);
    expect([...sent.keys()]).toEqual(["Timestamp", "Incmeter", "FrameEnd"]);
    expect(sent.get("Timestamp")).toEqual(blockOf("Timestamp").bytes);
    expect(sent.get("FrameEnd")).toEqual(blockOf("FrameEnd").bytes);
    // the lean differs: all bytes except the number are compared
    const [real, shown] = [sent.get("Incmeter") as Uint8Array, blockOf("Incmeter").bytes];
    expect(real.subarray(0, -4)).toEqual(shown.subarray(0, -4));
    expect(real).toHaveLength(shown.length);
  });

  test("[T4] Missed is what a simulation sends", async () => {
    const skip = `<Stall policy="skip" seconds="1"/></CSettings>`;
    const { simulation, client } = await connect(APPENDIX_A.replace("</CSettings>", skip));
    for (let i = 0; i < 3; i++) simulation.run(1000 + i);
    client.answer();
    simulation.run(1010);
    expect(lastSent(client).get("Missed")).toEqual(blockOf("Missed").bytes);
    expect([...lastSent(client).keys()].slice(0, 2)).toEqual(["Timestamp", "Missed"]);
  });

  test("[T8] Reset is what a simulation sends", async () => {
    const { simulation, client } = await connect();
    runFrames(simulation, 5, [client]);
    simulation.reset(0);
    expect([...lastSent(client)][0]).toEqual(["Reset", blockOf("Reset").bytes]);
    expect(client.last).toMatchObject({ isReset: true, time: 0 });
  });

  test("[W4] LMotor and SimEnd are what a simulation takes", async () => {
    const { simulation, client } = await connect();
    for (const name of ["Timestamp", "LMotor", "SimEnd"])
      client.sendBytes(name === "Timestamp" ? encodeMessage(name, new Uint8Array(8)) : blockOf(name).bytes);
    simulation.run(1);
    expect(client.error).toBeUndefined();
    expect(simulation.world.frame).toBe(1);
  });
});

describe("tables and numbers", () => {
  test("[W6] the printed Hello is that for Appendix A, with its first device", async () => {
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(section(3))?.[1] ?? "");
    const { client } = await connect();
    const real = client.hello as NonNullable<typeof client.hello>;
    expect({ ...real, components: real.components.slice(0, 1) }).toEqual(shown);
  });

  test("[W8] the named messages exist, and the list of reserved names is complete", () => {
    const tables = [...section(2).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    const sent = ["Hello", "Reset", "Timestamp", "Missed", "Event", "Console", "FrameEnd"];
    expect(tables).toEqual([...sent, "Timestamp", "Event", "Console", "SimEnd"]);
    expect(tables.filter((name) => !RESERVED_NAMES.includes(name))).toEqual([]);
    const listed = /Reserved names: (.*)\./.exec(PAGE)?.[1].split(", ");
    expect(listed).toEqual([...RESERVED_NAMES]);
  });

  test("[W7] every named code exists; every code of a running session is named", () => {
    const named = new Set([...PAGE.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, code]) => code));
    named.delete("TCP_NODELAY");
    expect([...named].filter((code) => !Object.hasOwn(ERROR_TABLE, code))).toEqual([]);
    const errors = readFileSync("docs/errors.md", "utf8");
    const running = errors.slice(errors.indexOf("## The running world"));
    const wanted = [...WIRE_CODES, ...TOLD_BY_OTHERS].filter((code) => running.includes(`\`${code}\``));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted).toContain("REQUEST_MALFORMED");
    expect(wanted.filter((code) => !named.has(code))).toEqual([]);
  });

  test("[W4] [W9] the numbers of properties are those of the code", () => {
    const text = section(6);
    const shown = [...text.matchAll(/([A-Z]\w*(?:, [A-Z]\w*)*) +\| (\d+(?:, \d+)*)/g)].flatMap(([, names, numbers]) => {
      const all = numbers.split(", ").map(Number);
      return names.split(", ").map((name, i) => [name, all[i]] as const);
    });
    const refused = [...text.matchAll(/(LoVel|HiVel) \((\d+)\)/g)].map(([, name, n]) => [name, Number(n)] as const);
    expect(Object.fromEntries([...shown, ...refused])).toEqual(JOINT_PROPERTY);
    const camera = /A camera takes the same 8 bytes with (.*)\./.exec(text)?.[1] ?? "";
    const properties = [...camera.matchAll(/([A-Z]\w+) (\d+)/g)].map(([, name, n]) => [name, Number(n)] as const);
    expect(Object.fromEntries(properties)).toEqual(CAMERA_PROPERTY);
    const others = { ...MOTOR_PROPERTY, ...LAMP_PROPERTY };
    for (const [name, number] of Object.entries(others)) expect(text).toContain(`${name} ${number}`);
  });

  test("[W5] the table lists every sensor", () => {
    const kinds = builtInKinds();
    const sensors = kinds.elements.filter((element) => kinds.type(element).role === "sensor");
    const listed = [...section(5).matchAll(/^\| `([A-Z]\w+)` +\|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...sensors].sort());
  });

  test("[W8] the limits are the defaults", () => {
    const {
      messageBytes,
      messagesPerFrame,
      messagesOfAll,
      commandsWaiting,
      aheadBytes,
      backlogBytes,
      documentSeconds,
    } = DEFAULT_SESSION_LIMITS;
    const many = (count: number) => count.toLocaleString("en");
    const mb = (bytes: number) => `${bytes / (1 << 20)} MB`;
    expect(PAGE).toContain(`\`MESSAGE_TOO_LONG\` (${mb(messageBytes)})`);
    expect(PAGE).toContain(
      `\`TOO_MANY_MESSAGES\` (${many(messagesPerFrame)} a frame), or ${many(messagesOfAll)} of all`,
    );
    expect(PAGE).toContain(
      `\`TOO_FAR_AHEAD\` (${mb(aheadBytes)}, or ${many(commandsWaiting)} commands whose latency is not over)`,
    );
    expect(PAGE).toContain(`\`BACKLOG_FULL\` (${mb(backlogBytes)} unread)`);
    expect(PAGE).toContain(`\`DOCUMENT_LATE\` (no \`%%\` within ${documentSeconds} s)`);
  });

  test("[T4] a remote client that stalls is disconnected after the 10 s of its document", async () => {
    expect(PAGE.replace(/\s+/g, " ")).toContain("the default for other machines, 10 s");
    const simulation = new Simulation(await World.create(), RATE);
    FakeClient.connect(simulation, APPENDIX_A, { isLocal: false });
    // at 5 s the log gets its line
    expect([simulation.run(0), simulation.run(5000)]).toEqual([5000, 5000]);
  });
});

describe("statements of section 4", () => {
  test("[T9] within a frame devices come in document order, samples of one device oldest first", async () => {
    const slow = EXAMPLE.replace("</CSettings>", "<ControlRate>100</ControlRate></CSettings>").replace(
      '<Accelerometer name="Accel"/>',
      '<Accelerometer name="Accel"><Rate>200</Rate><Latency><ValueMS>30</ValueMS><Hold>true</Hold></Latency></Accelerometer>',
    );
    const { simulation, client } = await connect(slow);
    runFrames(simulation, 50, [client]);
    const names = client.last.reports.map(({ name }) => name);
    const order = client.hello?.components.map(({ name }) => name) ?? [];
    expect(names).toEqual(order.flatMap((name) => names.filter((one) => one === name)));
    expect(names.filter((name) => name === "Gyro")).toHaveLength(10);
    const stamps = client.last.reports
      .filter(({ name }) => name === "Gyro")
      .map(({ payload }) => new DataView(payload.buffer, payload.byteOffset).getFloat64(0, true));
    expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
  });

  test("[T1] a client that sends everything and closes its sending side joins and is served to the end of its input", async () => {
    const simulation = new Simulation(await World.create(), RATE);
    const client = FakeClient.connect(simulation, APPENDIX_A);
    for (let n = 0; n < 3; n++) client.answer();
    client.session.hangUp();
    for (let n = 0; n < 10; n++) simulation.run(n);
    expect(client.frames.map(({ time }) => time)).toEqual([0, 0.001, 0.002, 0.003]);
    expect(client.isEnded).toBe(true);
    expect(client.error).toBeUndefined();
    const mute = FakeClient.connect(simulation, APPENDIX_A);
    mute.session.hangUp();
    simulation.run(20);
    expect(mute.hello).toBeUndefined();
  });

  test("[T4] the document of a remote client cannot set a longer timeout than the server's", async () => {
    const timeout = async (stall: string, isLocal: boolean) => {
      const simulation = new Simulation(await World.create(), RATE);
      FakeClient.connect(simulation, APPENDIX_A.replace("</CSettings>", `${stall}</CSettings>`), { isLocal });
      const notice = 5000;
      const first = simulation.run(0);
      return (first < notice ? first : notice + simulation.run(notice)) / 1000;
    };
    expect(await timeout('<Stall policy="wait"/>', false)).toBe(10);
    expect(await timeout('<Stall policy="drop" seconds="60"/>', false)).toBe(10);
    expect(await timeout('<Stall policy="skip" seconds="2"/>', false)).toBe(2);
    expect(await timeout('<Stall policy="drop" seconds="60"/>', true)).toBe(60);
    expect(await timeout('<Stall policy="wait"/>', true)).toBe(Number.POSITIVE_INFINITY);
  });
});

test("[T5] docs/latency.md prints the latencies, leans and falls of latency-balance.csv", () => {
  const measured = readFileSync("docs/pictures/latency-balance.csv", "utf8").trim().split("\n").slice(1);
  const page = readFileSync("docs/latency.md", "utf8");
  const text = page.slice(page.indexOf("## What latency does to a balancing robot"), page.indexOf("\n## Rates"));
  const rows = [...text.matchAll(/^\| \d.*\|$/gm)].map(([row]) => row.split("|").map((cell) => cell.trim()));
  expect(rows).toHaveLength(measured.length);
  for (const [i, line] of measured.entries()) {
    const [latency, rms, peak, wander, fellAt] = line.split(",");
    const [, ...shown] = rows[i];
    expect(shown[0]).toBe(latency);
    for (const [k, value] of [rms, peak, wander].entries())
      if (fellAt) expect(shown[k + 1]).toBe("");
      else expect(Math.abs(Number(shown[k + 1]) - Number(value))).toBeLessThanOrEqual(0.00501);
    const fall = /^falls after ([\d.]+) s$/.exec(shown[4])?.[1];
    if (fellAt) expect(Math.abs(Number(fall) - Number(fellAt))).toBeLessThanOrEqual(0.00501);
    else expect(shown[4]).toBe("stands");
  }
});

describe("the printed client", () => {
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  const FRAMES = 300;

  test.skipIf(!hasPython)(
    `[P2] drives the Appendix A robot for ${FRAMES} frames`,
    async () => {
      const printed = /```python\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "";
      // the world waits for the client at t = 0, so the client answered every frame
      const server = await startServer({ port: 0, httpPort: false, ...RATE, expect: ["CMU"] });
      const program = printed
        .replace("9040", String(server.tcpPort))
        .replace('"robot.xml"', JSON.stringify(resolve("test/documents/appendix-a.xml")));
      expect(program).not.toContain("9040");
      expect(program).not.toContain("robot.xml");
      const child = spawn("python3", ["-c", program], { stdio: ["ignore", "ignore", "pipe"] });
      let output = "";
      child.stderr.on("data", (data) => {
        output += data;
      });
      const ended = new Promise<number | null>((settle) => child.on("exit", settle));
      const drove = async () => {
        while (server.simulation.world.frame < FRAMES) {
          if (child.exitCode !== null) throw new Error(`it ended early: ${output}`);
          await new Promise((next) => setTimeout(next, 20));
        }
      };
      try {
        await drove();
        const { clients } = server.simulation.status();
        expect(clients).toMatchObject([{ name: "CMU", state: "running", missed: 0 }]);
      } finally {
        await server.stop();
      }
      // after the end message the client prints it and exits
      expect(await ended).toBe(1);
      expect(output).toContain("SERVER_STOPPED");
    },
    60_000,
  );
});
