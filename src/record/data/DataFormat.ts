// The encoding of plain data in recordings and snapshot files: numbers bit by bit, objects with their keys in order, arrays, maps,
// sets, typed arrays. An object that occurs twice is written once. Objects that are defined beforehand (descriptions of robots and
// entities) are written as references. Not JSON: infinities, NaN and -0 stay, and arrays of numbers take 8 bytes a number.

/** Raised whenever a reader of the older version would misread the new one. */
export const DATA_VERSION = 1;

export const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  /** A whole number from 0, and one below 0 (its distance from -1). */
  positive: 4,
  negative: 5,
  float: 6,
  string: 7,
  /** A string of this message that occurred before. */
  oldString: 8,
  bigint: 9,
  array: 10,
  /** An array of numbers. */
  numbers: 11,
  /** An object with new keys, and one with the keys of an earlier object of this message. */
  object: 12,
  oldKeys: 13,
  map: 14,
  set: 15,
  /** An object that occurred in this message, and one that was defined before it. */
  local: 16,
  known: 17,
  bytes: 18,
  floats: 19,
  floats32: 20,
  ints32: 21,
  words32: 22,
  words16: 23,
  /** A picture that waits in a queue. */
  picture: 24,
  /** The object that follows was checked: its kind comes before it. */
  checked: 25,
} as const;

/** Typed arrays by tag. */
export const ARRAYS = [
  [TAG.bytes, Uint8Array],
  [TAG.floats, Float64Array],
  [TAG.floats32, Float32Array],
  [TAG.ints32, Int32Array],
  [TAG.words32, Uint32Array],
  [TAG.words16, Uint16Array],
] as const;
