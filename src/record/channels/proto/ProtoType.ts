// Types of protobuf messages as plain data, and their descriptors as a FileDescriptorSet (X2): what a reader of a recording needs to
// decode a channel. Messages of one package are in one file; Timestamp and Duration come from the library.

import { create, toBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  EnumValueDescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
  OneofDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import type { RecordSchema } from "../../RecordSink.js";

export type ScalarType = "double" | "float" | "int32" | "uint32" | "uint64" | "bool" | "string" | "bytes" | "fixed32";

/** An enum is nested in the message that uses it; its values count up from 0. */
export interface EnumType {
  readonly enum: string;
  readonly values: readonly string[];
}

export interface MessageType {
  /** Full name: "foxglove.Pose". */
  readonly name: string;
  readonly fields: readonly FieldType[];
}

export interface FieldType {
  readonly name: string;
  readonly number: number;
  readonly type: ScalarType | EnumType | MessageType;
  readonly isRepeated?: boolean;
  /** True: a value of zero is told from no value. */
  readonly isOptional?: boolean;
}

/** The field types of a message, by name: [number, type], and "repeated" or "optional". */
type Fields = Readonly<Record<string, readonly [number, FieldType["type"], ("repeated" | "optional")?]>>;

export const message = (name: string, fields: Fields): MessageType => ({
  name,
  fields: Object.entries(fields).map(([field, [number, type, rule]]) => ({
    name: field,
    number,
    type,
    isRepeated: rule === "repeated",
    isOptional: rule === "optional",
  })),
});

export const TIMESTAMP = message("google.protobuf.Timestamp", { seconds: [1, "uint64"], nanos: [2, "int32"] });
export const DURATION = message("google.protobuf.Duration", { seconds: [1, "uint64"], nanos: [2, "int32"] });

const LIBRARY: Readonly<Record<string, FileDescriptorProto>> = {
  [TIMESTAMP.name]: file_google_protobuf_timestamp.proto,
  [DURATION.name]: file_google_protobuf_duration.proto,
};

const packageOf = ({ name }: MessageType): string => name.slice(0, name.lastIndexOf("."));
const shortName = ({ name }: MessageType): string => name.slice(name.lastIndexOf(".") + 1);
const fileOf = (type: MessageType): string => LIBRARY[type.name]?.name ?? `${packageOf(type)}.proto`;
export const isMessage = (type: FieldType["type"]): type is MessageType => typeof type === "object" && "fields" in type;

const schemas = new WeakMap<MessageType, RecordSchema>();

/** The schema of a channel with messages of this type. */
export function protoSchema(type: MessageType): RecordSchema {
  let schema = schemas.get(type);
  if (!schema) {
    schema = { name: type.name, encoding: "protobuf", data: describeSet(type) };
    schemas.set(type, schema);
  }
  return schema;
}

function describeSet(root: MessageType): Uint8Array {
  const types = new Map<string, MessageType>();
  collect(root, types);
  const own = [...types.values()].filter(({ name }) => !LIBRARY[name]);
  const library = [...types.keys()].flatMap((name) => LIBRARY[name] ?? []);
  const packages = [...new Set(own.map(packageOf))];
  // a file comes after the files that it imports: the root's package is last
  const inOrder = packages.sort((a, b) => Number(a === packageOf(root)) - Number(b === packageOf(root)));
  const files = inOrder.map((name) => describeFile(own.filter((type) => packageOf(type) === name)));
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...library, ...files] }));
}

function collect(type: MessageType, into: Map<string, MessageType>): void {
  if (into.has(type.name)) return;
  into.set(type.name, type);
  for (const field of type.fields) if (isMessage(field.type)) collect(field.type, into);
}

function describeFile(types: readonly MessageType[]): FileDescriptorProto {
  const used = types.flatMap(({ fields }) => fields.flatMap(({ type }) => (isMessage(type) ? [fileOf(type)] : [])));
  const name = fileOf(types[0]);
  return create(FileDescriptorProtoSchema, {
    name,
    package: packageOf(types[0]),
    syntax: "proto3",
    dependency: [...new Set(used)].filter((file) => file !== name),
    messageType: types.map(describeMessage),
  });
}

function describeMessage(type: MessageType): DescriptorProto {
  const enums = type.fields.flatMap((field) =>
    typeof field.type === "object" && "enum" in field.type ? [field.type] : [],
  );
  const optional = type.fields.filter(({ isOptional }) => isOptional);
  return create(DescriptorProtoSchema, {
    name: shortName(type),
    field: type.fields.map((field) => ({ ...describeField(type, field), ...oneofOf(optional, field) })),
    enumType: enums.map(({ enum: name, values }) =>
      create(EnumDescriptorProtoSchema, {
        name,
        value: values.map((value, number) => create(EnumValueDescriptorProtoSchema, { name: value, number })),
      }),
    ),
    oneofDecl: optional.map(({ name }) => create(OneofDescriptorProtoSchema, { name: `_${name}` })),
  });
}

/** An optional field of proto3 is a oneof of its own. */
function oneofOf(optional: readonly FieldType[], field: FieldType) {
  const oneofIndex = optional.indexOf(field);
  return oneofIndex < 0 ? {} : { oneofIndex, proto3Optional: true };
}

function describeField(owner: MessageType, { name, number, type, isRepeated }: FieldType) {
  const label = isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL;
  const common = { name, number, label, jsonName: name };
  if (typeof type === "string") return create(FieldDescriptorProtoSchema, { ...common, type: SCALARS[type] });
  if (isMessage(type))
    return create(FieldDescriptorProtoSchema, {
      ...common,
      type: FieldDescriptorProto_Type.MESSAGE,
      typeName: `.${type.name}`,
    });
  const typeName = `.${owner.name}.${type.enum}`;
  return create(FieldDescriptorProtoSchema, { ...common, type: FieldDescriptorProto_Type.ENUM, typeName });
}

const SCALARS: Readonly<Record<ScalarType, FieldDescriptorProto_Type>> = {
  double: FieldDescriptorProto_Type.DOUBLE,
  float: FieldDescriptorProto_Type.FLOAT,
  int32: FieldDescriptorProto_Type.INT32,
  uint32: FieldDescriptorProto_Type.UINT32,
  uint64: FieldDescriptorProto_Type.UINT64,
  bool: FieldDescriptorProto_Type.BOOL,
  string: FieldDescriptorProto_Type.STRING,
  bytes: FieldDescriptorProto_Type.BYTES,
  fixed32: FieldDescriptorProto_Type.FIXED32,
};
