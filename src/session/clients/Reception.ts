// Opens the sessions of new clients and reads their documents. A client without a document takes no place of a robot; beyond
// the limit a client gets TOO_MANY_CLIENTS.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { SimError } from "../../describe/SimError.js";
import type { Simulation } from "../Simulation.js";
import type { FrameSink } from "./FrameSink.js";
import { InputTurn } from "./InputTurn.js";
import type { Link } from "./Link.js";
import { PictureTurn } from "./PictureTurn.js";
import { Session } from "./Session.js";
import { offerRobot, takenName } from "./TakeOver.js";

export class Reception {
  /** Limits the pictures that all clients' frames draw in one turn. */
  readonly turn = new PictureTurn();
  /** Limits the messages of all clients that are read in one turn. */
  readonly input = new InputTurn();
  readonly #simulation: Simulation;
  #nextId = 1;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  open(link: Link, nowMs: number, sink?: FrameSink): Session {
    const { world, options, inputs } = this.#simulation;
    const { limits, documentLimits, isAsync, afterRead } = options;
    const session: Session = new Session(
      {
        id: this.#nextId++,
        link,
        limits,
        documentBytes: documentLimits.bytes,
        describe: (text, isWanted) => {
          if (this.isFull) throw this.tooManyClients(session);
          const taken = takenName(text, documentLimits);
          if (taken !== undefined) {
            session.leavesBody = true;
            return offerRobot(this.#simulation, taken);
          }
          return this.#read(text, isWanted);
        },
        afterRead,
        turn: this.turn,
        input: this.input,
        asyncTimeNs: isAsync || sink ? () => world.timeNs : undefined,
        sink,
        inputs,
      },
      nowMs,
    );
    return session;
  }

  get isFull(): boolean {
    const { sessions, options } = this.#simulation;
    const places = sessions.filter(({ state }) => state === "waiting" || state === "running");
    return places.length >= options.limits.clients;
  }

  tooManyClients({ id }: Session): SimError {
    const allowed = `at most ${this.#simulation.options.limits.clients} clients`;
    return new SimError("TOO_MANY_CLIENTS", { where: "server", found: `client ${id}`, allowed });
  }

  #read(text: string, isWanted: () => boolean): RobotDescription | Promise<RobotDescription> {
    const { readDocument } = this.#simulation.options;
    const readHere = (): RobotDescription => this.describe(text);
    return readDocument ? readDocument({ text, readHere, isWanted }) : readHere();
  }

  /** Reads a robot document with the limits for clients; throws a SimError. `name` replaces the one in the document. */
  describe(text: string, name?: string): RobotDescription {
    const { world, options } = this.#simulation;
    const { documentLimits: limits, lenient, odeNumbers, readFile, log } = options;
    const { robot, warnings } = readRobotDocument(text, {
      name,
      kinds: world.devices,
      limits,
      lenient,
      odeNumbers,
      world: { stepNs: world.stepNs, materials: world.physics.materials.names },
      ...(readFile ? { readFile } : {}),
    });
    for (const warning of warnings) log(`${robot.name}: warning: ${warning.message}`);
    return robot;
  }
}
