// The answer to a frame, collected so that it goes out in one piece: commands, then SimEnd (W3, W4).

import { JOINT_PROPERTY } from "../describe/entity/Joint.js";
import { LAMP_PROPERTY, MOTOR_PROPERTY } from "../describe/robot/ActuatorProperty.js";
import { CAMERA_PROPERTY } from "../describe/robot/CameraProperty.js";
import { unknownName } from "../describe/SimError.js";
import { encodeName, messageBytes, writeMessage } from "../session/clients/Codec.js";
import { RobotError } from "./RobotError.js";

/** ODE has these two as well; the server refuses them. */
const { LoVel: _low, HiVel: _high, ...JOINT } = JOINT_PROPERTY;
/** What components can be told: joints (W4), cameras (W9), motors and lamps. */
export const PROPERTY = { ...JOINT, ...CAMERA_PROPERTY, ...MOTOR_PROPERTY, ...LAMP_PROPERTY } as const;
export type PropertyName = keyof typeof PROPERTY;

const PER_AXIS = 256;
const NOTHING = new Uint8Array(0);

export class AnswerWriter {
  #bytes = new Uint8Array(1024);
  #end = 0;
  /** Names as they go over the wire. */
  readonly #heads = new Map<string, Uint8Array>();
  readonly #command = new DataView(new ArrayBuffer(8));
  readonly #commandBytes = new Uint8Array(this.#command.buffer);
  readonly #time = new DataView(new ArrayBuffer(8));
  readonly #timeBytes = new Uint8Array(this.#time.buffer);

  message(name: string, payload: Uint8Array = NOTHING): void {
    let head = this.#heads.get(name);
    if (head === undefined) {
      head = encodeName(name);
      this.#heads.set(name, head);
    }
    const end = this.#end + messageBytes(head, payload);
    if (end > this.#bytes.length) this.#grow(end);
    this.#end = writeMessage(this.#bytes, this.#end, head, payload);
  }

  /** int32 property, float32 value; axes count from 1. */
  property(name: string, property: PropertyName | number, value: number, axis: number): void {
    const number = typeof property === "number" ? property : PROPERTY[property];
    if (number === undefined)
      throw RobotError.from(unknownName("PARAMETER_UNKNOWN", name, property, Object.keys(PROPERTY)));
    this.#command.setInt32(0, number + (axis - 1) * PER_AXIS, true);
    this.#command.setFloat32(4, value, true);
    this.message(name, this.#commandBytes);
  }

  timestamp(timeSec: number): void {
    this.#time.setFloat64(0, timeSec, true);
    this.message("Timestamp", this.#timeBytes);
  }

  /** Ends the answer and gives its bytes away. */
  finish(): Uint8Array {
    this.message("SimEnd");
    const bytes = this.#bytes.slice(0, this.#end);
    this.#end = 0;
    return bytes;
  }

  #grow(least: number): void {
    const bytes = new Uint8Array(2 * least);
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = bytes;
  }
}
