// The text of every definition that is written, read by the parser that is published beside the definitions.

import { parse } from "@foxglove/rosmsg";
import common from "@foxglove/rosmsg-msgs-common";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { describe, expect, test } from "vitest";
import { definitionsOf, definitionText, encodeRos, type RosType } from "./RosDefinitions.js";
import { rosJson } from "./RosJson.js";
import { RosNames, rosName } from "./RosNames.js";

const TYPES: readonly RosType[] = [
  "tf2_msgs/msg/TFMessage",
  "sensor_msgs/msg/JointState",
  "sensor_msgs/msg/CompressedImage",
  "sensor_msgs/msg/Image",
  "sensor_msgs/msg/CameraInfo",
  "sensor_msgs/msg/LaserScan",
  "sensor_msgs/msg/PointCloud2",
  "sensor_msgs/msg/Imu",
  "sensor_msgs/msg/Range",
  "nav_msgs/msg/Odometry",
  "geometry_msgs/msg/TwistStamped",
  "geometry_msgs/msg/WrenchStamped",
  "visualization_msgs/msg/MarkerArray",
  "rcl_interfaces/msg/Log",
  "rosgraph_msgs/msg/Clock",
  "std_msgs/msg/String",
  "std_msgs/msg/Float64",
  "std_msgs/msg/Float64MultiArray",
];

describe("[X2] definitions of ROS 2", () => {
  test.each(TYPES)("%s: the text says what is published, with all types that it uses", (type) => {
    const text = definitionText(type);
    const [own, ...used] = parse(text, { ros2: true, skipTypeFixup: true });
    const published = common.ros2humble as unknown as Record<string, { definitions: readonly object[] }>;
    const fieldsOf = (fields: readonly object[]) =>
      fields.map((field) => ({ ...field, isComplex: undefined, value: undefined }));
    const [first, ...rest] = definitionsOf(type);
    expect(fieldsOf(own.definitions)).toEqual(fieldsOf(published[first.name ?? ""].definitions));
    expect(used.map(({ name }) => name)).toEqual(rest.map(({ name }) => name));
    // every type that a field names is there
    for (const { definitions } of [own, ...used])
      for (const field of definitions)
        if (field.type.includes("/")) expect(rest.map(({ name }) => name)).toContain(field.type);
  });

  test("a message that is left empty is written and read, in CDR and in JSON", () => {
    for (const type of TYPES) {
      const bytes = encodeRos(type, {});
      const read = new MessageReader(parse(definitionText(type), { ros2: true })).readMessage<object>(bytes);
      expect(Object.keys(rosJson(type, {}) as object)).toEqual(Object.keys(read));
    }
  });

  test("JSON: bytes are base64, numbers that JSON does not have are null", () => {
    const scan = rosJson("sensor_msgs/msg/LaserScan", { ranges: [1, Number.POSITIVE_INFINITY] });
    expect(scan).toMatchObject({ ranges: [1, null], header: { stamp: { sec: 0, nanosec: 0 }, frame_id: "" } });
    const image = rosJson("sensor_msgs/msg/CompressedImage", { data: new Uint8Array([1, 2, 3]) });
    expect(image).toMatchObject({ data: "AQID" });
  });
});

test("names: what ROS does not allow is replaced, and two sources do not share a name", () => {
  expect(rosName("/sensors", "My Robot", "IR-1")).toBe("/sensors/My_Robot/IR_1");
  expect(rosName("3 Näher__x")).toBe("/n3_N_her_x");
  const names = new RosNames();
  expect([names.of("a b", "/a_b"), names.of("a-b", "/a_b"), names.of("a b", "/a_b")]).toEqual([
    "/a_b",
    "/a_b_2",
    "/a_b",
  ]);
});
