// Lock-step with the league's game controller, and an automatic referee, in CI mode (F5). After every frame of the vision
//
//   detections -> automatic referee (10013) -> tracker packet -> game controller (10009) -> referee message -> match
//
// and the world waits until the referee message of this instant is there. Without an automatic referee the simulator's own tracker packet
// goes to the game controller. Messages beyond the expected one act with the next frame, so a run does not depend on the network.

import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Match, MatchPacket } from "../../../../leagues/ssl/Match.js";
import type { RefereeCommand } from "../../../../leagues/ssl/referee/RefereeCommand.js";
import {
  type ApiInput,
  AutoRefCiInputSchema,
  AutoRefCiOutputSchema,
  CiInputSchema,
  CiOutputSchema,
} from "../../../../leagues/ssl/wire/SslCi_pb.js";
import type { Referee } from "../../../../leagues/ssl/wire/SslReferee_pb.js";
import type { TrackerWrapperPacket } from "../../../../leagues/ssl/wire/SslTracker_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "../../../../leagues/ssl/wire/SslVision_pb.js";
import type { PortLog } from "../../PortLog.js";
import { type CiAddress, CiConnection } from "./CiConnection.js";
import { apiInputs, firstInputs } from "./GameControllerApi.js";

export interface CiOptions {
  readonly match: Match;
  readonly controller: CiAddress;
  /** Undefined: there is no automatic referee. */
  readonly autoReferee: CiAddress | undefined;
  /** Called with every referee message that has taken effect. */
  readonly publish: (message: Referee) => void;
  /** Called when the world may go on. */
  readonly wake: () => void;
  readonly log: PortLog;
}

/** What a frame of the vision has given. */
interface Tick {
  readonly tracker: TrackerWrapperPacket;
  readonly detection: readonly SSL_DetectionFrame[];
  readonly timeUs: number;
}

/** An automatic referee that gives no tracker packet for a frame (it has to see some first) does not stop the world, ms. */
const AUTO_REFEREE_MS = 1000;
const US = 1e6;
/** Tracker packets of a filter may be a little older than the frame, s. */
const TRACKER_AGE_SEC = 0.1;

export class CiExchange {
  readonly name = "the game controller in CI mode";
  readonly #options: CiOptions;
  readonly #controller: CiConnection;
  readonly #autoReferee: CiConnection | undefined;
  #tick: Tick | undefined;
  #step: "idle" | "auto-referee" | "controller" = "idle";
  /** Of the controller, not yet in effect. */
  readonly #messages: Referee[] = [];
  #latest: Referee | undefined;
  #inputs: ApiInput[] = [];
  #told: { controller?: SSL_GeometryData | undefined; autoReferee?: SSL_GeometryData | undefined } = {};
  #patience: NodeJS.Timeout | undefined;

  constructor(options: CiOptions) {
    this.#options = options;
    const { controller, autoReferee, log } = options;
    const line = (text: string): void => log.line(text);
    this.#controller = new CiConnection({
      ...controller,
      name: "game controller",
      onOpen: () => this.#greetController(),
      onMessage: (bytes) => this.#hearController(bytes),
      log: line,
    });
    this.#autoReferee =
      autoReferee &&
      new CiConnection({
        ...autoReferee,
        name: "automatic referee",
        onOpen: () => {
          this.#told.autoReferee = undefined;
          this.#resend();
        },
        onMessage: (bytes) => this.#hearAutoReferee(bytes),
        log: line,
      });
  }

  /** True: the world waits for a program or its answer. */
  get isWaiting(): boolean {
    return this.#step !== "idle" || !this.#isConnected;
  }

  get #isConnected(): boolean {
    return this.#controller.isOpen && (this.#autoReferee?.isOpen ?? true);
  }

  /** Packets of a frame: begins an exchange if the frame has a tracker packet. */
  take(packets: readonly MatchPacket[]): void {
    const detection = packets.flatMap(({ channel, message }) =>
      channel === "vision" && message.detection ? [message.detection] : [],
    );
    for (const { channel, message } of packets) {
      if (channel !== "tracker") continue;
      const timeUs = Math.round((message.trackedFrame?.timestamp ?? 0) * US);
      this.#tick = { tracker: message, detection, timeUs };
      this.#begin();
    }
  }

  /** A person's command; takes effect with the next frame. */
  command(said: RefereeCommand): void {
    this.#inputs.push(...apiInputs(said, this.#latest?.command));
  }

  #begin(): void {
    if (!this.#tick) return;
    if (this.#autoReferee) {
      this.#step = "auto-referee";
      this.#askAutoReferee(this.#tick);
    } else this.#askController(this.#tick.tracker);
  }

  /** After a lost connection: the same frame again. */
  #resend(): void {
    if (this.#isConnected && this.#step !== "idle") this.#begin();
    this.#options.wake();
  }

  #greetController(): void {
    this.#told.controller = undefined;
    this.#messages.length = 0;
    this.#inputs = [...firstInputs(this.#options.match.field), ...this.#inputs];
    this.#resend();
  }

  // ---- the automatic referee

  #askAutoReferee({ detection }: Tick): void {
    const geometry = this.#news("autoReferee");
    const input: MessageInitShape<typeof AutoRefCiInputSchema> = {
      detection: [...detection],
      ...(this.#latest && { refereeMessage: this.#latest }),
      ...(geometry && { geometry }),
    };
    this.#autoReferee?.send(toBinary(AutoRefCiInputSchema, create(AutoRefCiInputSchema, input)));
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#giveUpAutoReferee(), AUTO_REFEREE_MS).unref();
  }

  #giveUpAutoReferee(): void {
    const { log } = this.#options;
    if (this.#step !== "auto-referee" || !this.#tick || !this.#isConnected) return;
    log.once(
      "auto-referee",
      "the automatic referee gives no tracker packet: the simulator's own goes to the controller",
    );
    this.#askController(this.#tick.tracker);
  }

  #hearAutoReferee(bytes: Uint8Array): void {
    try {
      const { trackerWrapperPacket: packet } = fromBinary(AutoRefCiOutputSchema, bytes);
      const age = (this.#tick?.timeUs ?? 0) / US - (packet?.trackedFrame?.timestamp ?? 0);
      if (this.#step === "auto-referee" && packet && age < TRACKER_AGE_SEC) this.#askController(packet);
    } catch (problem) {
      this.#unreadable("automatic referee", problem);
    }
  }

  // ---- the game controller

  #askController(trackerPacket: TrackerWrapperPacket): void {
    clearTimeout(this.#patience);
    this.#step = "controller";
    if (!this.#controller.isOpen) return;
    const geometry = this.#news("controller");
    const input: MessageInitShape<typeof CiInputSchema> = {
      timestamp: BigInt(this.#tick?.timeUs ?? 0) * 1000n,
      trackerPacket,
      apiInputs: this.#inputs,
      ...(geometry && { geometry }),
    };
    this.#inputs = [];
    this.#controller.send(toBinary(CiInputSchema, create(CiInputSchema, input)));
    this.#settle();
  }

  #hearController(bytes: Uint8Array): void {
    try {
      const { refereeMsg } = fromBinary(CiOutputSchema, bytes);
      if (refereeMsg) this.#messages.push(refereeMsg);
      this.#settle();
    } catch (problem) {
      this.#unreadable("game controller", problem);
    }
  }

  #unreadable(name: string, problem: unknown): void {
    this.#options.log.once(name, `${name} in CI mode: a message that cannot be read: ${(problem as Error).message}`);
  }

  /** Messages up to the first one of this instant take effect, and the world goes on. */
  #settle(): void {
    while (this.#step === "controller" && this.#messages.length > 0) {
      const message = this.#messages.shift() as Referee;
      this.#latest = message;
      this.#options.match.referee(message);
      this.#options.publish(message);
      if (Number(message.packetTimestamp) < (this.#tick?.timeUs ?? 0)) continue;
      this.#step = "idle";
      this.#options.wake();
    }
  }

  /** The geometry, if the program does not have it. */
  #news(whom: "controller" | "autoReferee"): SSL_GeometryData | undefined {
    const geometry = this.#options.match.geometry();
    if (this.#told[whom] === geometry) return undefined;
    this.#told[whom] = geometry;
    return geometry;
  }

  close(): void {
    clearTimeout(this.#patience);
    this.#controller.close();
    this.#autoReferee?.close();
  }
}
