// The last resort of a running server (W7): an error that no code has caught belongs to one connection, timer or plug-in. It is logged
// as an internal error and the others go on, instead of ending the process for everybody. Errors of the simulation itself do not
// come here: the pump stops the server with exit code 4.

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/** Until the function that it gives is called. The same error is logged once. */
export function surviveUncaught(log: (line: string) => void): () => void {
  const known = new Set<string>();
  const tell = (problem: unknown): void => {
    const text = textOf(problem);
    if (known.has(text) || known.size >= MAX_KNOWN) return;
    known.add(text);
    log(`internal error: ${text}`);
  };
  for (const event of EVENTS) process.on(event, tell);
  return () => {
    for (const event of EVENTS) process.removeListener(event, tell);
  };
}

const MAX_KNOWN = 1000;

/** Anything can be thrown. */
function textOf(problem: unknown): string {
  try {
    return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  } catch {
    return "a value without a text";
  }
}
