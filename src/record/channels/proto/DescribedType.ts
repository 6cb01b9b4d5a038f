// The type of a channel's messages, by the description that the file carries. The file may be damaged, or of another program.

import { createFileRegistry, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** `data`: a FileDescriptorSet. Undefined: it is damaged, or does not have this type. */
export function describedType(name: string, data: Uint8Array): DescMessage | undefined {
  try {
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, data)).getMessage(name);
  } catch {
    return undefined;
  }
}
