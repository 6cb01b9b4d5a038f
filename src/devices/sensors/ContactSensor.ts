// Contact of its body (S1): uint8 touching (0 or 1), float32 sum of the normal forces, N. Both cover all steps since the last
// sample: touching if there was a contact in any of them, and the largest force of one step, so that a slow Rate misses no
// impact. With `<Solid>` only that solid of the robot counts, in this body or in another. Contacts between bodies of the robot
// do not count. On joining both are 0. Left out: position and direction; two walls that squeeze the body add up.

import { SimError, unknownName } from "../../describe/SimError.js";
import { SolidTouch } from "../../physics/SolidTouch.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";

interface ContactSettings {
  /** Undefined: all solids of its body. */
  readonly solid: string | undefined;
}

const FIELDS: readonly PayloadField[] = [
  { name: "touching", type: "uint8", unit: "" },
  { name: "force", type: "float32", unit: "N" },
];

export const CONTACT_SENSOR: DeviceType<ContactSettings> = {
  element: "ContactSensor",
  summary: "whether its body, or one solid of it, touched something since the last sample, and the largest force, N",
  role: "sensor",
  read: (element) => Object.freeze({ solid: element.text("Solid")?.trim() }),
  names: ({ solid }) => (solid === undefined ? [] : [{ child: "Solid", sort: "solid", name: solid }]),
  sends: () => FIELDS,
  drawings: () => [{ kind: "level", value: 1, when: 0 }],
  takes: [],
  create: ({ solid }, host) => new ContactSensor(solid, host),
};

/** Keeps the contacts since the last sample. */
class ContactSensor implements Device {
  readonly #touch: SolidTouch;
  #touching = 0;
  #force = 0;
  /** A sample has been taken: the next step starts a new interval. */
  #isSampled = false;

  constructor(solid: string | undefined, host: DeviceHost) {
    const { physics, robot, description } = host;
    const body = solid === undefined ? description.body : bodyWith(solid, host);
    this.#touch = new SolidTouch(physics, robot, body, solid);
  }

  tick(): void {
    if (this.#isSampled) {
      this.#touching = 0;
      this.#force = 0;
      this.#isSampled = false;
    }
    const touch = this.#touch;
    touch.read();
    if (touch.isTouching) this.#touching = 1;
    this.#force = Math.max(this.#force, touch.force);
  }

  sample(): readonly number[] {
    this.#isSampled = true;
    return [this.#touching, this.#force];
  }

  save(): readonly number[] {
    return [this.#touching, this.#force, this.#isSampled ? 1 : 0];
  }

  restore([touching, force, sampled]: readonly number[]): void {
    [this.#touching, this.#force, this.#isSampled] = [touching, force, sampled === 1];
  }
}

/** The body with this solid: the sensor's own body if it has one of that name. */
function bodyWith(solid: string, { physics, robot, description }: DeviceHost): string {
  const { bodies } = physics.entity(robot);
  const found = bodies.filter((body) => body.solids.some(({ name }) => name === solid)).map(({ name }) => name);
  const where = `${robot}/${description.name}/Solid`;
  if (found.length === 0)
    throw unknownName(
      "SOLID_UNKNOWN",
      where,
      solid,
      bodies.flatMap(({ solids }) => solids.map(({ name }) => name)),
    );
  const own = found.find((name) => name === description.body);
  if (own === undefined && found.length > 1)
    throw new SimError("NAME_TAKEN", {
      where,
      found: `"${solid}" in ${found.join(" and ")}`,
      allowed: "one such solid",
    });
  return own ?? found[0];
}
