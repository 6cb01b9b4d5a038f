// Whether something touches its body, and how hard (S1): uint8 touching (0 or 1), float32 sum of the normal forces, N.
// Both are of all steps since the sample before: touching if anything touched in any of them, the force the largest sum
// of one step, so that a slow Rate misses no impact. With `<Solid>` only that solid of the robot counts, be it of this
// body or of another one. The robot's own bodies do not count. On joining there was no step yet: 0 and 0. It does not
// say where, nor which way the forces point: two walls that squeeze it add up.

import { SimError, unknownName } from "../../describe/SimError.js";
import { contactsOf } from "../../physics/EntityContacts.js";
import type { Physics } from "../../physics/Physics.js";
import type { Surface } from "../../physics/Queries.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";

export interface ContactSettings {
  /** Undefined: every solid of its body. */
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

/** Remembers the touches since the last sample. */
class ContactSensor implements Device {
  readonly #physics: Physics;
  readonly #robot: string;
  readonly #isMine: (surface: Surface) => boolean;
  #touching = 0;
  #force = 0;
  /** What it remembers has been told: the next step begins anew. */
  #told = false;

  constructor(solid: string | undefined, host: DeviceHost) {
    const { physics, robot, description } = host;
    const body = solid === undefined ? description.body : bodyWith(solid, host);
    this.#physics = physics;
    this.#robot = robot;
    this.#isMine = (surface) =>
      surface.entity === robot && surface.body === body && (solid === undefined || surface.solid === solid);
  }

  tick(): void {
    if (this.#told) [this.#touching, this.#force, this.#told] = [0, 0, false];
    let sum = 0;
    for (const { a, b, distance, normalForce } of contactsOf(this.#physics, this.#robot)) {
      if (a.entity === b.entity || !(this.#isMine(a) || this.#isMine(b))) continue;
      // contacts are found a little ahead of the touch
      if (normalForce > 0 || distance <= 0) this.#touching = 1;
      sum += normalForce;
    }
    this.#force = Math.max(this.#force, sum);
  }

  sample(): readonly number[] {
    this.#told = true;
    return [this.#touching, this.#force];
  }

  save(): readonly number[] {
    return [this.#touching, this.#force, this.#told ? 1 : 0];
  }

  restore([touching, force, told]: readonly number[]): void {
    [this.#touching, this.#force, this.#told] = [touching, force, told === 1];
  }
}

/** The body that has this solid: the sensor's own if it has one of that name. */
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
