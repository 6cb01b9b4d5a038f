// One digest per function of src/math over thousands of arguments. Rule M5: Node and browsers give equal digests.
import { Hash64 } from "../src/math/Hash64.js";
import { RandomStream } from "../src/math/RandomStream.js";
import * as trigonometry from "../src/math/Trigonometry.js";

const { acos, asin, atan, atan2, cos, exp, hypot, log, pow, sin, tan } = trigonometry;
const COUNT = 4000;
const SPECIAL = [
  ...[0, 1, 2, 3, 0.5, 1.5, 10, 709.7, 709.8, 745.1, 745.2, 1e5, 1e15, 1e22, 1e300],
  ...[
    Number.POSITIVE_INFINITY,
    Number.NaN,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    Number.EPSILON,
    2.2250738585072014e-308,
    9007199254740992,
  ],
];

/** Digest of each function by name. `altered` flips the last bit of one result of that function (to test the test). */
export function digestMath(altered?: string): Record<string, string> {
  const one = { sin, cos, tan, asin, acos, atan, exp, log };
  const two = { atan2, pow, hypot };
  const digests: Record<string, string> = {};
  const add = (name: string, results: Float64Array) => {
    if (name === altered) flipLastBit(results, COUNT / 2);
    digests[name] = new Hash64().addFloats(results).digest();
  };
  const singles = makeArguments("single");
  const firsts = makeArguments("first");
  const seconds = makeArguments("second");
  const thirds = makeArguments("third");
  for (const [name, call] of Object.entries(one)) add(name, singles.map(call));
  for (const [name, call] of Object.entries(two)) {
    // each first argument with a near and a special second one
    const nears = firsts.map((x, i) => call(x, seconds[i]));
    const specials = SPECIAL.flatMap((x) =>
      SPECIAL.flatMap((y) => [call(x, y), call(-x, y), call(x, -y), call(-x, -y)]),
    );
    add(name, Float64Array.from([...nears, ...specials]));
  }
  add(
    "hypot of three",
    firsts.map((x, i) => hypot(x, seconds[i], thirds[i])),
  );
  add(
    "constants",
    Float64Array.of(...new Array(COUNT).fill(1), trigonometry.PI, trigonometry.TAU, trigonometry.DEGREE),
  );
  for (const [name, results] of Object.entries(drawRandom())) add(name, results);
  digests.Hash64 = new Hash64()
    .addString("über")
    .addInt(-5)
    .addBytes(Uint8Array.of(1, 2, 3))
    .addFloats(firsts)
    .digest();
  return digests;
}

/** The same table with the JavaScript engine's Math, which does not guarantee equal bits. */
export function digestEngine(): Record<string, string> {
  const { sin, cos, tan, asin, acos, atan, exp, log } = Math;
  const singles = makeArguments("single");
  const all = Object.entries({ sin, cos, tan, asin, acos, atan, exp, log });
  return Object.fromEntries(all.map(([name, call]) => [name, new Hash64().addFloats(singles.map(call)).digest()]));
}

// special values, usual values, all exponents, and values near multiples of pi/2
function makeArguments(name: string): Float64Array {
  const random = new RandomStream("MathDigests").split(name);
  const view = new DataView(new ArrayBuffer(8));
  const values = SPECIAL.flatMap((x) => [x, -x]);
  while (values.length < COUNT) {
    view.setUint32(0, random.nextUint32());
    view.setUint32(4, random.nextUint32());
    const anything = view.getFloat64(0);
    values.push(random.uniform(-1, 1), random.uniform(-10, 10), random.normal(0, 1e5), anything);
    values.push((random.integer(1000000) * Math.PI) / 2, 1 + random.uniform(-1e-9, 1e-9));
  }
  return Float64Array.from(values);
}

function drawRandom(): Record<string, Float64Array> {
  const draw = (name: string, next: (stream: RandomStream) => number) => {
    const stream = new RandomStream(2003).split("robot").split(name);
    return Float64Array.from({ length: COUNT }, () => next(stream));
  };
  return {
    nextUint32: draw("word", (stream) => stream.nextUint32()),
    uniform: draw("uniform", (stream) => stream.uniform(-2, 5)),
    normal: draw("normal", (stream) => stream.normal(1, 3)),
    integer: draw("integer", (stream) => stream.integer(1000)),
  };
}

function flipLastBit(results: Float64Array, index: number): void {
  // the last bit of a NaN has no meaning
  while (Number.isNaN(results[index])) index++;
  const words = new Uint32Array(results.buffer);
  words[2 * index] ^= 1;
}
