// The triggers of a world (E2): after every step they look at which things meet their conditions, and start the events of their
// names. Part of the world's state: saved, restored, hashed and reset with it (M5, T8). The lines of a started event run in the
// next frame, so that triggers cannot start each other without end within a frame.

import { isSameData } from "../../describe/edit/SameData.js";
import { inNameOrder } from "../../describe/entity/Entity.js";
import type { WorldTrigger } from "../../describe/world/WorldTrigger.js";
import type { Hash64 } from "../../math/Hash64.js";
import { hasPath } from "../../physics/Paths.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../Robot.js";
import { isNamed, type SubjectSort } from "./Subjects.js";
import { ValueLook, type ValueTrigger } from "./ValueLook.js";
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

const AT_START: TriggerState = Object.freeze({ present: Object.freeze([]), count: 0, lastNs: -1 });

export class Triggers {
  readonly #triggers: readonly WorldTrigger[];
  readonly #options: TriggersOptions;
  /** Index of each volume trigger among all triggers, and of each trigger on contacts, joints and sensors. */
  readonly #volumeIndex: readonly number[];
  readonly #valueIndex: readonly number[];
  readonly #volumes: VolumeLook;
  readonly #values: ValueLook;
  /** Volume triggers that watch how long something stays, and that something is in. */
  readonly #staying = new Set<number>();
  /** True: what meets the conditions has to be compared with all volumes, as after a restore. */
  #isFresh = true;
  #state: TriggerState[];

  constructor(triggers: readonly WorldTrigger[], options: TriggersOptions) {
    this.#triggers = inNameOrder(triggers);
    this.#options = options;
    const indexOf = (kinds: readonly string[]): number[] =>
      this.#triggers.flatMap(({ condition }, i) => (kinds.includes(condition.kind) ? [i] : []));
    this.#volumeIndex = indexOf(["Volume"]);
    this.#valueIndex = indexOf(["Contact", "Joint", "Sensor"]);
    const { physics, robots } = options;
    const watching = (index: readonly number[]) => (i: number, name: string) =>
      isNamed(this.#triggers[index[i]].who, name, this.#sortOf(name));
    const volumes = this.#volumeIndex.map((i) => this.#triggers[i] as VolumeTrigger);
    this.#volumes = new VolumeLook(physics, volumes, watching(this.#volumeIndex));
    const values = this.#valueIndex.map((i) => this.#triggers[i] as ValueTrigger);
    this.#values = new ValueLook(values, { physics, robots, isWatched: watching(this.#valueIndex) });
    this.#state = this.#triggers.map(() => AT_START);
  }

  #sortOf(name: string): SubjectSort {
    const { physics, robots } = this.#options;
    if (robots().some((robot) => robot.name === name)) return "robot";
    return hasPath(physics, name) ? "mover" : "object";
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
    this.#lookAtVolumes(timeNs);
    if (this.#valueIndex.length === 0) return;
    this.#values.begin();
    this.#valueIndex.forEach((i, value) => {
      const { present } = this.#state[i];
      const wasIn = (name: string): boolean => present.some(({ who }) => who === name);
      this.#update(i, this.#values.meeting(value, wasIn), timeNs);
    });
  }

  #lookAtVolumes(timeNs: number): void {
    const changed = this.#volumes.look();
    if (this.#isFresh) {
      this.#isFresh = false;
      for (let volume = 0; volume < this.#volumeIndex.length; volume++) this.#updateVolume(volume, timeNs);
    } else if (changed.size + this.#staying.size > 0)
      for (const volume of [...new Set([...changed, ...this.#staying])].sort((a, b) => a - b))
        this.#updateVolume(volume, timeNs);
  }

  #updateVolume(volume: number, timeNs: number): void {
    const i = this.#volumeIndex[volume];
    this.#update(i, this.#volumes.namesIn(volume), timeNs);
    if (this.#triggers[i].on !== "stay") return;
    if (this.#state[i].present.length > 0) this.#staying.add(volume);
    else this.#staying.delete(volume);
  }

  /** Texts of the messages that start a trigger if this robot sends them. */
  messagesOf(robot: string): readonly string[] {
    return this.#triggers.flatMap(({ who, condition }) =>
      condition.kind === "Message" && isNamed(who, robot, "robot") ? [condition.text] : [],
    );
  }

  /** A robot says something: starts the triggers that wait for it. */
  hear(robot: string, text: string, timeNs: number): void {
    this.#triggers.forEach(({ who, condition }, i) => {
      if (condition.kind === "Message" && condition.text === text && isNamed(who, robot, "robot"))
        this.#start(i, robot, timeNs);
    });
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
    const due = {
      enter: entered,
      leave: left,
      stay: next.filter((p) => !p.isDone && timeNs - p.sinceNs >= forNs),
      occupied: present.length === 0 ? entered.slice(0, 1) : [],
      empty: next.length === 0 ? left.slice(-1) : [],
    }[on];
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

  /** Triggers that an edit of the file has not changed keep what meets their conditions. */
  takeOver(old: Triggers): void {
    const known = new Map(old.#triggers.map((trigger, i) => [trigger.name, { trigger, state: old.#state[i] }]));
    this.restore(
      this.#triggers.map((trigger) => {
        const before = known.get(trigger.name);
        return before && isSameData(before.trigger, trigger) ? before.state : AT_START;
      }),
    );
  }

  reset(): void {
    this.restore(this.#triggers.map(() => AT_START));
  }

  save(): TriggersState {
    return [...this.#state];
  }

  restore(state: TriggersState): void {
    this.#state = [...state];
    this.#isFresh = true;
  }

  addTo(hash: Hash64): void {
    if (this.#triggers.length > 0) hash.addString(JSON.stringify(this.#state));
  }
}
