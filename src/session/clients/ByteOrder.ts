// Numbers in the wrong byte order: the most common mistake of a new client (W2). Errors name it when the reversed number makes sense.

/** Bytes; messages of clients are rarely longer. */
export const NEWCOMER_BYTES = 1 << 16;

/** The same four bytes in the other order. */
export function reversed(value: number): number {
  return (
    ((value & 0xff) * 0x1000000 + ((value & 0xff00) << 8) + ((value >>> 8) & 0xff00) + ((value >>> 24) & 0xff)) >>> 0
  );
}

/** The same eight bytes as a float64 in the other order. */
export function reversedFloat64(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return view.getFloat64(0, false);
}
