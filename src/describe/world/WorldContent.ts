// The elements of a world's document, grouped by name. The elements of an included file take the place of its `<Include>`.

import { decodeText, readNamedFile } from "../files/DocumentFile.js";
import { rootOf } from "../robot/RobotDocument.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import { XmlDocument } from "../xml/XmlDocument.js";
import type { XmlReader } from "../xml/XmlReader.js";

const MANY = [
  "Materials",
  "Light",
  "Static",
  "Object",
  "Camera",
  "Spawn",
  "Robot",
  "Event",
  "Trigger",
  "Allow",
  "Include",
];
const ONCE = ["Gravity", "Step", "Seed"];

export class WorldContent {
  readonly #roots: XmlReader[] = [];
  readonly #elements = new Map<string, XmlReader[]>();
  #isComplete = true;

  constructor(readonly context: DocumentContext) {}

  /** False: an included file has errors, so that parts of the world may be unknown. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  all(name: string): readonly XmlReader[] {
    return this.#elements.get(name) ?? [];
  }

  once(name: string): XmlReader | undefined {
    const [first, ...others] = this.all(name);
    for (const other of others) other.addRepeated();
    return first;
  }

  /** `chain`: the file itself and those that include it, outermost first. */
  gather(root: XmlReader, chain: readonly string[]): void {
    root.attribute("name");
    this.#roots.push(root);
    const guests = (this.context.kinds.guestElements ?? []).map(({ element }) => element);
    for (const element of root.all([...ONCE, ...guests, ...MANY])) {
      if (element.name === "Include") this.#isComplete = element.attempt(() => this.#include(element, chain)) ?? false;
      else this.#add(element);
    }
  }

  #add(element: XmlReader): void {
    const others = this.#elements.get(element.name);
    if (others) others.push(element);
    else this.#elements.set(element.name, [element]);
  }

  /** Gives whether everything is complete so far. */
  #include(element: XmlReader, chain: readonly string[]): boolean {
    this.context.count("files", element);
    const file = readNamedFile(element.neededAttribute("file"), element, this.context);
    if (chain.includes(file.path))
      throw element.error("INCLUDE_CYCLIC", { found: [...chain, file.path].filter((path) => path !== "").join(" > ") });
    element.finish();
    this.context.report.addFile(file.path);
    const document = new XmlDocument(decodeText(file, element), file.path, this.context.limits);
    this.gather(rootOf(document, "World", this.context), [...chain, file.path]);
    return this.#isComplete;
  }

  /** Reports the unknown elements of all files. */
  finish(): void {
    for (const root of this.#roots) root.finish();
  }
}
