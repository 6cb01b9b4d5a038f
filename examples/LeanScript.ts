// Sets the balance angle from a script ("5:0.03,10:-0.03,15:0": at 5 s lean 0.03 rad forward ...) or from the keys of a
// terminal.

type LeanAt = (timeSec: number) => number;

export function readLeanScript(text: string): LeanAt {
  const steps = text.split(",").map((part) => {
    const [time, lean] = part.split(":").map((word) => (word.trim() === "" ? Number.NaN : Number(word)));
    if (!Number.isFinite(time) || !Number.isFinite(lean))
      throw new Error(`--script: "${part}" is not SECONDS:RADIANS, as in 5:0.03,10:-0.03,15:0`);
    return { time, lean };
  });
  steps.sort((a, b) => a.time - b.time);
  return (time) => steps.findLast((step) => step.time <= time)?.lean ?? 0;
}

const PER_KEY = 0.02;
const MAX = 0.3;

/** Up and w lean forward, down and s back, space upright; q and Ctrl-C call `quit`. Undefined: no terminal. */
export function watchKeys(quit: () => void): { readonly leanAt: LeanAt; readonly stop: () => void } | undefined {
  const { stdin } = process;
  if (!stdin.isTTY) return undefined;
  let lean = 0;
  const onKey = (key: Buffer): void => {
    const word = key.toString();
    if (word === "w" || word === "\x1b[A") lean = Math.min(MAX, lean + PER_KEY);
    else if (word === "s" || word === "\x1b[B") lean = Math.max(-MAX, lean - PER_KEY);
    else if (word === " ") lean = 0;
    else if (word === "q" || word === "\x03") quit();
    // rounded, so that forward and back again is exactly upright
    lean = Math.round(lean / PER_KEY) * PER_KEY;
  };
  stdin.setRawMode(true).resume().on("data", onKey);
  const stop = (): void => {
    stdin.off("data", onKey).setRawMode(false).pause();
  };
  return { leanAt: () => lean, stop };
}
