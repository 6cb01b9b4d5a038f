// Reads the files that documents name (E1). A robot's path is relative, without .., inside the assets directory; a world's path
// may contain .. . The FileReader of the context knows the directory.

import { SimError, showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";

interface NamedFile {
  /** Normalized: relative, with /, .. only at the front. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads a file that this element or one of its attributes names. */
export function readNamedFile(named: string, reader: XmlReader, context: DocumentContext): NamedFile {
  const path = reader.at(() => joinPath(reader.element.document.file, named, context.trusted));
  if (context.readFile === undefined)
    throw reader.error("FILE_FORBIDDEN", { found: showValue(named), allowed: "data within the document" });
  return { path, bytes: readBytes(path, reader, context) };
}

function readBytes(path: string, reader: XmlReader, context: DocumentContext): Uint8Array {
  let bytes: Uint8Array | undefined;
  try {
    bytes = context.readFile?.(path);
  } catch (problem) {
    if (problem instanceof SimError) throw reader.place(problem);
    throw reader.error("FILE_MISSING", { found: showValue(path) });
  }
  if (!(bytes instanceof Uint8Array)) throw reader.error("FILE_MISSING", { found: showValue(path) });
  const max = context.limits.bytes;
  if (bytes.length > max)
    throw reader.error("DOCUMENT_TOO_LARGE", {
      found: `${showValue(path)} of ${bytes.length} bytes`,
      allowed: `files of at most ${max} bytes`,
    });
  return bytes;
}

/** Longer than any path of a file system. */
const LONGEST_PATH = 4096;

/** The path of a file, relative to the file that names it. `mayClimb`: .. is allowed. */
export function joinPath(from: string | undefined, named: string, mayClimb: boolean): string {
  const refuse = (): never => {
    throw new SimError("FILE_FORBIDDEN", {
      where: "",
      found: showValue(named),
      ...(mayClimb ? { allowed: "a relative path" } : {}),
    });
  };
  // no absolute path, no drive, no backslash
  if (named === "" || named.length > LONGEST_PATH || /^\/|[\\:\p{Cc}]/u.test(named)) refuse();
  const parts = (from ?? "").split("/").slice(0, -1);
  for (const part of named.split("/")) {
    if (part === "." || part === "") continue;
    if (part !== "..") parts.push(part);
    else if (!mayClimb) refuse();
    else if (parts.length === 0 || parts[parts.length - 1] === "..") parts.push("..");
    // the root has no parent
    else if (parts.pop() === "") refuse();
  }
  return parts.join("/");
}

/** The text of a file; bytes that are not UTF-8 are an error. */
export function decodeText(file: NamedFile, reader: XmlReader): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    throw reader.error("FILE_MISSING", {
      found: `${showValue(file.path)}, which is not UTF-8`,
      allowed: "a text file",
    });
  }
}
