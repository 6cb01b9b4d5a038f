// Lights on a robot, for show (S5). A Led is a small ball that shines in its colour and lights nothing; a Lamp besides throws
// a cone of light along its +y. Both take 8 bytes: Brightness (65) from 0 (off) to 1, Red, Green, Blue (112 to 114) from 0 to 255, kept
// until replaced. They send nothing, weigh nothing and are in nobody's way; cameras and viewers ask how they look.

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
  /** At first. */
  readonly brightness: number;
  /** Undefined: it lights nothing. Full opening in rad, reach in m. */
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
  summary: "a small lamp for show, whose colour and brightness can be told",
  read: (element) => readLamp(element, 0.005, undefined),
};

export const LAMP: DeviceType<LampSettings> = {
  ...common,
  element: "Lamp",
  summary: "a spot light along its +y, whose colour and brightness can be told",
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

/** Remembers what it was told. */
class Lamp implements Device {
  readonly #settings: LampSettings;
  readonly #where: string;
  #told: Record<LampPropertyName, number>;

  constructor(settings: LampSettings, { robot, description }: DeviceHost) {
    this.#settings = settings;
    this.#where = `${robot}/${description.name}`;
    const [Red, Green, Blue] = settings.color;
    this.#told = { Brightness: settings.brightness, Red, Green, Blue };
  }

  read(payload: DataView): Command {
    const { property, value } = readNamedProperty(payload, LAMP_PROPERTY, this.#where);
    const where = `${this.#where}/${property}`;
    const most = property === "Brightness" ? 1 : 255;
    if (Number.isNaN(value))
      throw new SimError("COMMAND_NOT_FINITE", { where, found: value, allowed: "a finite number" });
    if (value < 0 || value > most)
      throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed: `from 0 to ${most}` });
    return { property, value };
  }

  act({ property, value }: Command): void {
    this.#told = { ...this.#told, [property as LampPropertyName]: value as number };
  }

  look(): DeviceLook {
    const { Red, Green, Blue, Brightness } = this.#told;
    const { radius, beam } = this.#settings;
    return { radius, color: [Red, Green, Blue], brightness: Brightness, ...(beam ? { beam } : {}) };
  }

  save(): readonly number[] {
    const { Brightness, Red, Green, Blue } = this.#told;
    return [Brightness, Red, Green, Blue];
  }

  restore([Brightness, Red, Green, Blue]: readonly number[]): void {
    this.#told = { Brightness, Red, Green, Blue };
  }
}
