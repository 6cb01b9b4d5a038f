// Compares plain data: descriptions of an edited document with those of the document before.

/** True: both have the same numbers, texts, lists and properties. Objects of the same identity are not looked into. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map && b instanceof Map) return isSameData([...a], [...b]);
  if (a instanceof Set && b instanceof Set) return isSameData([...a], [...b]);
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (keys.length !== others.length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && isSameData((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
