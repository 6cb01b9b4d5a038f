// The names of a world's parts. They are unique among parts of one sort; robots, objects and statics are of one sort: entity.

import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";

type NamedSort = "entity" | "light" | "camera" | "spawn" | "event";

export class WorldNames {
  readonly #taken = new Set<string>();
  readonly #nameless = new Set<NamedSort>();

  constructor(readonly context: DocumentContext) {}

  /** The name of an element, or `standIn`. A wrong name is recorded, and the element is read on. */
  take(element: XmlReader, sort: NamedSort, standIn?: string): string {
    const name = element.part(() => {
      const given = element.attribute("name") ?? standIn ?? element.neededAttribute("name");
      return this.context.checkName(given, element);
    });
    if (name === undefined) this.#nameless.add(sort);
    else this.add(element, sort, name);
    return name ?? "";
  }

  add(element: XmlReader, sort: NamedSort, name: string): void {
    const key = `${sort}/${name}`;
    if (this.#taken.has(key)) this.context.report.add(element.error("NAME_TAKEN", { found: `"${name}" twice` }));
    this.#taken.add(key);
  }

  /** True: a part of this sort has the name, or may have it, because its own name could not be read. */
  mayHave(sort: NamedSort, name: string): boolean {
    return this.#nameless.has(sort) || this.#taken.has(`${sort}/${name}`);
  }
}
