// The league's messages (F3): examples written by other programs, the .proto files compared with the generated code, and Debian's
// protoc as an independent reader of our bytes.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  clone,
  create,
  type DescField,
  type DescFile,
  type DescMessage,
  equals,
  fromBinary,
  type Message,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { file_GrSim } from "../../src/leagues/ssl/wire/GrSim_pb.js";
import { file_SslCi } from "../../src/leagues/ssl/wire/SslCi_pb.js";
import { file_SslCommon, Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { file_SslReferee } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import {
  file_SslSimulation,
  RobotControlSchema,
  SimulationSyncResponseSchema,
  SimulatorCommandSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { file_SslTracker } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import { file_SslVision } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { RandomStream } from "../../src/math/RandomStream.js";

const PROTO = fileURLToPath(new URL("../../proto/", import.meta.url));
const FILES: Readonly<Record<string, DescFile>> = {
  "GrSim.proto": file_GrSim,
  "SslCi.proto": file_SslCi,
  "SslCommon.proto": file_SslCommon,
  "SslReferee.proto": file_SslReferee,
  "SslSimulation.proto": file_SslSimulation,
  "SslTracker.proto": file_SslTracker,
  "SslVision.proto": file_SslVision,
};

const withNested = (message: DescMessage): readonly DescMessage[] => [
  message,
  ...message.nestedMessages.flatMap(withNested),
];
const MESSAGES = Object.values(FILES).flatMap((file) => file.messages.flatMap(withNested));

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("examples of other programs", () => {
  const control = create(RobotControlSchema, {
    robotCommands: [
      {
        id: 3,
        moveCommand: { command: { case: "localVelocity", value: { forward: 1.5, left: -0.25, angular: 2 } } },
        kickSpeed: 4,
        kickAngle: 45,
        dribblerSpeed: 1000,
      },
    ],
  });
  const controlHex = "0a2408031211120f0d0000c03f15000080be1d000000401d0000804025000034422d00007a44";
  const command = create(SimulatorCommandSchema, {
    control: {
      teleportBall: { x: 1, y: -2 },
      teleportRobot: [{ id: { id: 5, team: Team.BLUE }, x: 1, y: 2, orientation: 0.5, present: true }],
      simulationSpeed: 2,
    },
  });
  const commandHex = "0a2a0a0a0d0000803f15000000c012170a0408051002150000803f1d00000040250000003f40011d00000040";

  it("[F3] RobotControl, written and read", () => {
    expect(hex(toBinary(RobotControlSchema, control))).toBe(controlHex);
    expect(equals(RobotControlSchema, fromBinary(RobotControlSchema, Buffer.from(controlHex, "hex")), control)).toBe(
      true,
    );
  });

  it("[F3] SimulatorCommand, written and read", () => {
    expect(hex(toBinary(SimulatorCommandSchema, command))).toBe(commandHex);
    const read = fromBinary(SimulatorCommandSchema, Buffer.from(commandHex, "hex"));
    expect(equals(SimulatorCommandSchema, read, command)).toBe(true);
    // unset is not zero
    expect(Object.hasOwn(read.control?.teleportBall ?? {}, "z")).toBe(false);
  });

  it("[F3] readers of the draft skip the additional fields of a synchronous answer", () => {
    const known = ["detection", "robot_control_response"];
    const own = SimulationSyncResponseSchema.fields.filter(({ name }) => !known.includes(name));
    expect(own.map(({ name, number }) => [name, number])).toEqual([
      ["referee", 1000],
      ["geometry", 1001],
    ]);
  });
});

// ---- the .proto files

interface Declared {
  readonly fields: Map<string, string>;
  readonly enums: Map<string, number>;
}

/** Reads the part of the language that our files use: nested blocks, fields, enum values, oneofs. */
function readProto(text: string): Declared {
  const [fields, enums] = [new Map<string, string>(), new Map<string, number>()];
  const path: { kind: string; name: string }[] = [];
  const scope = (): string => path.flatMap(({ kind, name }) => (kind === "oneof" ? [] : [name])).join(".");
  for (const line of text
    .replace(/\/\/.*$/gm, "")
    .split("\n")
    .map((part) => part.trim())) {
    const block = /^(message|enum|oneof) (\w+) \{$/.exec(line);
    const field = /^(?:(required|optional|repeated) )?([\w.]+) (\w+) = (\d+)( \[.*\])?;$/.exec(line);
    const value = /^(\w+) = (\d+);$/.exec(line);
    if (block) path.push({ kind: block[1], name: block[2] });
    else if (line === "}") path.pop();
    else if (value && path.at(-1)?.kind === "enum") enums.set(`${scope()}.${value[1]}`, Number(value[2]));
    else if (field && path.length > 0)
      fields.set(`${scope()}.${field[3]}`, `${field[4]} ${field[1] ?? "oneof"} ${field[2].split(".").at(-1)}`);
    else if (!/^(syntax|import|reserved|$)/.test(line)) throw new Error(`not understood: ${line}`);
  }
  return { fields, enums };
}

const PRESENCE = ["", "optional", "optional", "required"];
function declarationOf(field: DescField): string {
  const label = field.oneof ? "oneof" : field.fieldKind === "list" ? "repeated" : PRESENCE[field.presence];
  const type = field.message?.name ?? field.enum?.name ?? ScalarType[field.scalar ?? 0].toLowerCase();
  return `${field.number} ${label} ${type}`;
}

describe("proto/*.proto", () => {
  it("[F3] generated code exists for every file", () => {
    expect(readdirSync(PROTO).filter((name) => name.endsWith(".proto"))).toEqual(Object.keys(FILES));
  });

  it.each(Object.entries(FILES))("[F3] %s agrees with the generated code, number by number", (name, file) => {
    const declared = readProto(readFileSync(PROTO + name, "utf8"));
    const messages = file.messages.flatMap(withNested);
    const fields = messages.flatMap((message) =>
      message.fields.map((field) => [`${message.typeName}.${field.name}`, declarationOf(field)] as const),
    );
    expect(Object.fromEntries(declared.fields)).toEqual(Object.fromEntries(fields));
    const enums = [...file.enums, ...messages.flatMap((message) => message.nestedEnums)];
    const values = enums.flatMap((one) => one.values.map((v) => [`${one.typeName}.${v.name}`, v.number] as const));
    expect(Object.fromEntries(declared.enums)).toEqual(Object.fromEntries(values));
  });
});

// ---- protoc

const hasProtoc = ((): boolean => {
  try {
    return execFileSync("protoc", ["--version"]).length > 0;
  } catch {
    return false;
  }
})();

/** Text or bytes that cannot be read as a message by chance: 0x7e would be wire type 6. */
const MARK = "~";

class Filler {
  readonly #draw: RandomStream;
  constructor(
    seed: number,
    /** Which of a oneof's fields is set. */
    readonly choice: number,
  ) {
    this.#draw = new RandomStream(seed);
  }

  fill(schema: DescMessage): Message {
    const message = create(schema) as Message & Record<string, unknown>;
    for (const member of schema.members) {
      if (member.kind === "oneof") {
        const field = member.fields[this.choice % member.fields.length];
        message[member.localName] = { case: field.localName, value: this.#value(field) };
      } else if (member.fieldKind === "list") {
        const count = 1 + this.#draw.integer(3);
        const list = Array.from({ length: count }, () => this.#value(member));
        // the first byte of packed numbers gets the same mark as texts
        if (member.packed) list[0] = MARK.charCodeAt(0);
        message[member.localName] = list;
      } else message[member.localName] = this.#value(member);
    }
    return message;
  }

  #value(field: DescField): unknown {
    if (field.message) return this.fill(field.message);
    if (field.enum) return field.enum.values[this.#draw.integer(field.enum.values.length)].number;
    return this.#scalar(field.scalar as ScalarType);
  }

  #scalar(type: ScalarType): unknown {
    const draw = this.#draw;
    const whole = (BigInt(draw.nextUint32()) << 32n) | BigInt(draw.nextUint32());
    switch (type) {
      case ScalarType.BOOL:
        return draw.integer(2) === 1;
      case ScalarType.STRING:
        return `${MARK}text-${draw.integer(1000)}-"ö"`;
      case ScalarType.BYTES:
        return Uint8Array.from([MARK.charCodeAt(0), draw.integer(256), draw.integer(256), 0]);
      case ScalarType.FLOAT:
        return Math.fround(draw.normal(0, 1000));
      case ScalarType.DOUBLE:
        return draw.normal(0, 1e9);
      case ScalarType.UINT32:
        return draw.nextUint32();
      case ScalarType.INT32:
        return draw.nextUint32() | 0;
      case ScalarType.INT64:
      case ScalarType.SINT64:
        return BigInt.asIntN(64, whole);
      case ScalarType.UINT64:
        return whole;
      default:
        throw new Error(`no such field in our files: ${ScalarType[type]}`);
    }
  }
}

/** The output of `protoc --decode_raw`, computed from the message instead of the bytes. */
function rawText(schema: DescMessage, message: Message, indent = ""): string {
  const values = message as Message & Record<string, unknown>;
  let text = "";
  for (const field of [...schema.fields].sort((a, b) => a.number - b.number)) {
    const chosen = field.oneof && (values[field.oneof.localName] as { case?: string; value?: unknown });
    const value = field.oneof ? (chosen?.case === field.localName ? chosen.value : undefined) : values[field.localName];
    if (value === undefined) continue;
    const all = field.fieldKind === "list" ? (value as unknown[]) : [value];
    if (field.fieldKind === "list" && field.packed)
      text += `${indent}${field.number}: "${escaped(all.flatMap((one) => varint(BigInt(one as number))))}"\n`;
    else
      for (const one of all)
        text += field.message
          ? `${indent}${field.number} {\n${rawText(field.message, one as Message, `${indent}  `)}${indent}}\n`
          : `${indent}${field.number}: ${rawScalar(field, one)}\n`;
  }
  return text;
}

function rawScalar(field: DescField, value: unknown): string {
  const bits = new DataView(new ArrayBuffer(8));
  switch (field.scalar) {
    case ScalarType.FLOAT:
      bits.setFloat32(0, value as number);
      return `0x${bits.getUint32(0).toString(16).padStart(8, "0")}`;
    case ScalarType.DOUBLE:
      bits.setFloat64(0, value as number);
      return `0x${bits.getBigUint64(0).toString(16).padStart(16, "0")}`;
    case ScalarType.STRING:
      return `"${escaped([...Buffer.from(value as string)])}"`;
    case ScalarType.BYTES:
      return `"${escaped([...(value as Uint8Array)])}"`;
    case ScalarType.SINT64:
      return String(BigInt.asUintN(64, ((value as bigint) << 1n) ^ ((value as bigint) >> 63n)));
    default:
      return String(BigInt.asUintN(64, BigInt(value as number)));
  }
}

function varint(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)];
}

const ESCAPES: Readonly<Record<number, string>> = { 10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\" };
const escaped = (bytes: readonly number[]): string =>
  bytes
    .map((byte) =>
      byte in ESCAPES
        ? ESCAPES[byte]
        : byte >= 32 && byte < 127
          ? String.fromCharCode(byte)
          : `\\${byte.toString(8).padStart(3, "0")}`,
    )
    .join("");

describe.skipIf(!hasProtoc)("protoc", () => {
  it("[F3] compiles our .proto files to the descriptors of the generated code", () => {
    const folder = mkdtempSync(join(tmpdir(), "ubersim-proto-"));
    const out = join(folder, "set");
    try {
      execFileSync("protoc", [`-I${PROTO}`, `--descriptor_set_out=${out}`, ...Object.keys(FILES)]);
      const set = fromBinary(FileDescriptorSetSchema, readFileSync(out));
      for (const theirs of set.file) {
        const ours = clone(FileDescriptorProtoSchema, FILES[theirs.name].proto);
        expect(plain(ours), theirs.name).toEqual(plain(theirs));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(MESSAGES.map((message) => [message.typeName, message] as const))("[F3] reads our %s", (_, schema) => {
    const cases = Math.max(3, ...schema.oneofs.map((oneof) => oneof.fields.length));
    for (let i = 0; i < cases; i++) {
      const message = new Filler(i + 1, i).fill(schema);
      const bytes = toBinary(schema, message);
      expect(equals(schema, fromBinary(schema, bytes), message)).toBe(true);
      const printed = execFileSync("protoc", ["--decode_raw"], { input: bytes, encoding: "utf8" });
      expect(printed).toBe(rawText(schema, message));
    }
  });
});

const NOT_COMPARED = ["jsonName", "syntax", "edition", "$typeName", "$unknown"];

/** Removes JSON names, which only protoc adds; rounds defaults of floats, which protoc prints with too many digits. */
function plain(file: FileDescriptorProto): unknown {
  const keep = (key: string, value: unknown): unknown => {
    if (NOT_COMPARED.includes(key)) return undefined;
    return key === "defaultValue" && Number.isFinite(Number(value)) ? Math.fround(Number(value)) : value;
  };
  return JSON.parse(JSON.stringify(file, keep));
}
