// Texts of clocks.

/** Seconds as minutes and seconds, 4:07; negative in overtime. */
export function clockText(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  const whole = Math.abs(Math.ceil(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
