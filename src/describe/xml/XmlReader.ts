// Reads one XML element (ElementReader.ts). It remembers which children and attributes were read; `finish` reports all others
// as errors, or as warnings if the reader is lenient (R7).

import { fromAxisAngle, type Quat } from "../../math/Quat.js";
import { length, type Vec3 } from "../../math/Vec3.js";
import { checkQuat } from "../Check.js";
import type { DocumentReport } from "../DocumentReport.js";
import { type ErrorCode, type ErrorDetail, nearestName, SimError, showValue, unknownName } from "../SimError.js";
import type { ElementReader, NumberRange } from "./ElementReader.js";
import { parseNumber, parseNumbers, trimXml } from "./NumberText.js";
import type { XmlElement } from "./XmlDocument.js";

export class XmlReader implements ElementReader {
  /** Names of children that the reader knows. */
  readonly #known = new Set<string>();
  readonly #knownAttributes = new Set<string>();
  /** Children by name, and their readers. */
  readonly #byName = new Map<string, XmlElement[]>();
  readonly #readers = new Map<XmlElement, XmlReader>();
  #isTextRead = false;
  #finished = false;

  constructor(
    readonly element: XmlElement,
    readonly report: DocumentReport,
  ) {
    for (const child of element.children) {
      const others = this.#byName.get(child.name);
      if (others) others.push(child);
      else this.#byName.set(child.name, [child]);
    }
  }

  get name(): string {
    return this.element.name;
  }

  get where(): string {
    return pathOf(this.element);
  }

  // ---- one value

  attribute(name: string): string | undefined {
    this.#knownAttributes.add(name);
    const value = this.element.attributes.get(name);
    return value === undefined ? undefined : trimXml(value);
  }

  neededAttribute(name: string): string {
    const value = this.attribute(name);
    if (value !== undefined) return value;
    for (const other of this.element.attributes.keys())
      if (!this.#knownAttributes.has(other) && nearestName(other, [name]) === name)
        throw this.place(unknownName("ATTRIBUTE_UNKNOWN", "", other, [...this.#knownAttributes].sort(), name));
    throw this.error("ATTRIBUTE_MISSING", { found: "nothing", allowed: `${name}="..."` });
  }

  /** The text of the element without white space at its ends. */
  ownText(): string {
    this.#isTextRead = true;
    return trimXml(this.element.text);
  }

  text(child: string): string | undefined {
    return this.child(child)?.ownText();
  }

  number(child: string, range?: NumberRange): number | undefined {
    const reader = this.child(child);
    return reader?.attempt(() => reader.ownNumber(range));
  }

  numberAttribute(name: string, range: NumberRange = {}): number | undefined {
    const text = this.attribute(name);
    return text === undefined ? undefined : this.part(() => this.#checkNumber(text, range));
  }

  ownNumber(range: NumberRange = {}): number {
    return this.#checkNumber(this.ownText(), range);
  }

  #checkNumber(text: string, range: NumberRange): number {
    const value = this.at(() => parseNumber(text, range.infinite === true));
    const isLarge = range.above === undefined ? value >= (range.min ?? Number.NEGATIVE_INFINITY) : value > range.above;
    if (!isLarge || value > (range.max ?? Number.POSITIVE_INFINITY) || (range.whole && !Number.isSafeInteger(value)))
      throw this.error("VALUE_OUT_OF_RANGE", { found: value, allowed: rangeText(range) });
    return value;
  }

  numbers(child: string): readonly number[] | undefined {
    const reader = this.child(child);
    return reader?.attempt(() => reader.ownNumbers());
  }

  ownNumbers(): readonly number[] {
    return this.at(() => parseNumbers(this.ownText()));
  }

  flag(child: string): boolean | undefined {
    const text = this.text(child);
    if (text === undefined) return undefined;
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    this.report.add(this.error("TYPE_WRONG", { found: showValue(text), allowed: "true or false" }, child));
    return undefined;
  }

  word<K extends string>(child: string, words: readonly K[]): K | undefined {
    const reader = this.child(child);
    const text = reader?.ownText() as K | undefined;
    if (reader === undefined || text === undefined || words.includes(text)) return text;
    this.report.add(reader.place(unknownName("KIND_UNKNOWN", "", text, words)));
    return undefined;
  }

  vector(child: string): Vec3 | undefined {
    const reader = this.child(child);
    return reader?.attempt(() => reader.ownVector());
  }

  /** The elements `<x>`, `<y>`, `<z>`, or the text `x y z`. */
  ownVector(): Vec3 {
    if (this.element.children.length > 0) {
      const [x, y, z] = ["x", "y", "z"].map((name) => this.part(() => this.needed(name).ownNumber()));
      const { report } = this;
      return Object.freeze([report.require(x), report.require(y), report.require(z)] as const);
    }
    this.known("x", "y", "z");
    const numbers = this.ownNumbers();
    if (numbers.length !== 3)
      throw this.error("LENGTH_WRONG", { found: showValue(this.ownText()), allowed: "three numbers x y z" });
    return Object.freeze(numbers) as unknown as Vec3;
  }

  /** `<angle>` in rad about `<axis>`, which may have any length. */
  orientation(child: string): Quat | undefined {
    const reader = this.child(child);
    return reader?.attempt(() => reader.#ownOrientation());
  }

  #ownOrientation(): Quat {
    const [givenAngle, givenAxis] = [
      this.part(() => this.needed("angle").ownNumber()),
      this.part(() => this.needed("axis").ownVector()),
    ];
    const [angle, axis] = [this.report.require(givenAngle), this.report.require(givenAxis)];
    const size = length(axis);
    if (!(size > 1e-9 && Number.isFinite(size))) throw this.error("AXIS_ZERO", { found: axis.join(" ") }, "axis");
    return this.at(() => checkQuat(fromAxisAngle(axis, angle), ""));
  }

  // ---- elements

  child(name: string): XmlReader | undefined {
    const [first, ...others] = this.children(name);
    for (const other of others) other.addRepeated();
    return first;
  }

  children(name: string): readonly XmlReader[] {
    this.#known.add(name);
    return (this.#byName.get(name) ?? []).map((child) => this.#readerOf(child));
  }

  /** All children of these names, in document order. */
  all(names: readonly string[]): readonly XmlReader[] {
    const wanted = new Set(names);
    this.known(...names);
    return this.element.children.filter((child) => wanted.has(child.name)).map((child) => this.#readerOf(child));
  }

  /** Marks these children as known without reading them. */
  known(...names: readonly string[]): void {
    for (const name of names) this.#known.add(name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** A required child. If a child with a similar name exists, the error suggests the right name. */
  needed(name: string): XmlReader {
    const found = this.child(name);
    if (found) return found;
    for (const child of this.element.children)
      if (!this.#known.has(child.name) && nearestName(child.name, [name]) === name)
        throw this.#readerOf(child).place(
          unknownName("ELEMENT_UNKNOWN", "", child.name, [...this.#known].sort(), name),
        );
    throw this.error("ELEMENT_MISSING", { found: `no <${name}>`, allowed: `<${name}>` });
  }

  #readerOf(child: XmlElement): XmlReader {
    const made = this.#readers.get(child) ?? new XmlReader(child, this.report);
    this.#readers.set(child, made);
    return made;
  }

  // ---- errors

  /** Records that this element repeats another one; its content is not checked. */
  addRepeated(): void {
    const { name } = this;
    this.#finished = true;
    this.report.add(this.error("ELEMENT_REPEATED", { found: `<${name}> again`, allowed: `<${name}> once` }));
  }

  /** Reads this element. Undefined: it has an error, which is recorded. An element that is not read to its end is not finished. */
  attempt<T>(read: () => T): T | undefined {
    return this.report.attempt(read, () => {
      this.#finished = true;
    });
  }

  /** Reads a part of this element, for example one child. Undefined: the part has an error, which is recorded. */
  part<T>(read: () => T): T | undefined {
    return this.report.attempt(read);
  }

  error(code: ErrorCode, detail: Omit<ErrorDetail, "where">, child?: string): SimError {
    return this.place(new SimError(code, { ...detail, where: "" }), child);
  }

  /** The same error, placed at this element or at its first child of that name. */
  place(problem: SimError, child?: string): SimError {
    const named = child === undefined ? undefined : this.#byName.get(child)?.[0];
    const element = named ?? this.element;
    const where = named || child === undefined ? pathOf(element) : `${pathOf(element)}/${child}`;
    return placed(problem, where, element);
  }

  /** Places errors that have no place yet at this element, or at that child. */
  at<T>(read: () => T, child?: string): T {
    try {
      return read();
    } catch (problem) {
      throw problem instanceof SimError && problem.line === undefined ? this.place(problem, child) : problem;
    }
  }

  /** Reports all parts of this element that were not read, here and in its children. `hint`: advice for unknown children with a name. */
  finish(hint = ""): void {
    if (this.#finished) return;
    this.#finished = true;
    const { element } = this;
    for (const attribute of element.attributes.keys())
      if (!this.#knownAttributes.has(attribute))
        this.#unknown(this, () => unknownName("ATTRIBUTE_UNKNOWN", "", attribute, [...this.#knownAttributes].sort()));
    if (!this.#isTextRead && trimXml(element.text) !== "")
      this.#unknown(this, () =>
        this.error("TEXT_UNEXPECTED", { found: showValue(trimXml(element.text)), ...this.#expected() }),
      );
    for (const child of element.children) {
      if (this.#known.has(child.name)) this.#readers.get(child)?.finish();
      else
        this.#unknown(this.#readerOf(child), () => this.#unknownChild(child, child.attributes.has("name") ? hint : ""));
    }
  }

  #unknownChild({ name }: XmlElement, hint: string): SimError {
    const { code, where, found, allowed, advice } = unknownName("ELEMENT_UNKNOWN", "", name, [...this.#known].sort());
    return new SimError(code, { where, found, allowed, advice: hint === "" ? advice : `${advice} ${hint}` });
  }

  #expected(): { readonly allowed?: string } {
    return this.#known.size === 0 ? {} : { allowed: `elements: ${[...this.#known].sort().join(", ")}` };
  }

  #unknown(at: XmlReader, problem: () => SimError): void {
    this.report.addUnknown(() => at.place(problem()));
  }
}

function placed(problem: SimError, where: string, element: XmlElement): SimError {
  const { code, found, allowed, advice } = problem;
  const { line, column } = element.document.placeOf(element.offset);
  const there = new SimError(code, { where, found, allowed, ...(advice ? { advice } : {}), line, column });
  there.cause = problem.cause;
  return there;
}

/** Client/Entity/RigidBodies/Body[MainBody]/Box[Table]/Mass, after the path of the file if there is one. */
function pathOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let e: XmlElement | undefined = element; e; e = e.parent) {
    const name = e.attributes.get("name");
    steps.unshift(name !== undefined && SHORT_NAME.test(name) ? `${e.name}[${name}]` : e.name);
  }
  const { file } = element.document;
  return `${file === undefined ? "" : `${file}: `}${steps.join("/")}`;
}

const SHORT_NAME = /^[^/\p{Cc}\u2028\u2029]{1,64}$/u;

function rangeText({ min, max, above, whole }: NumberRange): string {
  const kind = whole ? "a whole number" : "a number";
  const low = above !== undefined ? `above ${above}` : min !== undefined ? `at least ${min}` : "";
  const high = max !== undefined ? `at most ${max}` : "";
  return [kind, low, low && high ? "and" : "", high].filter((word) => word !== "").join(" ");
}
