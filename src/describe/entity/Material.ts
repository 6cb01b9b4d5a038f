// Materials (M3): the contact values of each pair of surfaces. A pair that is not listed mixes the values of its two materials:
// geometric mean of friction and restitutions, maximum of rolling and spinning.

import { checkName, checkNamed, checkObject, checkRange, type KeysOf } from "../Check.js";
import { unknownName } from "../SimError.js";

export interface ContactValues {
  /** Sliding friction coefficient. */
  readonly friction: number;
  /** Friction coefficient at rest, at least the sliding one. */
  readonly staticFriction: number;
  /** Friction along the friction axis of the solid (the axle of an omni wheel). Undefined: the same in all directions. */
  readonly friction2: number | undefined;
  /** Speed at which a contact point gives way per N of friction, as ODE's slip1, m/s per N. Undefined: it does not. */
  readonly slip: number | undefined;
  /** Ratio of the speeds after and before a bounce; with friction, of the normal impulses (Poisson). */
  readonly restitution: number;
  /** The same for the slip of a bounce that sticks, in the other direction: a superball. 0: it does not slip afterwards. */
  readonly tangentialRestitution: number;
  /** Both hold if the approach is faster than this, m/s. */
  readonly bounceSpeed: number;
  /** Rolling and spinning friction as lengths in m: torque = value x normal force. */
  readonly rolling: number;
  readonly spinning: number;
  /** N/m and N·s/m of one contact point. Undefined stiffness: rigid. */
  readonly stiffness: number | undefined;
  readonly damping: number;
}

export interface Material extends ContactValues {
  readonly name: string;
}

export interface MaterialPair extends ContactValues {
  readonly a: string;
  readonly b: string;
}

export type ContactInput = { readonly [K in keyof ContactValues]?: ContactValues[K] | undefined };
export type MaterialInput = ContactInput & { readonly name: string };
export type PairInput = ContactInput & { readonly a: string; readonly b: string };

const PLAIN: ContactValues = Object.freeze({
  friction: 0.5,
  staticFriction: 0.5,
  friction2: undefined,
  slip: undefined,
  restitution: 0,
  tangentialRestitution: 0,
  bounceSpeed: 0.05,
  rolling: 0,
  spinning: 0,
  stiffness: undefined,
  damping: 0,
});

/** m/s per N. */
const MAX_SLIP = 1e3;

const CONTACT_KEYS: KeysOf<ContactValues> = {
  friction: true,
  staticFriction: true,
  friction2: true,
  slip: true,
  restitution: true,
  tangentialRestitution: true,
  bounceSpeed: true,
  rolling: true,
  spinning: true,
  stiffness: true,
  damping: true,
};
const MATERIAL_KEYS: KeysOf<MaterialInput> = { name: true, ...CONTACT_KEYS };
const PAIR_KEYS: KeysOf<PairInput> = { a: true, b: true, ...CONTACT_KEYS };

/** The base values, replaced by the given ones. Undefined is a valid value of friction2 and stiffness; elsewhere it means the base value. */
function checkContact(input: ContactInput, base: ContactValues, where: string): ContactValues {
  const given = Object.entries(input).filter(([key, x]) => x !== undefined || PLAIN[key as keyof ContactValues] === x);
  const merged: { -readonly [K in keyof ContactValues]: ContactValues[K] } = { ...base, ...Object.fromEntries(given) };
  // a new sliding friction is also the static friction, unless that is given too
  if (input.friction !== undefined && input.staticFriction === undefined) merged.staticFriction = input.friction;
  checkRange(merged.friction, 0, 100, `${where}/Friction`);
  checkRange(merged.staticFriction, merged.friction, 100, `${where}/StaticFriction`);
  if (merged.friction2 !== undefined) checkRange(merged.friction2, 0, 100, `${where}/Friction2`);
  if (merged.slip !== undefined) checkRange(merged.slip, 0, MAX_SLIP, `${where}/Slip`);
  checkRange(merged.restitution, 0, 1, `${where}/Restitution`);
  checkRange(merged.tangentialRestitution, 0, 1, `${where}/TangentialRestitution`);
  checkRange(merged.bounceSpeed, 0, 1e3, `${where}/BounceSpeed`);
  checkRange(merged.rolling, 0, 1, `${where}/Rolling`);
  checkRange(merged.spinning, 0, 1, `${where}/Spinning`);
  if (merged.stiffness !== undefined) checkRange(merged.stiffness, 1, 1e12, `${where}/Stiffness`);
  checkRange(merged.damping, 0, 1e12, `${where}/Damping`);
  return merged;
}

/** `place` is the place of a material that has no name. */
export function describeMaterial(input: MaterialInput, place = "Material"): Material {
  checkNamed(input, MATERIAL_KEYS, "Material", place);
  return Object.freeze({ name: input.name, ...checkContact(stripKeys(input), PLAIN, `Material ${input.name}`) });
}

function stripKeys(input: MaterialInput | PairInput): ContactInput {
  const { name: _n, a: _a, b: _b, ...values } = input as MaterialInput & PairInput;
  return values;
}

/** The contact values of a pair that is not listed. */
export function mixMaterials(a: ContactValues, b: ContactValues): ContactValues {
  const mean = (x: number, y: number) => Math.sqrt(x * y);
  const friction = mean(a.friction, b.friction);
  const second =
    a.friction2 === undefined && b.friction2 === undefined
      ? undefined
      : mean(a.friction2 ?? a.friction, b.friction2 ?? b.friction);
  return Object.freeze({
    friction,
    staticFriction: Math.max(friction, mean(a.staticFriction, b.staticFriction)),
    friction2: second,
    slip: sumOf(a.slip, b.slip),
    restitution: mean(a.restitution, b.restitution),
    tangentialRestitution: mean(a.tangentialRestitution, b.tangentialRestitution),
    bounceSpeed: Math.max(a.bounceSpeed, b.bounceSpeed),
    rolling: Math.max(a.rolling, b.rolling),
    spinning: Math.max(a.spinning, b.spinning),
    stiffness: mixStiffness(a.stiffness, b.stiffness),
    damping: Math.max(a.damping, b.damping),
  });
}

/** Both surfaces give way under the same force. */
const sumOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);

/** Two springs in series; a rigid side has no effect. */
function mixStiffness(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return (a * b) / (a + b);
}

/** The contact values of all pairs. They can be changed while the world runs. */
export class MaterialMatrix {
  readonly #materials = new Map<string, Material>();
  readonly #pairs = new Map<string, ContactValues>();
  #version = 0;

  constructor(materials: readonly MaterialInput[] = SHIPPED_MATERIALS, pairs: readonly PairInput[] = SHIPPED_PAIRS) {
    for (const material of materials) this.setMaterial(material);
    for (const pair of pairs) this.setPair(pair);
  }

  /** Counts changes: a compiled table compares it to find out whether it is out of date. */
  get version(): number {
    return this.#version;
  }

  get names(): readonly string[] {
    return [...this.#materials.keys()].sort();
  }

  material(name: string, where = "Material"): Material {
    const found = this.#materials.get(name);
    if (found) return found;
    const { base, grip } = splitGrip(name);
    const known = this.#materials.get(base);
    if (!known) throw unknownName("MATERIAL_UNKNOWN", where, name, this.names);
    return Object.freeze({ ...withGrip(known, grip), name });
  }

  setMaterial(input: MaterialInput, place?: string): void {
    const material = describeMaterial(input, place);
    this.#materials.set(material.name, material);
    this.#version++;
  }

  /** Values that are left out keep their present value. */
  setPair(input: PairInput, place = "Pair"): void {
    checkObject(input, PAIR_KEYS, place);
    const [a, b] = [checkName(input.a, `${place}/a`), checkName(input.b, `${place}/b`)];
    const where = `Pair ${a}/${b}`;
    const values = checkContact(stripKeys(input), this.pair(a, b, where), where);
    this.#pairs.set(pairKey(a, b), Object.freeze(values));
    this.#version++;
  }

  pair(a: string, b: string, where = "Pair"): ContactValues {
    const [first, second] = [this.material(a, where), this.material(b, where)];
    const listed = this.#pairs.get(pairKey(a, b));
    if (listed) return listed;
    const [left, right] = [this.#split(a), this.#split(b)];
    const grip = left.grip * right.grip;
    return grip === 1 ? mixMaterials(first, second) : withGrip(this.pair(left.base, right.base, where), grip);
  }

  /** A material of the matrix itself has no factor. */
  #split(name: string): Gripped {
    return this.#materials.has(name) ? { base: name, grip: 1 } : splitGrip(name);
  }

  /** All materials and listed pairs in the order of their names, for hashes, snapshots and printing. */
  save(): { readonly materials: readonly Material[]; readonly pairs: readonly MaterialPair[] } {
    const pairs = [...this.#pairs.entries()].sort(([x], [y]) => (x < y ? -1 : 1));
    return {
      materials: this.names.map((name) => this.material(name)),
      pairs: pairs.map(([key, values]) => {
        const [a, b] = key.split("\n");
        return { a, b, ...values };
      }),
    };
  }

  restore(saved: ReturnType<MaterialMatrix["save"]>): void {
    this.#materials.clear();
    this.#pairs.clear();
    for (const material of saved.materials) this.#materials.set(material.name, material);
    for (const { a, b, ...values } of saved.pairs) this.#pairs.set(pairKey(a, b), Object.freeze(values));
    this.#version++;
  }
}

/** `OmniWheel*1.5`: OmniWheel with 1.5 times its friction, in every pair. */
interface Gripped {
  readonly base: string;
  readonly grip: number;
}

const MAX_GRIP = 100;

/** The material that a name means, and the factor of its friction. */
export function splitGrip(name: string): Gripped {
  const found = /^(.+)\*(\d+(?:\.\d+)?)$/.exec(name);
  const grip = found ? Number(found[2]) : 1;
  return found && grip > 0 && grip <= MAX_GRIP ? { base: found[1], grip } : { base: name, grip: 1 };
}

/** The second friction value stays: the rollers of an omni wheel turn as easily as before. */
function withGrip<T extends ContactValues>(values: T, grip: number): T {
  const [friction, staticFriction] = [values.friction * grip, values.staticFriction * grip];
  return Object.freeze({ ...values, friction, staticFriction });
}

const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/**
 * The shipped materials; docs/materials.md prints this table with its sources. Published friction values of everyday materials
 * differ by a factor of two; these are medians of engineering tables.
 */
export const SHIPPED_MATERIALS: readonly MaterialInput[] = Object.freeze([
  { name: "Default", friction: 0.5 },
  { name: "Plastic", friction: 0.3, restitution: 0.3 },
  { name: "Rubber", friction: 0.9, staticFriction: 1.0, restitution: 0.5 },
  { name: "Glass", friction: 0.4, restitution: 0.6 },
  { name: "Steel", friction: 0.4, staticFriction: 0.5, restitution: 0.6 },
  { name: "Wood", friction: 0.4, staticFriction: 0.45, restitution: 0.4 },
  { name: "Ground", friction: 0.8 },
  { name: "Carpet", friction: 0.6 },
  { name: "GolfBall", friction: 0.3, restitution: 0.6 },
  { name: "OmniWheel", friction: 0.8, friction2: 0.02 },
]);

export const SHIPPED_PAIRS: readonly PairInput[] = Object.freeze([
  { a: "Rubber", b: "Ground", friction: 0.8, staticFriction: 0.9, restitution: 0 },
  // middle of measured carpets: slides at -3.0, rolls at -0.3 m/s². A ball of inertia 0.5 m r² rolls at a = (2/3) g rolling / r.
  { a: "GolfBall", b: "Carpet", friction: 0.306, restitution: 0.5, rolling: 0.000986, spinning: 0.0005 },
  // the soft bar of a dribbler
  { a: "GolfBall", b: "Rubber", friction: 1.2, restitution: 0.2 },
  { a: "OmniWheel", b: "Carpet", friction: 0.8, friction2: 0.02 },
  { a: "OmniWheel", b: "Ground", friction: 0.8, friction2: 0.02 },
]);
