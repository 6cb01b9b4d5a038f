// Looking back in the page: the tape of messages, seeking in any order, marks, bounded memory. The known answer is a store that took
// the messages up to that time.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GuestMessage, ViewEntity, ViewMessage } from "../../src/session/view/ViewProtocol.js";
import { Store } from "../../viewer/src/Store.js";
import { Marks } from "../../viewer/src/tape/Marks.js";
import { readMoment } from "../../viewer/src/tape/Moment.js";
import { type Shown, Tape } from "../../viewer/src/tape/Tape.js";
import { TimeTravel } from "../../viewer/src/tape/TimeTravel.js";

const entity = (name: string, id: number): ViewEntity =>
  ({
    name,
    role: "robot",
    bodies: [{ id, name: "Main", shapes: [] }],
    joints: [],
    sensors: [],
    isDriven: false,
  }) as never;

const scene = (...entities: readonly ViewEntity[]): Shown => ({
  kind: "message",
  message: {
    ...{ type: "scene", version: 2, world: "test", entities, lights: [], lamps: [], frozen: [], cameras: [] },
    robotAddress: "",
  },
});
const message = (one: ViewMessage | GuestMessage): Shown => ({ kind: "message", message: one });

/** Body 1 at x, at a simulated time. */
function pose(time: number, x: number): Shown {
  const view = new DataView(new ArrayBuffer(16 + 22));
  view.setUint8(0, 1);
  view.setUint16(2, 1, true);
  view.setFloat64(8, time, true);
  view.setUint16(16, 1, true);
  view.setFloat32(18, x, true);
  return { kind: "poses", view };
}

const scoreOf = (store: Store) => {
  const game = store.guestMessages.get("game") as { readonly goals: number } | undefined;
  return game && { goals: game.goals, text: `${game.goals} : 0` };
};

function travelling(limits = {}) {
  const [store, live] = [new Store(), new Store()];
  const tasks = new Set<(now: number) => void>();
  const schedule = {
    request: (task: (now: number) => void) => void tasks.add(task),
    cancel: (task: (now: number) => void) => void tasks.delete(task),
  };
  const pictures: DataView[] = [];
  const parts = { store, live, marks: new Marks(scoreOf), schedule, tape: new Tape(limits) };
  const travel = new TimeTravel({ ...parts, showPicture: (view) => pictures.push(view) });
  const run = (now: number) => {
    const due = [...tasks];
    tasks.clear();
    for (const task of due) task(now);
  };
  return { travel, store, live, run, pictures };
}

const xOf = (store: Store): number | undefined => store.poses.get(1)?.[0];

describe("[X1] looking back", () => {
  test("shows what was, while the world goes on, and returns to now", () => {
    const { travel, store, live } = travelling();
    travel.receive(scene(entity("Rover", 1)));
    for (let i = 0; i <= 100; i++) travel.receive(pose(i / 10, i));
    expect(xOf(store)).toBe(100);
    travel.seek(4.25);
    expect([xOf(store), store.time, travel.isPast]).toEqual([42, 4.2, true]);
    travel.receive(pose(10.1, 101));
    expect([xOf(store), xOf(live), store.behindSec]).toEqual([42, 101, 10 - 4.25]);
    travel.seek(1);
    expect(xOf(store)).toBe(10);
    travel.now();
    expect([xOf(store), store.time, travel.isPast, store.behindSec]).toEqual([101, 10.1, false, undefined]);
    travel.receive(pose(10.2, 102));
    expect(xOf(store)).toBe(102);
  });

  test("any order of seeks shows what the messages up to that time show", () => {
    const step = fc.oneof(
      fc.double({ min: 0, max: 2, noNaN: true }).map((dt) => ({ dt })),
      fc.constantFrom("join", "leave", "goal", "reset").map((word) => ({ word })),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (steps, seeks) => {
          const { travel, store, live } = travelling();
          const known: { readonly at: number; readonly moment: unknown }[] = [];
          const take = (shown: Shown) => {
            travel.receive(shown);
            if (live.poses.size > 0) known.push({ at: travel.tape.to, moment: readMoment(live) });
          };
          let [time, x, goals] = [0, 0, 0];
          take(scene(entity("Rover", 1)));
          take(pose(0, 0));
          for (const one of steps)
            if ("dt" in one) {
              time += one.dt;
              take(pose(time, ++x));
            } else if (one.word === "join") take(message({ type: "join", entity: entity(`R${x}`, 2 + x) }));
            else if (one.word === "leave") take(message({ type: "leave", name: `R${x}` }));
            else if (one.word === "goal") take(message({ type: "game", goals: ++goals } as GuestMessage));
            else {
              time = 0;
              take(scene(entity("Rover", 1)));
              take(pose(0, 0));
            }
          for (const share of seeks) {
            const at = travel.tape.from + share * (travel.tape.to - travel.tape.from);
            travel.seek(at);
            const wanted = known.findLast((one) => one.at <= at);
            expect(readMoment(store)).toEqual(wanted?.moment);
          }
          travel.now();
          expect(readMoment(store)).toEqual(readMoment(live));
        },
      ),
      { seed: 17, numRuns: 60 },
    );
  });

  test("plays at a speed, ends in the present, steps from update to update in both directions", () => {
    const { travel, store, run } = travelling();
    travel.receive(scene(entity("Rover", 1)));
    for (let i = 0; i <= 100; i++) travel.receive(pose(i / 10, i));
    travel.seek(2);
    travel.speed = 2;
    travel.play();
    run(0);
    run(1000);
    expect([xOf(store), travel.at]).toEqual([40, 4]);
    travel.step(-1);
    expect([xOf(store), travel.isPlaying]).toEqual([39, false]);
    travel.step(1);
    travel.step(1);
    expect(xOf(store)).toBe(41);
    travel.play();
    run(2000);
    run(9000);
    expect([travel.isPast, xOf(store)]).toEqual([false, 100]);
  });

  test("log, status and replies are never rewound; pictures are shown from the tape", () => {
    const { travel, store, pictures } = travelling();
    travel.receive(scene(entity("Rover", 1)));
    const picture: Shown = { kind: "picture", view: new DataView(new ArrayBuffer(20)) };
    for (let i = 0; i <= 10; i++) travel.receive(pose(i, i));
    travel.receive(picture);
    travel.seek(3);
    travel.receive(message({ type: "log", line: "hello" }));
    travel.receive(picture);
    expect(store.log.map(({ text }) => text)).toEqual(["hello"]);
    expect(pictures.length).toBe(1);
    travel.seek(10);
    expect(pictures.length).toBe(3);
  });

  test("marks goals, robots, problems and resets at their time", () => {
    const { travel } = travelling();
    travel.receive(scene(entity("Rover", 1)));
    travel.receive(message({ type: "game", goals: 0 } as GuestMessage));
    travel.receive(pose(0, 0));
    travel.receive(pose(2, 0));
    travel.receive(message({ type: "join", entity: entity("Guest", 2) }));
    travel.receive(pose(3, 0));
    travel.receive(message({ type: "game", goals: 1 } as GuestMessage));
    travel.receive(message({ type: "log", line: "Guest closed: MESSAGE_UNKNOWN: no device" }));
    travel.receive(message({ type: "log", line: "Guest left at 3 s" }));
    travel.receive(pose(0, 0));
    expect(travel.marks.all.map(({ at, kind }) => `${at} ${kind}`)).toEqual([
      "2 robot",
      "3 goal",
      "3 problem",
      "3 reset",
    ]);
  });

  test("memory is bounded by seconds and by bytes, and what is shown never falls off the tape", () => {
    for (const limits of [{ seconds: 20 }, { bytes: 30_000 }]) {
      const { travel, store } = travelling(limits);
      travel.receive(scene(entity("Rover", 1)));
      for (let i = 0; i < 20_000; i++) {
        travel.receive(pose(i / 10, i));
        if (i === 1000) travel.seek(travel.tape.from);
      }
      expect(travel.tape.to - travel.tape.from).toBeLessThan(90);
      expect(travel.tape.bytes).toBeLessThan(32_000);
      expect(travel.at).toBeGreaterThanOrEqual(travel.tape.from);
      expect(xOf(store)).toBeCloseTo(10 * travel.at, 6);
    }
  });
});
