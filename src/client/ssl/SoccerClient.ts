// A soccer team's client for the drafted synchronous exchange (F3) over TCP, in Node: sends commands for the next stretch of time, receives
// what all cameras see after it. The world waits until every synchronous client has sent a request, so that a slow team misses
// nothing. A message is its length as a uvarint, then a SimulationSyncRequest or SimulationSyncResponse.

import type { Socket } from "node:net";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { frameMessage, MessageSplitter } from "../../leagues/ssl/commands/SyncFraming.js";
import type { Referee } from "../../leagues/ssl/wire/SslReferee_pb.js";
import {
  type RobotCommandSchema,
  type RobotFeedback,
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
  type SimulatorError,
} from "../../leagues/ssl/wire/SslSimulation_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "../../leagues/ssl/wire/SslVision_pb.js";
import { RobotError } from "../RobotError.js";

export interface SoccerConnectOptions {
  readonly host?: string;
  /** 10301 blue, 10302 yellow, 10300 the simulation itself. */
  readonly port: number;
}

/** Command to one robot. A field that is left out keeps its last value until the simulator's command timeout. */
export interface SoccerCommand {
  readonly id: number;
  /** Velocity in the robot's frame, m/s and rad/s counter-clockwise: all three, or none. */
  readonly forward?: number;
  readonly left?: number;
  readonly turn?: number;
  /** Arms the kicker, m/s; it kicks as soon as the ball is in reach. 0: disarmed. */
  readonly kickSpeed?: number;
  /** Degrees; 0 is along the ground. */
  readonly kickAngle?: number;
  /** Revolutions per minute. */
  readonly dribblerRpm?: number;
}

export interface SoccerAnswer {
  /** One frame per camera, at the instant after the step. mm, rad. */
  readonly detections: readonly SSL_DetectionFrame[];
  /** Robots' own sensors: true while the dribbler has the ball. */
  readonly feedback: readonly RobotFeedback[];
  /** Errors in the commands. */
  readonly errors: readonly SimulatorError[];
  /** The referee's packet now; undefined: there is no referee. */
  readonly referee: Referee | undefined;
  /** The newest geometry received. */
  readonly geometry: SSL_GeometryData | undefined;
}

/** Maximum size of an answer: far above that of two teams and sixteen cameras. */
const MAX_BYTES = 4_000_000;
const START_SOCCER = "Is a soccer world running there? In a checkout `node bin/ubersim.js run soccer-b` starts one.";

interface Waiting {
  resolve(answer: SoccerAnswer | undefined): void;
  reject(error: RobotError): void;
}

export class SoccerClient {
  readonly #socket: Socket;
  readonly #splitter = new MessageSplitter(MAX_BYTES);
  #waiting: Waiting | undefined;
  #geometry: SSL_GeometryData | undefined;
  #end: { readonly problem: RobotError | undefined } | undefined;
  /** Error of the last answer without a step: the reason if the connection then closes. */
  #refusal: RobotError | undefined;

  /** Throws a RobotError, CONNECTION_FAILED, if no server listens there. */
  static async connect({ host = "127.0.0.1", port }: SoccerConnectOptions): Promise<SoccerClient> {
    const { connect } = await import("node:net");
    const socket = connect({ host, port, noDelay: true });
    await opened(socket, `${host}:${port}`);
    return new SoccerClient(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    let problem: RobotError | undefined;
    socket.on("data", (bytes) => this.#receive(bytes));
    socket.on("error", (error) => {
      problem = lost(error.message);
    });
    socket.on("close", () => this.#finish(problem ?? this.#refusal));
  }

  /**
   * Advances by one stretch of time, s: at least one step of the world, the same for all clients. Undefined: the server has stopped.
   * Throws a RobotError with the reason if the connection broke or the server closed it.
   */
  ask(simStep: number, commands: readonly SoccerCommand[]): Promise<SoccerAnswer | undefined> {
    return this.exchange({ simStep, robotControl: { robotCommands: commands.map(robotCommandInit) } });
  }

  /** The same with your own message: teleports, settings, wheel speeds. */
  exchange(request: MessageInitShape<typeof SimulationSyncRequestSchema>): Promise<SoccerAnswer | undefined> {
    if (this.#waiting) throw new Error("the answer to the request before has not come yet: await it first");
    if (this.#end) return this.#end.problem ? Promise.reject(this.#end.problem) : Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        frameMessage(toBinary(SimulationSyncRequestSchema, create(SimulationSyncRequestSchema, request))),
      );
    });
  }

  /** Other clients continue. */
  close(): void {
    this.#finish(undefined);
    this.#socket.destroy();
  }

  #receive(bytes: Uint8Array): void {
    try {
      this.#splitter.push(bytes, (message) => this.#answer(fromBinary(SimulationSyncResponseSchema, message)));
    } catch (problem) {
      this.#finish(lost(`no answer of a simulator: ${(problem as Error).message}`));
      this.#socket.destroy();
    }
  }

  #answer({ detection, robotControlResponse, referee, geometry }: SimulationSyncResponse): void {
    this.#geometry = geometry ?? this.#geometry;
    const [error] = detection.length === 0 ? (robotControlResponse?.errors ?? []) : [];
    this.#refusal = error && lost(`${error.code}: ${error.message}`);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({
      detections: detection,
      feedback: robotControlResponse?.feedback ?? [],
      errors: robotControlResponse?.errors ?? [],
      referee,
      geometry: this.#geometry,
    });
  }

  /** Only the first reason counts. */
  #finish(problem: RobotError | undefined): void {
    this.#end ??= { problem };
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (problem) waiting?.reject(problem);
    else waiting?.resolve(undefined);
  }
}

function opened(socket: Socket, place: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", (error: Error & { code?: string }) => {
      const message = `no connection to ${place}: ${error.code ?? error.message}`;
      reject(new RobotError({ code: "CONNECTION_FAILED", message, where: place, advice: START_SOCCER }));
    });
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve();
    });
  });
}

const lost = (how: string): RobotError =>
  new RobotError({ code: "CONNECTION_LOST", message: `the connection was closed: ${how}`, where: "connection" });

/** The command as a protocol message. */
export function robotCommandInit(command: SoccerCommand): MessageInitShape<typeof RobotCommandSchema> {
  const { id, forward, left, turn, kickSpeed, kickAngle, dribblerRpm } = command;
  const drives = forward !== undefined || left !== undefined || turn !== undefined;
  const velocity = { forward: forward ?? 0, left: left ?? 0, angular: turn ?? 0 };
  return {
    id,
    ...(drives ? { moveCommand: { command: { case: "localVelocity" as const, value: velocity } } } : {}),
    ...(kickSpeed === undefined ? {} : { kickSpeed }),
    ...(kickAngle === undefined ? {} : { kickAngle }),
    ...(dribblerRpm === undefined ? {} : { dribblerSpeed: dribblerRpm }),
  };
}
