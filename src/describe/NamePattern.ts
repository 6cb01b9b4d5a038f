// Patterns of names: `*` stands for any characters, everything else for itself.

export function matchesName(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
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
