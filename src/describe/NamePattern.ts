// Patterns of names: `*` stands for any characters, everything else for itself.

export const matchesName = (pattern: string, name: string): boolean => matchesParts(pattern.split("*"), name);

/** The same for the texts between the `*` of a pattern; they may contain * themselves. */
export function matchesParts([first, ...rest]: readonly string[], name: string): boolean {
  if (rest.length === 0) return first === name;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() as string;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
