// The triggers of a world (E2): after every step they look at which things meet their conditions, and start the events of their
// names. Part of the world's state: saved, restored, hashed and reset with it (M5, T8). The lines of a started event run in the
// next frame, so that triggers cannot start each other without end within a frame.

import { inNameOrder } from "../../describe/entity/Entity.js";
import type { TriggerCondition, WorldTrigger } from "../../describe/world/WorldTrigger.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../Robot.js";
import { isNamed } from "./Subjects.js";
import { doesTouch, isWithin, readJointValue, readSensorValue } from "./ValueLook.js";
import { VolumeLook, type VolumeTrigger } from "./VolumeLook.js";

/** A subject that meets the condition. */
interface Presence {
  readonly who: string;
  readonly sinceNs: number;
  /** For `stay`: it has started the event. */
  readonly isDone: boolean;
}

interface TriggerState {
  readonly present: readonly Presence[];
  /** How often it has started its event, and when last; -1: never. */
  readonly count: number;
  readonly lastNs: number;
}

export type TriggersState = readonly TriggerState[];

interface TriggerStatus {
  readonly name: string;
  readonly present: readonly string[];
  readonly count: number;
}

interface TriggersOptions {
  readonly physics: Physics;
  /** In name order. */
  readonly robots: () => readonly Robot[];
  /** Starts the event of a trigger. */
  readonly start: (name: string, timeNs: number, who: string) => void;
}

const NOTHING: readonly string[] = Object.freeze([]);
const AT_START: TriggerState = Object.freeze({ present: Object.freeze([]), count: 0, lastNs: -1 });

export class Triggers {
  readonly #triggers: readonly WorldTrigger[];
  readonly #options: TriggersOptions;
  readonly #volumes: VolumeLook;
  /** Index of each volume trigger among all triggers, and triggers on contacts, joints and sensors. */
  readonly #volumeIndex: readonly number[];
  readonly #others: readonly number[];
  /** Volume triggers whose condition something meets. */
  readonly #occupied = new Set<number>();
  #state: TriggerState[];

  constructor(triggers: readonly WorldTrigger[], options: TriggersOptions) {
    this.#triggers = inNameOrder(triggers);
    this.#options = options;
    const isVolume = ({ condition }: WorldTrigger): boolean => condition.kind === "Volume";
    this.#volumeIndex = this.#triggers.flatMap((trigger, i) => (isVolume(trigger) ? [i] : []));
    const isMessage = ({ condition }: WorldTrigger): boolean => condition.kind === "Message";
    this.#others = this.#triggers.flatMap((trigger, i) => (isVolume(trigger) || isMessage(trigger) ? [] : [i]));
    const volumes = this.#triggers.filter((trigger): trigger is VolumeTrigger => isVolume(trigger));
    this.#volumes = new VolumeLook(options.physics, volumes, (i, name) =>
      isNamed(volumes[i].who, name, this.#isRobot(name)),
    );
    this.#state = this.#triggers.map(() => AT_START);
  }

  #isRobot(name: string): boolean {
    return this.#options.robots().some((robot) => robot.name === name);
  }

  get status(): readonly TriggerStatus[] {
    return this.#triggers.map(({ name }, i) => {
      const { present, count } = this.#state[i];
      return { name, present: present.map(({ who }) => who), count };
    });
  }

  /** After a step: starts the events of the triggers whose condition has been met or left. */
  look(timeNs: number): void {
    if (this.#triggers.length === 0) return;
    const found = this.#volumes.look();
    for (const volume of this.#occupied) if (!found.has(volume)) found.set(volume, NOTHING);
    for (const [volume, now] of [...found].sort(([a], [b]) => a - b)) {
      this.#update(this.#volumeIndex[volume], now, timeNs);
      if (now.length === 0) this.#occupied.delete(volume);
      else this.#occupied.add(volume);
    }
    for (const i of this.#others) this.#update(i, this.#meeting(i), timeNs);
  }

  /** Texts of the messages that start a trigger if this robot sends them. */
  messagesOf(robot: string): readonly string[] {
    return this.#triggers.flatMap(({ who, condition }) =>
      condition.kind === "Message" && isNamed(who, robot, true) ? [condition.text] : [],
    );
  }

  /** A robot says something: starts the triggers that wait for it. */
  hear(robot: string, text: string, timeNs: number): void {
    this.#triggers.forEach(({ who, condition }, i) => {
      if (condition.kind === "Message" && condition.text === text && isNamed(who, robot, true))
        this.#start(i, robot, timeNs);
    });
  }

  /** Names of the subjects that meet the condition of a trigger now, in name order. */
  #meeting(i: number): readonly string[] {
    const { physics } = this.#options;
    const { who, condition } = this.#triggers[i];
    return physics.names.filter((name) => {
      if (physics.entity(name).isStatic || !isNamed(who, name, this.#isRobot(name))) return false;
      return this.#meets(i, name, condition);
    });
  }

  #meets(i: number, name: string, condition: TriggerCondition): boolean {
    const { physics, robots } = this.#options;
    if (condition.kind === "Contact") return doesTouch(physics, name, condition);
    if (condition.kind === "Volume" || condition.kind === "Message") return false;
    const x =
      condition.kind === "Joint"
        ? readJointValue(physics, name, condition)
        : readSensorValue(
            robots().find((robot) => robot.name === name),
            condition,
          );
    // a sensor without a sample, as after a restore, keeps what it said last
    if (x === undefined) return condition.kind === "Sensor" && this.#isPresent(i, name);
    return isWithin(x, condition);
  }

  #isPresent(i: number, name: string): boolean {
    return this.#state[i].present.some(({ who }) => who === name);
  }

  #update(i: number, now: readonly string[], timeNs: number): void {
    const { on, forNs } = this.#triggers[i];
    const { present } = this.#state[i];
    const isSame = now.length === present.length && now.every((who, k) => who === present[k].who);
    if (isSame && (on !== "stay" || now.length === 0)) return;
    const before = new Map(present.map((one) => [one.who, one]));
    const next = isSame ? present : now.map((who) => before.get(who) ?? { who, sinceNs: timeNs, isDone: false });
    this.#state[i] = { ...this.#state[i], present: next };
    const left = present.filter(({ who }) => !now.includes(who));
    const entered = next.filter(({ who }) => !before.has(who));
    const due = { enter: entered, leave: left, stay: next.filter((p) => !p.isDone && timeNs - p.sinceNs >= forNs) }[on];
    for (const { who } of due) if (this.#start(i, who, timeNs) && on === "stay") this.#markDone(i, who);
  }

  /** False: the trigger cools down, or has started its event as often as it may. */
  #start(i: number, who: string, timeNs: number): boolean {
    const { name, times, coolDownNs } = this.#triggers[i];
    const { count, lastNs } = this.#state[i];
    if (count >= times || (lastNs >= 0 && timeNs - lastNs < coolDownNs)) return false;
    this.#state[i] = { ...this.#state[i], count: count + 1, lastNs: timeNs };
    this.#options.start(name, timeNs, who);
    return true;
  }

  #markDone(i: number, who: string): void {
    const present = this.#state[i].present.map((one) => (one.who === who ? { ...one, isDone: true } : one));
    this.#state[i] = { ...this.#state[i], present };
  }

  // ---- state

  reset(): void {
    this.restore(this.#triggers.map(() => AT_START));
  }

  save(): TriggersState {
    return [...this.#state];
  }

  restore(state: TriggersState): void {
    this.#state = [...state];
    this.#occupied.clear();
    this.#volumeIndex.forEach((i, volume) => {
      if (state[i].present.length > 0) this.#occupied.add(volume);
    });
  }

  addTo(hash: Hash64): void {
    if (this.#triggers.length > 0) hash.addString(JSON.stringify(this.#state));
  }
}
