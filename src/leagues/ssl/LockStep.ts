// Synchronous soccer clients (F3): the league's drafted exchange. Each client requests the same stretch of time and sends its commands.
// When all clients have sent a request, their commands take effect in the order of the seats, independent of their order on the wire.
// Then the world steps, and all clients get what every camera sees. So the same seed gives the same game at any speed. Two clients at
// one seat take effect in the order in which they joined. A client that joins during a stretch takes part in the next one.

import { create, fromBinary, isFieldSet, toBinary } from "@bufbuild/protobuf";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { asSent, wireError } from "./commands/WireError.js";
import type { Match } from "./Match.js";
import { encodeMember, type NoteInput, SEATS, type SyncInput, type SyncSeat } from "./MatchInputs.js";
import {
  type RobotControlResponse,
  RobotControlResponseSchema,
  type SimulationSyncRequest,
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
  type SimulatorError,
} from "./wire/SslSimulation_pb.js";
import type { SSL_GeometryData } from "./wire/SslVision_pb.js";

export type { SyncSeat } from "./MatchInputs.js";

/** The interface for one client. */
export interface SyncMember {
  /** Answered after the step, or at once with an error: then nothing of the request was executed. */
  request(request: SimulationSyncRequest): void;
  leave(): void;
}

interface Member {
  /** Counts the clients of this simulation. */
  readonly number: number;
  readonly seat: SyncSeat;
  readonly answer: (response: SimulationSyncResponse) => void;
  /** The request that waits for the end of its stretch. */
  pending?: { readonly request: SimulationSyncRequest; readonly stretchNs: number } | undefined;
  /** Response to its commands; undefined: the stretch has not begun. */
  response?: RobotControlResponse | undefined;
  /** The geometry that was sent last. */
  geometry?: SSL_GeometryData | undefined;
}

const onlyDo: NoteInput<SyncInput> = (_what, _data, work) => work();

export interface LockStepOptions {
  /** The first frame waits for clients at these seats. */
  readonly expect?: readonly SyncSeat[] | undefined;
  /** True: requests that do not say otherwise get detections as late as the vision's delay. */
  readonly isDelayed?: boolean | undefined;
  /** Notes what clients do, for a journal. */
  readonly input?: NoteInput<SyncInput>;
}

export interface LockStepState {
  readonly framesToGo: number;
  readonly restNs: number;
  readonly nextNumber: number;
  readonly members: readonly {
    readonly number: number;
    readonly seat: SyncSeat;
    readonly request: Uint8Array | undefined;
    readonly hasBegun: boolean;
  }[];
}

/** Maximum length of a stretch, s: limits the effect of a typing error. */
const MAX_STRETCH_SEC = 60;
/** Relative rounding error of 0.016 as float32. */
const ROUNDING = 1e-6;
/** Part of a step by which sums of stretches may be off. */
const STEP_ROUNDING = 1e-6;

export class LockStep {
  readonly #match: Match;
  readonly #stepNs: number;
  readonly #expected: Set<SyncSeat>;
  readonly #isDelayed: boolean;
  readonly #input: NoteInput<SyncInput>;
  #nextNumber = 1;
  #members: readonly Member[] = [];
  /** Frames left in the present stretch. */
  #framesToGo = 0;
  /** What the stretches so far have asked for and whole steps have not given, ns. */
  #restNs = 0;

  constructor(match: Match, stepNs: number, { expect = [], isDelayed = false, input = onlyDo }: LockStepOptions = {}) {
    this.#match = match;
    this.#stepNs = stepNs;
    this.#expected = new Set(expect);
    this.#isDelayed = isDelayed;
    this.#input = input;
    if (isDelayed) match.keepSight();
  }

  join(seat: SyncSeat, answer: (response: SimulationSyncResponse) => void): SyncMember {
    const number = this.#nextNumber++;
    return this.#input(
      "join",
      () => encodeMember(number, seat),
      () => this.#add({ number, seat, answer }),
    );
  }

  #add(member: Member): SyncMember {
    const { number, seat } = member;
    this.#expected.delete(seat);
    // an order independent of the order of joining
    this.#members = SEATS.flatMap((one) => [...this.#members, member].filter((other) => other.seat === one));
    return {
      request: (request) =>
        this.#input(
          "request",
          () => encodeMember(number, toBinary(SimulationSyncRequestSchema, request)),
          () => this.#request(member, request),
        ),
      leave: () =>
        this.#input(
          "leave",
          () => encodeMember(number),
          () => {
            this.#members = this.#members.filter((one) => one !== member);
          },
        ),
    };
  }

  // ---- state, for a playback that begins in the middle of a run

  save(): LockStepState {
    return {
      framesToGo: this.#framesToGo,
      restNs: this.#restNs,
      nextNumber: this.#nextNumber,
      members: this.#members.map(({ number, seat, pending, response }) => ({
        number,
        seat,
        request: pending && toBinary(SimulationSyncRequestSchema, pending.request),
        hasBegun: response !== undefined,
      })),
    };
  }

  /** Returns the clients by their numbers. Their answers go nowhere. */
  restore({ framesToGo, restNs, nextNumber, members }: LockStepState): ReadonlyMap<number, SyncMember> {
    this.#members = [];
    const restored = members.map(({ number, seat, request, hasBegun }) => {
      const member: Member = { number, seat, answer: () => {} };
      const sync = this.#add(member);
      const read = request && fromBinary(SimulationSyncRequestSchema, request);
      if (read) member.pending = { request: read, stretchNs: this.#stretchOf(member, read) };
      if (hasBegun) member.response = create(RobotControlResponseSchema);
      return [number, sync] as const;
    });
    this.#framesToGo = framesToGo;
    this.#restNs = restNs;
    this.#nextNumber = nextNumber;
    return new Map(restored);
  }

  /** Number of synchronous clients. */
  get size(): number {
    return this.#members.length;
  }

  /** Seats whose clients have not joined or not sent a request; empty: the world may step. */
  get waitingFor(): readonly SyncSeat[] {
    if (this.#expected.size > 0) return [...this.#expected];
    if (this.#framesToGo > 0) return [];
    return this.#members.filter(({ pending }) => !pending).map(({ seat }) => seat);
  }

  get isWaiting(): boolean {
    if (this.#expected.size > 0) return true;
    if (this.#framesToGo > 0) return false;
    for (const { pending } of this.#members) if (!pending) return true;
    return false;
  }

  #request(member: Member, request: SimulationSyncRequest): void {
    try {
      if (member.pending) throw new SimError("SYNC_ASKED_TWICE", { where: member.seat, found: "a second request" });
      const stretchNs = this.#stretchOf(member, request);
      for (const { pending, response, seat } of this.#members)
        if (pending && !response && pending.stretchNs !== stretchNs)
          throw new SimError("SYNC_STEP_WRONG", {
            where: `${member.seat}/sim_step`,
            found: `${asSent(request.simStep)} s`,
            allowed: `${asSent(pending.request.simStep)} s, as ${seat} requested: all clients step by the same time`,
          });
      member.pending = { request, stretchNs };
      if (this.#wantsDelay(request)) this.#match.keepSight();
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      const robotControlResponse = create(RobotControlResponseSchema, { errors: [wireError(problem, member.seat)] });
      member.answer(create(SimulationSyncResponseSchema, { robotControlResponse }));
    }
  }

  #wantsDelay(request: SimulationSyncRequest): boolean {
    const isSaid = isFieldSet(request, SimulationSyncRequestSchema.field.applyVisionDelay);
    return isSaid ? request.applyVisionDelay : this.#isDelayed;
  }

  /** Length of the stretch, ns. */
  #stretchOf({ seat }: Member, { simStep }: SimulationSyncRequest): number {
    const stretchNs = exactNs(simStep, this.#stepNs);
    if (stretchNs >= this.#stepNs && simStep <= MAX_STRETCH_SEC) return stretchNs;
    throw new SimError("SYNC_STEP_WRONG", {
      where: `${seat}/sim_step`,
      found: `${asSent(simStep)} s`,
      allowed: `${this.#stepNs / NS_PER_SEC} s, the world's step, to ${MAX_STRETCH_SEC} s`,
    });
  }

  /** Before a frame: when all clients have sent a request, their commands take effect. */
  begin(): void {
    if (this.#framesToGo > 0 || this.#members.length === 0) return;
    let stretchNs = 0;
    for (const member of this.#members) {
      const { pending, seat } = member;
      if (!pending) continue;
      stretchNs = pending.stretchNs;
      member.response = this.#perform(seat, pending.request);
    }
    if (stretchNs > 0) this.#framesToGo = this.#take(stretchNs);
  }

  /** Whole frames of a stretch; the rest is part of the next one. */
  #take(stretchNs: number): number {
    const dueNs = this.#restNs + stretchNs;
    const frames = Math.floor(dueNs / this.#stepNs + STEP_ROUNDING);
    this.#restNs = dueNs - frames * this.#stepNs;
    return frames;
  }

  #perform(seat: SyncSeat, { simulatorCommand, robotControl }: SimulationSyncRequest): RobotControlResponse {
    const errors: SimulatorError[] = simulatorCommand ? this.#match.command(simulatorCommand).errors : [];
    if (!robotControl) return create(RobotControlResponseSchema, { errors });
    if (seat !== "control") {
      const response = this.#match.control(seat, robotControl);
      return create(RobotControlResponseSchema, {
        errors: [...errors, ...response.errors],
        feedback: response.feedback,
      });
    }
    const misplaced = new SimError("SYNC_TEAM_UNKNOWN", { where: "control/robot_control", found: "robot commands" });
    return create(RobotControlResponseSchema, { errors: [...errors, wireError(misplaced, seat)] });
  }

  /** After a frame: at the end of the stretch all its clients are answered. */
  end(): void {
    if (this.#framesToGo > 0 && --this.#framesToGo === 0)
      this.#answer(this.#members.filter(({ response }) => response));
  }

  /** After a reset or restore: clients with a pending request get an error and the present detections. */
  restart(): void {
    this.#framesToGo = 0;
    this.#restNs = 0;
    const waiting = this.#members.filter(({ pending }) => pending);
    for (const member of waiting) {
      const found = `${asSent(member.pending?.request.simStep ?? 0)} s requested`;
      const error = wireError(new SimError("SYNC_RESTARTED", { where: `${member.seat}/sim_step`, found }), member.seat);
      member.response ??= create(RobotControlResponseSchema);
      member.response.errors.push(error);
    }
    this.#answer(waiting);
  }

  #answer(members: readonly Member[]): void {
    if (members.length === 0) return;
    // the detectors of both kinds draw their own random numbers, so each is asked only if a client wants it
    const isDelayed = ({ pending }: Member): boolean => pending !== undefined && this.#wantsDelay(pending.request);
    const now = members.every(isDelayed) ? [] : this.#match.detectNow();
    const late = members.some(isDelayed) ? this.#match.detectDelayed() : [];
    const geometry = this.#match.geometry();
    const referee = this.#match.refereePacket();
    for (const member of members) {
      const robotControlResponse = member.response;
      const detection = [...(isDelayed(member) ? late : now)];
      const newGeometry = member.geometry === geometry ? undefined : geometry;
      member.pending = undefined;
      member.response = undefined;
      member.geometry = geometry;
      member.answer(
        create(SimulationSyncResponseSchema, { detection, robotControlResponse, geometry: newGeometry, referee }),
      );
    }
  }
}

/** The time that a float32 in seconds means: a multiple of the world's step, a whole part of a second (1/60), or a decimal number. */
function exactNs(simStep: number, stepNs: number): number {
  const steps = Math.round((simStep * NS_PER_SEC) / stepNs);
  if (Math.abs(simStep * NS_PER_SEC - steps * stepNs) <= ROUNDING * steps * stepNs) return steps * stepNs;
  const parts = Math.round(1 / simStep);
  if (Math.fround(1 / parts) === Math.fround(simStep)) return NS_PER_SEC / parts;
  return asSent(simStep) * NS_PER_SEC;
}
