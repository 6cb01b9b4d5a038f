// The last minute of watched values: one ring buffer per path, so memory stays bounded.

/** 60 s at 30 samples a second. */
export const MAX_SAMPLES = 1800;
/** Above this number of paths, those not watched for the longest time are dropped. */
const MAX_PATHS = 128;

class Ring {
  readonly #times = new Float64Array(MAX_SAMPLES);
  readonly #values: Float64Array[];
  #next = 0;
  #count = 0;

  constructor(width: number) {
    this.#values = Array.from({ length: width }, () => new Float64Array(MAX_SAMPLES));
  }

  get width(): number {
    return this.#values.length;
  }

  get newest(): number {
    return this.#count === 0 ? Number.NEGATIVE_INFINITY : this.#times[(this.#next + MAX_SAMPLES - 1) % MAX_SAMPLES];
  }

  add(time: number, values: readonly number[]): void {
    this.#times[this.#next] = time;
    for (const [i, column] of this.#values.entries()) column[this.#next] = values[i];
    this.#next = (this.#next + 1) % MAX_SAMPLES;
    this.#count = Math.min(MAX_SAMPLES, this.#count + 1);
  }

  /** Times and the given columns, oldest first. */
  read(columns: readonly number[]): Float64Array[] {
    const from = (this.#next - this.#count + MAX_SAMPLES) % MAX_SAMPLES;
    const unroll = (column: Float64Array) => {
      const out = new Float64Array(this.#count);
      const first = Math.min(this.#count, MAX_SAMPLES - from);
      out.set(column.subarray(from, from + first));
      out.set(column.subarray(0, this.#count - first), first);
      return out;
    };
    return [this.#times, ...columns.map((i) => this.#values[i] ?? new Float64Array(MAX_SAMPLES))].map(unroll);
  }
}

export class History {
  readonly #rings = new Map<string, Ring>();
  #until = Number.POSITIVE_INFINITY;

  /** Clears a path when time runs backwards (reset, restore); adds nothing while time stands still. */
  add(time: number, values: Readonly<Record<string, readonly number[]>>): void {
    for (const [path, numbers] of Object.entries(values)) {
      let ring = this.#rings.get(path);
      if (ring && time === ring.newest) continue;
      if (!ring || time < ring.newest || ring.width !== numbers.length) ring = new Ring(numbers.length);
      ring.add(time, numbers);
      // newest last, so the first entries are the least recently watched
      this.#rings.delete(path);
      this.#rings.set(path, ring);
    }
    for (const path of this.#rings.keys()) {
      if (this.#rings.size <= MAX_PATHS) break;
      this.#rings.delete(path);
    }
  }

  /** While the page looks back: `read` gives nothing after this simulated time, s. */
  showUntil(time: number | undefined): void {
    this.#until = time ?? Number.POSITIVE_INFINITY;
  }

  /** Times, then one array for each column; all empty for an unknown path. */
  read(path: string, columns: readonly number[]): Float64Array[] {
    const all = this.#rings.get(path)?.read(columns) ?? [0, ...columns].map(() => new Float64Array(0));
    const end = all[0].findLastIndex((time) => time <= this.#until) + 1;
    return end === all[0].length ? all : all.map((column) => column.subarray(0, end));
  }

  forget(path: string): void {
    this.#rings.delete(path);
  }
}
