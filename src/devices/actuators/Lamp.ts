// Lights on a robot (S5). A Led is a small shining ball that illuminates nothing; a Lamp also casts a cone of light along its +y. Both
// take 8 bytes: Brightness (65) from 0 (off) to 1, Red, Green, Blue (112 to 114) from 0 to 255, kept until replaced. They send
// nothing, have no mass and do not collide. Cameras and viewers read their look.

import { readColor } from "../../describe/entity/SolidElement.js";
import { LAMP_PROPERTY, type LampPropertyName } from "../../describe/robot/ActuatorProperty.js";
import { SimError } from "../../describe/SimError.js";
import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { PI } from "../../math/Trigonometry.js";
import type { Command, Device, DeviceHost, DeviceLook, DeviceType } from "../Device.js";
import { PROPERTY_FIELDS, readNamedProperty } from "../PropertyMessage.js";
import { readCone } from "../sensors/RangeSensor.js";

type Rgb = readonly [number, number, number];

export interface LampSettings {
  /** m. */
  readonly radius: number;
  readonly color: Rgb;
  /** Initial brightness, 0 to 1. */
  readonly brightness: number;
  /** Full opening in rad, range in m; undefined: no beam. */
  readonly beam: { readonly cone: number; readonly range: number } | undefined;
}

const WHITE: Rgb = Object.freeze([255, 255, 255] as const);

const common = {
  role: "actuator",
  sends: () => [],
  takes: PROPERTY_FIELDS,
  create: (settings: LampSettings, host: DeviceHost) => new Lamp(settings, host),
} as const;

export const LED: DeviceType<LampSettings> = {
  ...common,
  element: "Led",
  summary: "a small lamp; messages set its colour and brightness",
  read: (element) => readLamp(element, 0.005, undefined),
};

export const LAMP: DeviceType<LampSettings> = {
  ...common,
  element: "Lamp",
  summary: "a spot light along its +y; messages set its colour and brightness",
  read: (element) => {
    const beam = { cone: readCone(element) ?? PI / 4, range: element.number("Range", { above: 0, max: 1e6 }) ?? 10 };
    return readLamp(element, 0.02, Object.freeze(beam));
  },
};

function readLamp(element: ElementReader, radius: number, beam: LampSettings["beam"]): LampSettings {
  return Object.freeze({
    radius: element.number("Radius", { above: 0, max: 1000 }) ?? radius,
    color: readColor(element) ?? WHITE,
    brightness: element.number("Brightness", { min: 0, max: 1 }) ?? 0,
    beam,
  });
}

/** Keeps the values of its messages. */
class Lamp implements Device {
  readonly #settings: LampSettings;
  readonly #where: string;
  #values: Record<LampPropertyName, number>;
  /** The look of these values; undefined: they have changed. */
  #look: DeviceLook | undefined;

  constructor(settings: LampSettings, { robot, description }: DeviceHost) {
    this.#settings = settings;
    this.#where = `${robot}/${description.name}`;
    const [Red, Green, Blue] = settings.color;
    this.#values = { Brightness: settings.brightness, Red, Green, Blue };
  }

  read(payload: DataView): Command {
    const { property, value } = readNamedProperty(payload, LAMP_PROPERTY, this.#where);
    const where = `${this.#where}/${property}`;
    const max = property === "Brightness" ? 1 : 255;
    if (Number.isNaN(value))
      throw new SimError("COMMAND_NOT_FINITE", { where, found: value, allowed: "a finite number" });
    if (value < 0 || value > max)
      throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed: `from 0 to ${max}` });
    return { property, value };
  }

  act({ property, value }: Command): void {
    this.#values = { ...this.#values, [property as LampPropertyName]: value as number };
    this.#look = undefined;
  }

  look(): DeviceLook {
    const { Red, Green, Blue, Brightness } = this.#values;
    const { radius, beam } = this.#settings;
    this.#look ??= { radius, color: [Red, Green, Blue], brightness: Brightness, ...(beam ? { beam } : {}) };
    return this.#look;
  }

  save(): readonly number[] {
    const { Brightness, Red, Green, Blue } = this.#values;
    return [Brightness, Red, Green, Blue];
  }

  restore([Brightness, Red, Green, Blue]: readonly number[]): void {
    this.#values = { Brightness, Red, Green, Blue };
    this.#look = undefined;
  }
}
