// Properties of delay queues, for all models, times and intervals of taking.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DelayModel, type Latency, NO_LATENCY } from "../describe/robot/Latency.js";
import { Hash64 } from "../math/Hash64.js";
import { RandomStream } from "../math/RandomStream.js";
import { type Delayed, DelayQueue } from "./DelayQueue.js";

const MS = 1e6;
const RUNS = { seed: 56, numRuns: 300 };

const delay = fc.integer({ min: 0, max: 50 * MS });
const bounds = fc.tuple(delay, delay).map(([a, b]) => ({ minNs: Math.min(a, b), maxNs: Math.max(a, b) }));
const model: fc.Arbitrary<DelayModel> = fc.oneof(
  fc.constantFrom(0, 1, 0.5 * MS, MS, 20 * MS).map((valueNs) => ({ kind: "constant", valueNs }) as const),
  bounds.map((range) => ({ kind: "uniform", ...range }) as const),
  fc
    .tuple(delay, delay)
    .map(([meanNs, sdNs]) => ({ kind: "normal", meanNs, sdNs, minNs: 0, maxNs: Number.POSITIVE_INFINITY }) as const),
  delay.map((scaleNs) => ({ kind: "gamma", shape: 0.7, scaleNs, minNs: 0, maxNs: Number.POSITIVE_INFINITY }) as const),
  fc.array(delay, { minLength: 1, maxLength: 5 }).map((delaysNs) => ({ kind: "trace", delaysNs }) as const),
);
const drop = fc.constantFrom(0, 0, 0.3, 1);
const latency: fc.Arbitrary<Latency> = fc.record({ model, drop, reorder: fc.boolean(), hold: fc.boolean() });

/** Frames 1 ms apart, each with some messages up to 3 ms old and perhaps a take. */
const frames = fc.array(
  fc.record({ back: fc.array(fc.integer({ min: 0, max: 3 * MS }), { maxLength: 4 }), takes: fc.boolean() }),
  { maxLength: 60 },
);

interface Sent {
  readonly timeNs: number;
  readonly item: number;
}
interface Run {
  readonly sent: Sent[];
  readonly kept: Sent[];
  /** In the order of delivery, with the frame of delivery. */
  readonly got: (Delayed<number> & { readonly nowNs: number })[];
}

type Frames = readonly { readonly back: readonly number[]; readonly takes: boolean }[];

function play(queue: DelayQueue<number>, all: Frames, from = 0, upTo = all.length, isLast = upTo === all.length): Run {
  const run: Run = { sent: [], kept: [], got: [] };
  const take = (nowNs: number) => run.got.push(...queue.take(nowNs).map((one) => ({ ...one, nowNs })));
  for (let k = from; k < upTo; k++) {
    const nowNs = k * MS;
    all[k].back.forEach((back, i) => {
      const sent = { timeNs: Math.max(0, nowNs - back), item: 10 * k + i };
      run.sent.push(sent);
      if (queue.push(sent.timeNs, sent.item)) run.kept.push(sent);
    });
    if (all[k].takes) take(nowNs);
  }
  if (isLast) take(Number.MAX_SAFE_INTEGER);
  return run;
}

const makeQueue = (one: Latency, seed: number | string = 1) => new DelayQueue<number>(one, new RandomStream(seed));
const hashOf = (queue: DelayQueue<number>): string => {
  const hash = new Hash64();
  queue.addTo(hash, (into, item) => into.addInt(item));
  return hash.digest();
};

describe("[T5] for every model", () => {
  test("no item is early, and none is later than the first take at or after its due time", () => {
    fc.assert(
      fc.property(latency, frames, (one, all) => {
        const looks = [...all.flatMap(({ takes }, k) => (takes ? [k * MS] : [])), Number.MAX_SAFE_INTEGER];
        for (const { timeNs, dueNs, nowNs, item } of play(makeQueue(one), all).got) {
          expect(dueNs).toBeGreaterThanOrEqual(timeNs);
          expect(nowNs).toBeGreaterThanOrEqual(dueNs);
          const pushedNs = Math.floor(item / 10) * MS;
          expect(nowNs).toBe(looks.find((lookNs) => lookNs >= Math.max(dueNs, pushedNs)));
        }
      }),
      RUNS,
    );
  });

  test("only items that push reported as dropped are lost; without drop none", () => {
    fc.assert(
      fc.property(latency, frames, (one, all) => {
        const queue = makeQueue(one);
        const { sent, kept, got } = play(queue, all);
        const byItem = (a: Sent, b: Sent) => a.item - b.item;
        const came = got.map(({ timeNs, item }) => ({ timeNs, item })).sort(byItem);
        expect(came).toEqual([...kept].sort(byItem));
        if (one.drop === 0) expect(kept).toEqual(sent);
        if (one.drop === 1) expect(kept).toEqual([]);
        expect(queue.length).toBe(0);
      }),
      RUNS,
    );
  });

  test("the order is kept without reorder; with reorder it is that of the due times", () => {
    fc.assert(
      fc.property(latency, frames, (one, all) => {
        const { got } = play(makeQueue(one), all);
        for (const [i, b] of got.entries()) {
          const a = got[i - 1];
          if (a === undefined) continue;
          if (!one.reorder) expect(a.item < b.item && a.dueNs <= b.dueNs).toBe(true);
          if (one.reorder && a.nowNs === b.nowNs)
            expect(a.dueNs < b.dueNs || (a.dueNs === b.dueNs && a.item < b.item)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test("with reorder the delay is the drawn one; without, at most a wait for the previous item is added", () => {
    fc.assert(
      fc.property(latency, frames, (one, all) => {
        const late = play(makeQueue({ ...one, reorder: false }), all).got;
        const free = new Map(play(makeQueue({ ...one, reorder: true }), all).got.map((x) => [x.item, x.dueNs]));
        let last = 0;
        for (const { item, dueNs } of late) {
          last = Math.max(last, free.get(item) as number);
          expect(dueNs).toBe(last);
        }
      }),
      RUNS,
    );
  });
});

describe("[T6] streams", () => {
  test("same seed, same delays and losses, independent of the takes", () => {
    fc.assert(
      fc.property(latency, frames, fc.nat(), (one, all, seed) => {
        const eager = play(
          makeQueue(one, seed),
          all.map((frame) => ({ ...frame, takes: true })),
        );
        const idle = play(
          makeQueue(one, seed),
          all.map((frame) => ({ ...frame, takes: false })),
        );
        const dues = ({ got }: Run) => new Map(got.map(({ item, dueNs }) => [item, dueNs]));
        expect(dues(eager)).toEqual(dues(idle));
        expect(eager.kept).toEqual(idle.kept);
      }),
      RUNS,
    );
  });

  test("another seed gives others", () => {
    const one: Latency = { ...NO_LATENCY, model: { kind: "uniform", minNs: 0, maxNs: 50 * MS }, drop: 0.5 };
    const all = Array.from({ length: 50 }, () => ({ back: [0], takes: true }));
    expect(play(makeQueue(one, 1), all).got).not.toEqual(play(makeQueue(one, 2), all).got);
  });

  test("switching drop on changes no delay", () => {
    const one: Latency = { ...NO_LATENCY, model: { kind: "uniform", minNs: 0, maxNs: 50 * MS }, reorder: true };
    const all = Array.from({ length: 200 }, () => ({ back: [0], takes: true }));
    const whole = new Map(play(makeQueue(one), all).got.map(({ item, dueNs }) => [item, dueNs]));
    const { got } = play(makeQueue({ ...one, drop: 0.5 }), all);
    expect(got.length).toBeGreaterThan(60);
    expect(got.length).toBeLessThan(140);
    for (const { item, dueNs } of got) expect(dueNs).toBe(whole.get(item));
  });

  test("the share of losses is the configured one", () => {
    const queue = makeQueue({ ...NO_LATENCY, drop: 0.2 });
    let lost = 0;
    for (let i = 0; i < 100_000; i++) if (!queue.push(i, i)) lost++;
    // five standard deviations of a binomial number
    expect(Math.abs(lost - 20_000)).toBeLessThan(5 * Math.sqrt(100_000 * 0.2 * 0.8));
  });

  test("a constant latency draws nothing", () => {
    const queue = makeQueue({ ...NO_LATENCY, model: { kind: "constant", valueNs: 5 } });
    const before = queue.save();
    queue.push(0, 1);
    const after = queue.save();
    expect([after.delays, after.drops]).toEqual([before.delays, before.drops]);
  });

  test("the given stream is split, not drawn from", () => {
    const stream = new RandomStream(1);
    const before = stream.save();
    const queue = new DelayQueue<number>({ ...NO_LATENCY, drop: 0.5 }, stream);
    queue.push(0, 1);
    expect(stream.save()).toEqual(before);
  });
});

describe("[T5] the time line of docs/latency.md: 1 ms steps", () => {
  test.each([
    [0, 7],
    [0.5, 8],
    [1, 8],
    [20, 27],
  ])("latency %d ms: an item of 7 ms is due at %d ms", (latencyMs, atMs) => {
    const queue = makeQueue({ ...NO_LATENCY, model: { kind: "constant", valueNs: latencyMs * MS } });
    const came: number[] = [];
    for (let k = 0; k < 40; k++) {
      if (k === 7) queue.push(k * MS, 1);
      if (queue.take(k * MS).length > 0) came.push(k);
    }
    expect(came).toEqual([atMs]);
  });

  test("items of one instant are taken together, in the order of the pushes", () => {
    const queue = makeQueue(NO_LATENCY);
    for (const item of [3, 1, 2]) queue.push(0, item);
    expect(queue.length).toBe(3);
    expect(queue.take(0).map(({ item }) => item)).toEqual([3, 1, 2]);
    expect(queue.take(0)).toEqual([]);
  });

  test("a taken list does not change when more is pushed", () => {
    const queue = makeQueue(NO_LATENCY);
    queue.push(0, 1);
    const taken = queue.take(0);
    queue.push(1, 2);
    expect(taken.map(({ item }) => item)).toEqual([1]);
  });
});

describe("[T8] state", () => {
  test("restored in the middle, it gives the same items and hashes", () => {
    fc.assert(
      fc.property(latency, frames, fc.nat(59), (one, all, cut) => {
        const middle = Math.min(cut, all.length);
        const straight = makeQueue(one);
        play(straight, all, 0, middle, false);
        const saved = structuredClone(straight.save());
        const hash = hashOf(straight);
        const rest = play(straight, all, middle);

        const other = makeQueue(one, "another");
        play(other, all, 0, all.length, false);
        other.restore(saved);
        expect(hashOf(other)).toBe(hash);
        expect(play(other, all, middle)).toEqual(rest);
        expect(hashOf(other)).toBe(hashOf(straight));
      }),
      RUNS,
    );
  });

  test("a saved state does not change with the queue", () => {
    const queue = makeQueue(NO_LATENCY);
    queue.push(0, 1);
    const saved = queue.save();
    queue.push(0, 2);
    queue.take(0);
    expect(saved.pending.map(({ item }) => item)).toEqual([1]);
  });

  test("the hash covers both streams", () => {
    const queue = makeQueue(NO_LATENCY);
    const saved = queue.save();
    const other = new RandomStream("other").save();
    const hashes = [saved, { ...saved, delays: other }, { ...saved, drops: other }].map((state) => {
      queue.restore(state);
      return hashOf(queue);
    });
    expect(new Set(hashes).size).toBe(3);
  });

  test("the hash covers pending items, their times, the last due time, the stream and the count", () => {
    const uniform: Latency = { ...NO_LATENCY, model: { kind: "uniform", minNs: 0, maxNs: 9 } };
    const constant = (valueNs: number): Latency => ({ ...NO_LATENCY, model: { kind: "constant", valueNs } });
    const hashAfter = (one: Latency, seed: number, act: (queue: DelayQueue<number>) => void): string => {
      const queue = makeQueue(one, seed);
      act(queue);
      return hashOf(queue);
    };
    const nothing = () => undefined;
    const hashes = [
      hashAfter(NO_LATENCY, 1, nothing),
      hashAfter(NO_LATENCY, 2, nothing),
      hashAfter(NO_LATENCY, 1, (queue) => queue.push(0, 1)),
      hashAfter(NO_LATENCY, 1, (queue) => queue.push(0, 2)),
      hashAfter(NO_LATENCY, 1, (queue) => queue.push(4, 1)),
      hashAfter(constant(4), 1, (queue) => queue.push(0, 1)),
      hashAfter(constant(4), 1, (queue) => {
        queue.push(0, 1);
        queue.take(9);
      }),
      hashAfter(constant(5), 1, (queue) => {
        queue.push(0, 1);
        queue.take(9);
      }),
      hashAfter(uniform, 1, (queue) => {
        queue.push(0, 1);
        queue.take(9);
      }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

test("items taken one by one come in order, also when the queue never becomes empty", () => {
  const queue = new DelayQueue<number>(
    { ...NO_LATENCY, model: { kind: "constant", valueNs: 20 * MS } },
    new RandomStream(1),
  );
  const twin = new DelayQueue<number>(
    { ...NO_LATENCY, model: { kind: "constant", valueNs: 20 * MS } },
    new RandomStream(1),
  );
  const hashOf = (one: DelayQueue<number>) => {
    const hash = new Hash64();
    one.addTo(hash, (h, item) => h.addInt(item));
    return hash.digest();
  };
  let [given, taken] = [0, 0];
  for (let ms = 0; ms < 500; ms++) {
    for (let k = 0; k < 3; k++) queue.push(ms * MS, given++);
    for (let one = queue.takeOne(ms * MS); one; one = queue.takeOne(ms * MS)) expect(one.item).toBe(taken++);
    expect(queue.length).toBe(given - taken);
    expect(queue.dueNs).toBe((Math.max(0, ms - 19) + 20) * MS);
    // taken items leave no trace
    twin.restore(queue.save());
    expect(hashOf(twin)).toBe(hashOf(queue));
    expect(twin.save()).toEqual(queue.save());
  }
  expect(taken).toBe(3 * 480);
});

test("[T6] pass and take give the items of push and take, in the same order, and leave the same state", () => {
  fc.assert(
    fc.property(latency, frames, (one, all) => {
      const [passing, pushing] = [0, 1].map(() => new DelayQueue<number>(one, new RandomStream("both")));
      all.forEach(({ back, takes }, k) => {
        back.forEach((_, i) => {
          const [nowNs, item] = [k * MS, 10 * k + i];
          const got = [...(passing.pass(nowNs, item) ? [item] : []), ...passing.take(nowNs).map((taken) => taken.item)];
          pushing.push(nowNs, item);
          expect(got).toEqual(pushing.take(nowNs).map((taken) => taken.item));
        });
        if (takes) expect(passing.take(k * MS)).toEqual(pushing.take(k * MS));
        expect(passing.save()).toEqual(pushing.save());
      });
    }),
    RUNS,
  );
});
