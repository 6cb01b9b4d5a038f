// Where two pieces of plain data differ: paths such as robots/2/devices/0/commands with both values. Maps by key.

export interface DataDifference {
  readonly path: readonly string[];
  readonly a: unknown;
  readonly b: unknown;
}

/** At most `most` differences, in the order of the data. Numbers are compared bit by bit. */
export function differencesOf(a: unknown, b: unknown, most = 1): readonly DataDifference[] {
  const found: DataDifference[] = [];
  const seen = new Set<object>();
  const compare = (x: unknown, y: unknown, path: readonly string[]): void => {
    if (found.length >= most || Object.is(x, y)) return;
    if (!isObject(x) || !isObject(y)) {
      found.push({ path, a: x, b: y });
      return;
    }
    // an object that occurs twice is compared once
    if (seen.has(x)) return;
    seen.add(x);
    const [own, other] = [partsOf(x), partsOf(y)];
    for (const key of new Set([...own.keys(), ...other.keys()])) compare(own.get(key), other.get(key), [...path, key]);
  };
  compare(a, b, []);
  return found;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function partsOf(value: object): ReadonlyMap<string, unknown> {
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [String(key), one]));
  if (value instanceof Set) return new Map([...value].map((one) => [String(one), one]));
  return new Map(Object.entries(value));
}
