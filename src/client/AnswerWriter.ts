// Collects the answer to a frame, commands and then SimEnd (W3, W4), so that it is sent in one write.

import { JOINT_PROPERTY, JOINT_PROPERTY_2004 } from "../describe/entity/Joint.js";
import { LAMP_PROPERTY, MOTOR_PROPERTY } from "../describe/robot/ActuatorProperty.js";
import { CAMERA_PROPERTY } from "../describe/robot/CameraProperty.js";
import { unknownName } from "../describe/SimError.js";
import { ByteSlab } from "../session/clients/ByteSlab.js";
import { encodeName, messageBytes, writeMessage } from "../session/clients/Codec.js";
import { RobotError } from "./RobotError.js";

/** ODE also has these two properties; the server refuses them. */
const { LoVel: _low, HiVel: _high, ...JOINT } = JOINT_PROPERTY;
/** Properties that commands can set: of joints (W4), cameras (W9), motors and lamps. */
export const PROPERTY = { ...JOINT, ...CAMERA_PROPERTY, ...MOTOR_PROPERTY, ...LAMP_PROPERTY } as const;
export type PropertyName = keyof typeof PROPERTY;
const PROPERTY_2004: Readonly<Record<PropertyName, number>> = { ...PROPERTY, ...JOINT_PROPERTY_2004 };

/** Distance of property numbers from one axis of a joint to the next. */
const PER_AXIS = 256;
const NOTHING = new Uint8Array(0);

export class AnswerWriter {
  #bytes = new Uint8Array(1024);
  #end = 0;
  #numbers: Readonly<Record<PropertyName, number>> = PROPERTY;
  /** Encoded names, by name. */
  readonly #heads = new Map<string, Uint8Array>();
  readonly #slab = new ByteSlab();
  readonly #command = new DataView(new ArrayBuffer(8));
  readonly #commandBytes = new Uint8Array(this.#command.buffer);
  readonly #time = new DataView(new ArrayBuffer(8));
  readonly #timeBytes = new Uint8Array(this.#time.buffer);

  /** The numbers that the server expects, from Hello. */
  set odeNumbers(numbers: "0.16" | "2004" | undefined) {
    this.#numbers = numbers === "2004" ? PROPERTY_2004 : PROPERTY;
  }

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

  /** Adds a command: int32 property, float32 value. `axis` counts from 1. Throws PARAMETER_UNKNOWN. */
  property(name: string, property: PropertyName | number, value: number, axis: number): void {
    const number = typeof property === "number" ? property : this.#numbers[property];
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

  /** Ends the answer, gives its bytes to the caller and starts a new one. */
  finish(): Uint8Array {
    this.message("SimEnd");
    const bytes = this.#slab.take(this.#end);
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    return bytes;
  }

  #grow(minBytes: number): void {
    const bytes = new Uint8Array(2 * minBytes);
    bytes.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = bytes;
  }
}
