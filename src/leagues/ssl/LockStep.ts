// Synchronous soccer clients (F3): the league's drafted exchange. Each client requests the same stretch of time and sends its commands.
// When all clients have sent a request, their commands take effect in the order of the seats, independent of their order on the wire.
// Then the world steps, and all clients get what every camera sees. So the same seed gives the same game at any speed. Two clients at
// one seat take effect in the order in which they joined. A client that joins during a stretch takes part in the next one.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
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
  pending?: { readonly request: SimulationSyncRequest; readonly frames: number } | undefined;
  /** Response to its commands; undefined: the stretch has not begun. */
  response?: RobotControlResponse | undefined;
  /** The geometry that was sent last. */
  geometry?: SSL_GeometryData | undefined;
}

const onlyDo: NoteInput<SyncInput> = (_what, _data, work) => work();

export interface LockStepState {
  readonly framesToGo: number;
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

export class LockStep {
  readonly #match: Match;
  readonly #stepNs: number;
  readonly #expected: Set<SyncSeat>;
  readonly #input: NoteInput<SyncInput>;
  #nextNumber = 1;
  #members: readonly Member[] = [];
  /** Frames left in the present stretch. */
  #framesToGo = 0;

  /** The first frame waits for clients at the seats in `expect`. `input`: notes what clients do, for a journal. */
  constructor(match: Match, stepNs: number, expect: readonly SyncSeat[] = [], input: NoteInput<SyncInput> = onlyDo) {
    this.#match = match;
    this.#stepNs = stepNs;
    this.#expected = new Set(expect);
    this.#input = input;
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
  restore({ framesToGo, nextNumber, members }: LockStepState): ReadonlyMap<number, SyncMember> {
    this.#members = [];
    const restored = members.map(({ number, seat, request, hasBegun }) => {
      const member: Member = { number, seat, answer: () => {} };
      const sync = this.#add(member);
      const read = request && fromBinary(SimulationSyncRequestSchema, request);
      if (read) member.pending = { request: read, frames: this.#framesOf(member, read) };
      if (hasBegun) member.response = create(RobotControlResponseSchema);
      return [number, sync] as const;
    });
    this.#framesToGo = framesToGo;
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
      const frames = this.#framesOf(member, request);
      for (const { pending, response, seat } of this.#members)
        if (pending && !response && pending.frames !== frames)
          throw new SimError("SYNC_STEP_WRONG", {
            where: `${member.seat}/sim_step`,
            found: `${asSent(request.simStep)} s`,
            allowed: `${asSent(pending.request.simStep)} s, as ${seat} requested: all clients step by the same time`,
          });
      member.pending = { request, frames };
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      const robotControlResponse = create(RobotControlResponseSchema, { errors: [wireError(problem, member.seat)] });
      member.answer(create(SimulationSyncResponseSchema, { robotControlResponse }));
    }
  }

  #framesOf({ seat }: Member, { simStep }: SimulationSyncRequest): number {
    const exact = (simStep * NS_PER_SEC) / this.#stepNs;
    const frames = Math.round(exact);
    if (frames >= 1 && simStep <= MAX_STRETCH_SEC && Math.abs(exact - frames) <= ROUNDING * frames) return frames;
    const stepSec = this.#stepNs / NS_PER_SEC;
    throw new SimError("SYNC_STEP_WRONG", {
      where: `${seat}/sim_step`,
      found: `${asSent(simStep)} s`,
      allowed: `a multiple of the world's step, ${stepSec} s, up to ${MAX_STRETCH_SEC} s`,
    });
  }

  /** Before a frame: when all clients have sent a request, their commands take effect. */
  begin(): void {
    if (this.#framesToGo > 0 || this.#members.length === 0) return;
    for (const member of this.#members) {
      const { pending, seat } = member;
      if (!pending) continue;
      this.#framesToGo = pending.frames;
      member.response = this.#perform(seat, pending.request);
    }
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
    const detection = [...this.#match.detectNow()];
    const geometry = this.#match.geometry();
    const referee = this.#match.refereePacket();
    for (const member of members) {
      const robotControlResponse = member.response;
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
