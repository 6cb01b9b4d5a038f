// Text for terminals, logs and the viewer's console (W8). Names and messages come from clients: control characters could move
// the cursor or run commands of a terminal, and format characters could turn the direction of a line. They are shown as
// escapes. Line breaks and tabs stay.

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (one) => {
    if (one === "\n" || one === "\t") return one;
    const code = one.codePointAt(0) as number;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
