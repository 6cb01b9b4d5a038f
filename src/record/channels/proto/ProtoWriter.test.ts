// What is written is read back by the library, through the description that goes into the file.

import { createFileRegistry, fromBinary, type Message } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAMERA_CALIBRATION, FRAME_TRANSFORMS, JOINT_STATES, LOG, SCENE_UPDATE } from "../FoxgloveTypes.js";
import { SampleTypes } from "../OwnTypes.js";
import { type MessageType, protoSchema } from "./ProtoType.js";
import { encodeMessage, type ProtoData, ProtoWriter, splitTime } from "./ProtoWriter.js";

// biome-ignore lint/suspicious/noExplicitAny: messages of any type
function decode(type: MessageType, bytes: Uint8Array): Message & Record<string, any> {
  const { name, data } = protoSchema(type);
  const described = createFileRegistry(fromBinary(FileDescriptorSetSchema, data)).getMessage(name);
  if (!described) throw new Error(`${name} is not described`);
  return fromBinary(described, bytes);
}

const through = (type: MessageType, data: ProtoData) => decode(type, encodeMessage(type, data));

describe("[X2] protobuf messages", () => {
  it("keep text, enums, times and numbers", () => {
    const log = through(LOG, { timestamp: splitTime(12_000_000_345), level: 4, message: "ä\n", name: "n", line: 7 });
    expect(log).toMatchObject({ level: 4, message: "ä\n", name: "n", line: 7 });
    expect(log.timestamp).toMatchObject({ seconds: 12n, nanos: 345 });
  });

  it("keep lists, nested messages, and optional zeros", () => {
    const joints = [{ name: "a", position: 0, velocity: -1.5 }, { name: "b" }];
    const read = through(JOINT_STATES, { joints });
    expect(read.joints).toMatchObject([{ name: "a", position: 0, velocity: -1.5 }, { name: "b" }]);
    expect(read.joints[1].position).toBeUndefined();
    expect(read.joints[0].effort).toBeUndefined();
    const K = [1, 0, 160, 0, 1, 120, 0, 0, 1];
    expect(through(CAMERA_CALIBRATION, { width: 320, K })).toMatchObject({ width: 320, K });
    const cube = { pose: { position: { x: 1, y: 0, z: -2 } }, size: { x: 1 } };
    const scene = through(SCENE_UPDATE, {
      deletions: [{ type: 1 }],
      entities: [{ id: "e", frame_locked: true, cubes: [cube] }],
    });
    expect(scene.deletions[0].type).toBe(1);
    expect(scene.entities[0]).toMatchObject({ id: "e", frameLocked: true, arrows: [], models: [] });
    expect(scene.entities[0].cubes[0].pose.position).toMatchObject({ x: 1, y: 0, z: -2 });
  });

  it("keep nested messages of every length", () => {
    fc.assert(
      fc.property(fc.nat(70_000), (length) => {
        const child_frame_id = "x".repeat(length);
        const { transforms } = through(FRAME_TRANSFORMS, { transforms: [{ child_frame_id }, { child_frame_id: "y" }] });
        expect([transforms[0].childFrameId.length, transforms[1].childFrameId]).toEqual([length, "y"]);
      }),
      { numRuns: 40, examples: [[0], [127 - 3], [128], [16_383], [16_384]] },
    );
  });

  it("keep whole numbers, negative ones too", () => {
    const types = new SampleTypes();
    const type = types.of("Probe", [
      { name: "count", type: "int32", unit: "" },
      { name: "big", type: "uint32", unit: "" },
    ]);
    fc.assert(
      fc.property(fc.integer({ min: -0x80000000, max: 0x7fffffff }), fc.nat(0xffffffff), (count, big) => {
        const bytes = new ProtoWriter().tag(2, 0).varint(count).tag(3, 0).varint(big).bytes;
        expect(decode(type, bytes)).toMatchObject({ count, big });
      }),
    );
  });

  it("of devices have the names of their fields, made safe; another list of fields is another type", () => {
    const types = new SampleTypes();
    const field = (name: string) => ({ name, type: "float32", unit: "m" }) as const;
    const first = types.of("My-Sensor", [field("a b"), field("a b"), field("timestamp"), field("1st")]);
    expect(first.fields.map(({ name }) => name)).toEqual(["timestamp", "a_b", "a_b_2", "timestamp_3", "_1st"]);
    expect(first.name).toBe("ubersim.My_Sensor");
    expect(types.of("My-Sensor", [field("c")]).name).toBe("ubersim.My_Sensor_v2");
    expect(types.of("My-Sensor", [field("c")])).toBe(types.of("My-Sensor", [field("c")]));
    expect(protoSchema(first).data.length).toBeGreaterThan(100);
  });
});
