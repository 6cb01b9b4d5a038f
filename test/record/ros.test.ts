// ROS 2 without ROS: bags are read by the official readers with the definitions in the file; roslib talks to a running server; a server
// of the test's own takes the place of a user's rosbridge.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import zstd from "@foxglove/wasm-zstd";
import { McapIndexedReader } from "@mcap/core";
import * as roslib from "roslib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { runRosExport } from "../../src/cli/recording/exportRos.js";
import { runVerify } from "../../src/cli/recording/verify.js";
import { type TestServer, testServer } from "../server/Servers.js";

// biome-ignore lint/suspicious/noExplicitAny: the types of the package lead to files that it does not have
const { Ros, Service, Topic } = roslib as any;

let folder: string;
const pathOf = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-ros-"));
  await zstd.isLoaded;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: messages of any type
type Fields = any;

interface Read {
  readonly topic: string;
  readonly type: string;
  readonly atSec: number;
  readonly data: Fields;
}

async function readBag(path: string) {
  const all = readFileSync(path);
  const readable = {
    size: async () => BigInt(all.length),
    read: async (from: bigint, size: bigint) => new Uint8Array(all.subarray(Number(from), Number(from + size))),
  };
  const decompressHandlers = {
    zstd: (packed: Uint8Array, bytes: bigint) => new Uint8Array(zstd.decompress(packed, Number(bytes))),
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const messages: Read[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    const channel = reader.channelsById.get(channelId);
    const schema = reader.schemasById.get(channel?.schemaId ?? 0);
    if (!channel || schema?.encoding !== "ros2msg" || channel.messageEncoding !== "cdr")
      throw new Error("not of ROS 2");
    const definitions = parse(new TextDecoder().decode(schema.data), { ros2: true });
    const read = new MessageReader(definitions).readMessage<Fields>(data);
    messages.push({ topic: channel.topic, type: schema.name, atSec: Number(logTime) / 1e9, data: read });
  }
  return { profile: reader.header.profile, messages };
}

/** A cart with two wheels, a servo and one sensor of each kind that ROS has a type for. Forward is +y. */
const CART = `<Client><CSettings><Name>Cart</Name><Offset>1 2 0</Offset></CSettings><Entity><RigidBodies>
<Body name="Base">
 <Box name="Hull"><Mass>3</Mass><XSize>0.3</XSize><YSize>0.5</YSize><ZSize>0.1</ZSize><Position>0 0 0.12</Position></Box>
 <Sphere name="Skid"><Mass>0.1</Mass><Radius>0.05</Radius><Position>0 0.2 0.053</Position></Sphere>
 <Sphere name="Skid 2"><Mass>0.1</Mass><Radius>0.05</Radius><Position>0 -0.2 0.053</Position></Sphere>
 <Lidar name="Scan"><Position>0 0 0.6</Position><Rays>8</Rays><FovH>90</FovH><Max>5</Max><Rate>20</Rate></Lidar>
 <Lidar name="Cloud"><Position>0 0 0.6</Position><Rays>4</Rays><Layers>2</Layers><Max>5</Max><Rate>20</Rate></Lidar>
 <RangeSensor name="IR"><Position>0 0.3 0.1</Position><Min>0.1</Min><Max>3</Max><Rate>20</Rate></RangeSensor>
 <Imu name="Imu"><Rate>20</Rate></Imu>
 <Gyroscope name="Gyro"><Rate>20</Rate></Gyroscope>
 <PoseSensor name="Pose"><Rate>20</Rate></PoseSensor>
 <Compass name="Compass"><Rate>20</Rate></Compass>
 <ContactSensor name="Touch"><Rate>20</Rate></ContactSensor>
 <CameraSensor name="Cam"><Width>32</Width><Height>24</Height><Rate>20</Rate><Position>0 0.25 0.2</Position></CameraSensor>
 <CameraSensor name="Depth"><Width>8</Width><Height>6</Height><Rate>20</Rate><Format>depth</Format></CameraSensor>
</Body>
<Body name="Left"><Cylinder name="Tyre 1"><Mass>0.5</Mass><Radius>0.1</Radius><Length>0.04</Length><Position>-0.2 0 0.1</Position><Orientation><angle>1.5708</angle><axis>0 0 1</axis></Orientation></Cylinder></Body>
<Body name="Right"><Cylinder name="Tyre 2"><Mass>0.5</Mass><Radius>0.1</Radius><Length>0.04</Length><Position>0.2 0 0.1</Position><Orientation><angle>1.5708</angle><axis>0 0 1</axis></Orientation></Cylinder></Body>
<Body name="Arm"><Box name="Bar"><Mass>0.1</Mass><XSize>0.02</XSize><YSize>0.02</YSize><ZSize>0.2</ZSize><Position>0 0 0.3</Position></Box></Body>
</RigidBodies><Joints>
<JointHinge name="L"><Body1>Left</Body1><Body2>Base</Body2><AnchorPos>-0.2 0 0.1</AnchorPos><Axis1>1 0 0</Axis1></JointHinge>
<JointHinge name="R"><Body1>Right</Body1><Body2>Base</Body2><AnchorPos>0.2 0 0.1</AnchorPos><Axis1>1 0 0</Axis1></JointHinge>
<JointServo name="Elbow"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.2</AnchorPos><Axis1>1 0 0</Axis1><Motor><FMax>5</FMax></Motor></JointServo>
</Joints></Entity></Client>`;

const YARD = { world: "flat", recordings: "/nowhere" };
const perform = (server: TestServer, verb: string, args: object) => server.control.perform(verb, args);
const poseOf = (server: TestServer) => server.simulation.world.robot("Cart").device("Pose").newest;

async function withCart(options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  const server = await testServer({ ...YARD, ...options });
  await perform(server, "pause", {});
  // how many frames have run before the pause depends on the clock
  await perform(server, "reset", {});
  expect((await perform(server, "spawn", { document: CART })).message).toContain("Cart");
  return server;
}

describe("[X2] a bag of ROS 2", () => {
  test("has the common messages, with frames, times and calibration that belong together", async () => {
    const server = await withCart({ record: { file: pathOf("cart.mcap") } });
    await perform(server, "velocity", { name: "Cart", forward: 0.5 });
    await perform(server, "step", { count: 500 });
    const [x, y, z] = poseOf(server);
    await server.stop();
    const code = await runRosExport({
      file: pathOf("cart.mcap"),
      directory: pathOf("bag"),
      patterns: [],
      fromSec: undefined,
      toSec: undefined,
    });
    expect(code).toBe(0);
    const { profile, messages } = await readBag(pathOf("bag/bag_0.mcap"));
    expect(profile).toBe("ros2");
    const of = (topic: string): readonly Read[] => messages.filter((message) => message.topic === topic);
    const last = (topic: string): Read => of(topic).at(-1) as Read;
    const types = Object.fromEntries(messages.map(({ topic, type }) => [topic, type]));
    expect(types).toMatchObject({
      "/tf": "tf2_msgs/msg/TFMessage",
      "/tf_static": "tf2_msgs/msg/TFMessage",
      "/clock": "rosgraph_msgs/msg/Clock",
      "/rosout": "rcl_interfaces/msg/Log",
      "/scene/robots": "visualization_msgs/msg/MarkerArray",
      "/Cart/joint_states": "sensor_msgs/msg/JointState",
      "/Cart/Scan": "sensor_msgs/msg/LaserScan",
      "/Cart/Cloud": "sensor_msgs/msg/PointCloud2",
      "/Cart/IR": "sensor_msgs/msg/Range",
      "/Cart/Imu": "sensor_msgs/msg/Imu",
      "/Cart/Pose": "nav_msgs/msg/Odometry",
      "/Cart/Compass": "std_msgs/msg/Float64",
      "/Cart/Touch": "std_msgs/msg/Float64MultiArray",
      "/Cart/Cam/image_raw/compressed": "sensor_msgs/msg/CompressedImage",
      "/Cart/Cam/camera_info": "sensor_msgs/msg/CameraInfo",
      "/Cart/Depth/image_raw": "sensor_msgs/msg/Image",
    });
    // REP 117: nothing was seen; the angles count from +x of the sensor's own frame, in which +y is ahead
    const scan = last("/Cart/Scan").data;
    expect([...scan.ranges]).toEqual(new Array(8).fill(Number.POSITIVE_INFINITY));
    expect([scan.angle_min, scan.angle_max].map((angle: number) => (angle * 180) / Math.PI)).toEqual([
      expect.closeTo(45, 3),
      expect.closeTo(135, 3),
    ]);
    expect(scan.header.frame_id).toBe("Cart.Scan");
    const frames = last("/tf_static").data.transforms.map((one: Fields) => [one.header.frame_id, one.child_frame_id]);
    expect(frames).toContainEqual(["Cart/Base", "Cart.Scan"]);
    expect(frames).toContainEqual(["Cart/Base", "Cart.Cam/optical"]);
    const odometry = last("/Cart/Pose");
    expect(odometry.data.pose.pose.position).toEqual({ x, y, z });
    const { sec, nanosec } = odometry.data.header.stamp;
    expect(sec + nanosec / 1e9).toBe(odometry.atSec);
    expect(odometry.data.twist.twist.linear.y).toBeCloseTo(0.5, 1);
    expect(last("/Cart/Imu").data.linear_acceleration.z).toBeCloseTo(9.81, 0);
    expect(last("/Cart/Gyro").data.orientation_covariance[0]).toBe(-1);
    expect(last("/Cart/IR").data).toMatchObject({ range: Number.POSITIVE_INFINITY, max_range: 3 });
    expect([...last("/Cart/joint_states").data.name].sort()).toEqual(["Elbow", "L", "R"]);
    const infos = of("/Cart/Cam/camera_info");
    const pictures = of("/Cart/Cam/image_raw/compressed");
    expect(infos.map(({ data }) => data.header)).toEqual(pictures.map(({ data }) => data.header));
    expect(infos[0].data).toMatchObject({ width: 32, height: 24, distortion_model: "plumb_bob" });
    expect([...pictures[0].data.data.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(last("/Cart/Depth/image_raw").data).toMatchObject({ width: 8, height: 6, encoding: "32FC1", step: 32 });
    // metadata.yaml: what `ros2 bag info` prints
    const yaml = readFileSync(pathOf("bag/metadata.yaml"), "utf8");
    expect(yaml).toContain("storage_identifier: mcap");
    expect(yaml).toContain(`message_count: ${messages.length}\n`);
    const listed = [...yaml.matchAll(/name: (\S+)\n\s+type: (\S+)/g)].map(([, name, type]) => [name, type]);
    expect(Object.fromEntries(listed)).toEqual(types);
    await expect(
      runRosExport({
        file: pathOf("cart.mcap"),
        directory: pathOf("bag"),
        patterns: [],
        fromSec: undefined,
        toSec: undefined,
      }),
    ).rejects.toMatchObject({ code: "FILE_EXISTS" });
    // a range begins with what held before it
    await runRosExport({
      file: pathOf("cart.mcap"),
      directory: pathOf("part"),
      patterns: ["tf", "tf_static"],
      fromSec: 0.3,
      toSec: 0.4,
    });
    const part = await readBag(pathOf("part/part_0.mcap"));
    expect(part.messages.map(({ topic }) => topic)).toContain("/tf_static");
    expect(Math.min(...part.messages.map(({ atSec }) => atSec))).toBe(0.3);
  });
});

const until = (isDone: () => boolean) => expect.poll(isDone, { timeout: 60_000, interval: 5 }).toBe(true);

async function connect(server: TestServer): Promise<Fields> {
  const ros = new Ros({ url: `${server.url?.replace("http", "ws")}/rosbridge` });
  onTestFinished(() => ros.close());
  await new Promise((resolve, reject) => {
    ros.on("connection", resolve);
    ros.on("error", reject);
  });
  return ros;
}

describe("[X2] roslib", () => {
  test("reads topics, drives by cmd_vel and joint_commands, calls verbs; the run is verified", async () => {
    const file = pathOf("roslib.mcap");
    const server = await withCart({ record: { file }, rate: 5 });
    const ros = await connect(server);
    const { topics, types } = await new Promise<{ topics: string[]; types: string[] }>((resolve, reject) =>
      ros.getTopics(resolve, reject),
    );
    expect(types[topics.indexOf("/Cart/cmd_vel")]).toBe("geometry_msgs/msg/Twist");
    expect(types[topics.indexOf("/tf")]).toBe("tf2_msgs/msg/TFMessage");
    const received = new Map<string, Fields[]>();
    const listen = (name: string): void => {
      const topic = new Topic({ ros, name, messageType: types[topics.indexOf(name)] });
      topic.subscribe((message: Fields) => void received.set(name, [...(received.get(name) ?? []), message]));
    };
    for (const name of ["/tf", "/tf_static", "/clock", "/Cart/Cam/image_raw/compressed", "/Cart/Cam/camera_info"])
      listen(name);
    // what is written only when it changes comes to a late subscriber, also while the world is paused
    await until(() => received.has("/tf_static"));
    const call = (name: string, request: object) =>
      new Promise<Fields>((resolve, reject) =>
        new Service({ ros, name, serviceType: "any" }).callService(request, resolve, reject),
      );
    expect(await call("/ubersim/resume", {})).toMatchObject({ success: true, result: 1 });
    const drive = new Topic({ ros, name: "/Cart/cmd_vel", messageType: "geometry_msgs/msg/Twist" });
    drive.publish({ linear: { x: 0.5, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } });
    const move = new Topic({ ros, name: "/Cart/joint_commands", messageType: "sensor_msgs/msg/JointState" });
    move.publish({ name: ["Elbow"], position: [0.4], velocity: [], effort: [] });
    const start = poseOf(server)[1] ?? 2;
    const elbow = () => server.simulation.world.robot("Cart");
    await until(() => (poseOf(server)[1] ?? 0) > start + 0.3 && received.has("/Cart/Cam/camera_info"));
    expect(elbow()).toBeDefined();
    const [picture] = received.get("/Cart/Cam/image_raw/compressed") ?? [];
    expect(Buffer.from(picture.data, "base64").subarray(0, 2).toString("hex")).toBe("ffd8");
    expect(received.get("/clock")?.length).toBeGreaterThan(3);
    expect(await call("/ubersim/get", { what: "joint", name: "Cart/Elbow" })).toMatchObject({ success: true });
    expect(await call("/ubersim/spawn", { file: "nosuch" })).toMatchObject({ success: false });
    await expect(call("/nosuch", {})).rejects.toContain("does not exist");
    move.publish({ name: ["Knee"], position: [1] });
    drive.publish({ linear: { x: 0, y: 1, z: 0 } });
    await until(() => server.log.filter((line) => line.startsWith("rosbridge:")).length >= 2);
    expect(server.log.join("\n")).toMatch(/Knee[\s\S]*sideways/);
    await server.stop();
    expect(await runVerify({ file, from: 0, plugins: [], watchdogSec: undefined })).toBe(0);
  });

  test("nonsense gets an answer or ends its own connection, and listeners change no bit", async () => {
    const hashes: string[] = [];
    for (const isWatched of [false, true]) {
      const server = await withCart();
      if (isWatched) {
        const ros = await connect(server);
        const said: Fields[] = [];
        ros.on("error", () => {});
        const socket = new WebSocket(`${server.url?.replace("http", "ws")}/rosbridge`);
        socket.onmessage = ({ data }) => void said.push(JSON.parse(String(data)));
        await new Promise((resolve) => {
          socket.onopen = resolve;
        });
        for (const topic of ["/tf", "/Cart/Cam/image_raw/compressed", "/Cart/Scan", "/nosuch"])
          socket.send(JSON.stringify({ op: "subscribe", topic }));
        for (const text of [
          "",
          "{",
          "null",
          "[]",
          "1",
          '{"op":"constructor"}',
          '{"op":"publish"}',
          '{"op":"publish","topic":"/Cart/cmd_vel","msg":7}',
          '{"op":"publish","topic":"/Cart/joint_commands","msg":{"name":"all"}}',
          '{"op":"call_service","service":"/rosapi/__proto__"}',
          // a rejected promise would end the process
          '{"op":"call_service","service":{"toString":1,"valueOf":1}}',
          '{"op":"call_service","service":"/rosapi/service_type","args":{"service":{"toString":1,"valueOf":1}}}',
        ])
          socket.send(text);
        await until(() => said.filter(({ op }) => op === "status").length >= 8);
        expect(said.every(({ op, level }) => op !== "status" || level === "error")).toBe(true);
        socket.close();
      }
      await perform(server, "step", { count: 200 });
      hashes.push(server.simulation.hash());
    }
    expect(hashes[1]).toBe(hashes[0]);
  });
});

describe("[X2] --rosbridge URL", () => {
  test("advertises and publishes, takes commands, and comes back when the other end was away", async () => {
    const bridge = new WebSocketServer({ port: 0 });
    const { port } = bridge.address() as { port: number };
    const operations: Fields[] = [];
    let connections = 0;
    bridge.on("connection", (socket) => {
      connections++;
      socket.on("message", (data) => void operations.push(JSON.parse(String(data))));
    });
    onTestFinished(() => void bridge.close());
    const server = await withCart({ rosbridge: { url: `ws://127.0.0.1:${port}` }, rate: 5 });
    await perform(server, "resume", {});
    const has = (op: string, topic: string) => operations.some((one) => one.op === op && one.topic === topic);
    await until(() => has("publish", "/tf") && has("publish", "/Cart/Cam/image_raw/compressed"));
    expect(operations).toContainEqual({ op: "advertise", topic: "/tf", type: "tf2_msgs/msg/TFMessage" });
    expect(operations).toContainEqual({ op: "subscribe", topic: "/Cart/cmd_vel", type: "geometry_msgs/msg/Twist" });
    expect(operations).toContainEqual({
      op: "advertise_service",
      service: "/ubersim/pause",
      type: "std_srvs/srv/Trigger",
    });
    // a topic is advertised before its first message
    const at = (op: string): number => operations.findIndex((one) => one.op === op && one.topic === "/Cart/Imu");
    expect(at("advertise")).toBeLessThan(at("publish"));
    const say = (operation: object): void => {
      for (const client of bridge.clients) client.send(JSON.stringify(operation));
    };
    say({ op: "publish", topic: "/Cart/cmd_vel", msg: { linear: { x: 0.5 }, angular: { z: 0 } } });
    const start = poseOf(server)[1];
    await until(() => poseOf(server)[1] > start + 0.2);
    say({ op: "call_service", id: "7", service: "/ubersim/pause", args: {} });
    await until(() => server.simulation.isPaused);
    await until(() => operations.some(({ op, id }) => op === "service_response" && id === "7"));
    expect(operations.find(({ op }) => op === "service_response")?.values).toEqual({
      success: true,
      message: expect.any(String),
    });
    for (const client of bridge.clients) client.terminate();
    await until(() => connections === 2);
    expect(server.log.join("\n")).toContain("is lost");
  });
});
