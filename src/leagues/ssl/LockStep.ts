// Synchronous soccer clients (F3): the league's drafted exchange. Each asks for the same stretch of time and says its commands; when
// all have asked, their commands take effect in the order of the seats, whoever was first on the wire, the world
// steps, and all are answered with what every camera sees then. So the same seed gives the same game at any speed. Two at one
// seat take turns in the order in which they came. Who comes in the middle of a stretch takes part in the next.

import { create } from "@bufbuild/protobuf";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { asSent, wireError } from "./commands/WireError.js";
import type { Match } from "./Match.js";
import {
  type RobotControlResponse,
  RobotControlResponseSchema,
  type SimulationSyncRequest,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
  type SimulatorError,
} from "./wire/SslSimulation_pb.js";
import type { SSL_GeometryData } from "./wire/SslVision_pb.js";

/** By the port that it came to: of one team, or the simulation's own. */
export type SyncSeat = "control" | "blue" | "yellow";
/** In this order requests take effect. */
const SEATS: readonly SyncSeat[] = ["control", "blue", "yellow"];

/** One client's side of it. */
export interface SyncMember {
  /** Answered when the step is done, or at once where something is wrong with it: then nothing of it was done. */
  ask(request: SimulationSyncRequest): void;
  leave(): void;
}

interface Member {
  readonly seat: SyncSeat;
  readonly answer: (response: SimulationSyncResponse) => void;
  /** The stretch that it waits for the end of. */
  asked?: { readonly request: SimulationSyncRequest; readonly frames: number } | undefined;
  /** To its commands; undefined: that stretch has not begun. */
  response?: RobotControlResponse | undefined;
  /** As it was told last. */
  geometry?: SSL_GeometryData | undefined;
}

/** What it asks for at most, s: nobody hangs for hours on a slip of the pen. */
const LONGEST_SEC = 60;
/** float32 holds 0.016 to this, relative. */
const ROUNDING = 1e-6;

export class LockStep {
  readonly #match: Match;
  readonly #stepNs: number;
  readonly #expected: Set<SyncSeat>;
  #members: readonly Member[] = [];
  /** Of the stretch that is being done. */
  #framesToGo = 0;

  /** The first frame waits until `expect` have come. */
  constructor(match: Match, stepNs: number, expect: readonly SyncSeat[] = []) {
    this.#match = match;
    this.#stepNs = stepNs;
    this.#expected = new Set(expect);
  }

  join(seat: SyncSeat, answer: (response: SimulationSyncResponse) => void): SyncMember {
    const member: Member = { seat, answer };
    this.#expected.delete(seat);
    // a stable order whoever came first
    this.#members = SEATS.flatMap((one) => [...this.#members, member].filter((other) => other.seat === one));
    return {
      ask: (request) => this.#ask(member, request),
      leave: () => {
        this.#members = this.#members.filter((one) => one !== member);
      },
    };
  }

  /** How many play synchronously. */
  get size(): number {
    return this.#members.length;
  }

  /** Who has not asked yet, or not come; empty: the world may go on. */
  get waitingFor(): readonly SyncSeat[] {
    if (this.#expected.size > 0) return [...this.#expected];
    if (this.#framesToGo > 0) return [];
    return this.#members.filter(({ asked }) => !asked).map(({ seat }) => seat);
  }

  get isWaiting(): boolean {
    if (this.#expected.size > 0) return true;
    if (this.#framesToGo > 0) return false;
    for (const { asked } of this.#members) if (!asked) return true;
    return false;
  }

  #ask(member: Member, request: SimulationSyncRequest): void {
    try {
      if (member.asked) throw new SimError("SYNC_ASKED_TWICE", { where: member.seat, found: "a second request" });
      const frames = this.#framesOf(member, request);
      for (const { asked, response, seat } of this.#members)
        if (asked && !response && asked.frames !== frames)
          throw new SimError("SYNC_STEP_WRONG", {
            where: `${member.seat}/sim_step`,
            found: `${asSent(request.simStep)} s`,
            allowed: `${asSent(asked.request.simStep)} s, as ${seat} asked for: a step is one for all`,
          });
      member.asked = { request, frames };
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      const robotControlResponse = create(RobotControlResponseSchema, { errors: [wireError(problem, member.seat)] });
      member.answer(create(SimulationSyncResponseSchema, { robotControlResponse }));
    }
  }

  #framesOf({ seat }: Member, { simStep }: SimulationSyncRequest): number {
    const exact = (simStep * NS_PER_SEC) / this.#stepNs;
    const frames = Math.round(exact);
    if (frames >= 1 && simStep <= LONGEST_SEC && Math.abs(exact - frames) <= ROUNDING * frames) return frames;
    const stepSec = this.#stepNs / NS_PER_SEC;
    throw new SimError("SYNC_STEP_WRONG", {
      where: `${seat}/sim_step`,
      found: `${asSent(simStep)} s`,
      allowed: `a multiple of the world's step, ${stepSec} s, up to ${LONGEST_SEC} s`,
    });
  }

  /** Before a frame: once all have asked, what they said takes effect. */
  begin(): void {
    if (this.#framesToGo > 0 || this.#members.length === 0) return;
    for (const member of this.#members) {
      const { asked, seat } = member;
      if (!asked) continue;
      this.#framesToGo = asked.frames;
      member.response = this.#perform(seat, asked.request);
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

  /** After a frame: at the end of the stretch all who take part in it are answered. */
  end(): void {
    if (this.#framesToGo > 0 && --this.#framesToGo === 0)
      this.#answer(this.#members.filter(({ response }) => response));
  }

  /** The world stands at another instant: who has asked is told so, and what is seen there. */
  restart(): void {
    this.#framesToGo = 0;
    const asking = this.#members.filter(({ asked }) => asked);
    for (const member of asking) {
      const found = `${asSent(member.asked?.request.simStep ?? 0)} s asked for`;
      const error = wireError(new SimError("SYNC_RESTARTED", { where: `${member.seat}/sim_step`, found }), member.seat);
      member.response ??= create(RobotControlResponseSchema);
      member.response.errors.push(error);
    }
    this.#answer(asking);
  }

  #answer(members: readonly Member[]): void {
    if (members.length === 0) return;
    const detection = [...this.#match.detectNow()];
    const geometry = this.#match.geometry();
    const referee = this.#match.refereePacket();
    for (const member of members) {
      const robotControlResponse = member.response;
      const news = member.geometry === geometry ? undefined : geometry;
      member.asked = undefined;
      member.response = undefined;
      member.geometry = geometry;
      member.answer(create(SimulationSyncResponseSchema, { detection, robotControlResponse, geometry: news, referee }));
    }
  }
}
