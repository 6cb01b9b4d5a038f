// Files that documents name (E1). A client's are relative paths inside the directory of assets, without ..; a world's
// own may lead out of its directory. Which directory that is, whoever reads the files knows.

import { SimError, showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";

export interface NamedFile {
  /** Normal: relative, / between its parts, .. only at the front. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads the file that is named at this element, or in this attribute of it. */
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
  const most = context.limits.bytes;
  if (bytes.length > most)
    throw reader.error("DOCUMENT_TOO_LARGE", {
      found: `${showValue(path)} of ${bytes.length} bytes`,
      allowed: `files of at most ${most} bytes`,
    });
  return bytes;
}

/** More than any file system has. */
const LONGEST_PATH = 4096;

/** A path beside the file that names it. */
export function joinPath(from: string | undefined, named: string, mayClimb: boolean): string {
  const refuse = (): never => {
    throw new SimError("FILE_FORBIDDEN", {
      where: "",
      found: showValue(named),
      ...(mayClimb ? { allowed: "a relative path" } : {}),
    });
  };
  // neither an absolute path, nor a drive, nor another system's separators
  if (named === "" || named.length > LONGEST_PATH || /^\/|[\\:\p{Cc}]/u.test(named)) refuse();
  const parts = (from ?? "").split("/").slice(0, -1);
  for (const part of named.split("/")) {
    if (part === "." || part === "") continue;
    if (part !== "..") parts.push(part);
    else if (!mayClimb) refuse();
    else if (parts.length === 0 || parts[parts.length - 1] === "..") parts.push("..");
    // nothing is above the root
    else if (parts.pop() === "") refuse();
  }
  return parts.join("/");
}

/** Text of a file; bytes that are no UTF-8 are an error. */
export function decodeText(file: NamedFile, reader: XmlReader): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    throw reader.error("FILE_MISSING", { found: `${showValue(file.path)}, which is no UTF-8`, allowed: "a text file" });
  }
}
