// What one solid, or one body, of an entity touches: contacts of the last step with other entities, for sensors that ask after every step. The
// contacts of a step are added up by solid once, in arrays, when the first sensor asks. Solids are looked up once per compiled model.

import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import type { Contact, Surface } from "./step/LastStep.js";
import type { Pipeline } from "./step/Pipeline.js";

/** Contacts of one step between different entities. */
class StepTouches {
  builds = -1;
  steps = -1;
  count = 0;
  /** By contact. */
  geom1 = new Int32Array(64);
  geom2 = new Int32Array(64);
  force = new Float64Array(64);
  /** By geom: sum of the normal forces, in the order of the contacts; 1: one has a force or no gap. */
  sums = new Float64Array(0);
  touching = new Uint8Array(0);
  /** By geom: its entity. */
  #entities = new Int32Array(0);

  read(physics: Physics): void {
    const { compiled: c, pipeline } = physics[INTERNALS];
    if (physics.builds !== this.builds) this.#begin(c);
    this.builds = physics.builds;
    this.steps = physics.steps;
    // clears those of the last step
    for (let i = 0; i < this.count; i++) {
      const [a, b] = [this.geom1[i], this.geom2[i]];
      this.sums[a] = this.sums[b] = this.touching[a] = this.touching[b] = 0;
    }
    this.count = 0;
    const { notes } = pipeline;
    if (notes.count > 0 && c.words[c.fields.ncon] === notes.count) this.#addAll(c, pipeline);
  }

  #begin({ layout: { geoms } }: CompiledModel): void {
    const numbers = new Map<string, number>();
    this.#entities = Int32Array.from(geoms, ({ entity: { name } }) => {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return number;
    });
    this.sums = new Float64Array(geoms.length);
    this.touching = new Uint8Array(geoms.length);
    this.count = 0;
  }

  #addAll(c: CompiledModel, { notes }: Pipeline): void {
    const { contactF: f, contactI: n, contactFields: at } = c;
    const { force } = c.rows();
    this.#reserve(notes.count);
    for (let k = 0; k < notes.count; k++) {
      const a = notes.geom1[k];
      const b = notes.geom2[k];
      if (this.#entities[a] === this.#entities[b]) continue;
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      const normal = row < 0 ? 0 : force[row];
      // the physics lists contacts shortly before the bodies touch
      if (normal > 0 || f[k * (at.bytes >> 3) + at.dist] <= 0) this.touching[a] = this.touching[b] = 1;
      this.sums[a] += normal;
      this.sums[b] += normal;
      this.geom1[this.count] = a;
      this.geom2[this.count] = b;
      this.force[this.count++] = normal;
    }
  }

  #reserve(count: number): void {
    if (count <= this.geom1.length) return;
    this.geom1 = new Int32Array(2 * count);
    this.geom2 = new Int32Array(2 * count);
    this.force = new Float64Array(2 * count);
  }
}

const known = new WeakMap<Physics, StepTouches>();

function touchesOf(physics: Physics): StepTouches {
  let touches = known.get(physics);
  if (!touches) {
    touches = new StepTouches();
    known.set(physics, touches);
  }
  // joins, leaves and restores compile the model anew
  if (touches.builds !== physics.builds || touches.steps !== physics.steps) touches.read(physics);
  return touches;
}

export class SolidTouch {
  /** Results of `read`: whether it touches, and the sum of the normal forces, N. */
  isTouching = false;
  force = 0;
  readonly #physics: Physics;
  readonly #isOwn: (surface: Surface) => boolean;
  #c: CompiledModel | undefined;
  #geoms: number[] = [];

  /** `solid`: default all of the body. */
  constructor(physics: Physics, entity: string, body: string | undefined, solid?: string) {
    this.#physics = physics;
    this.#isOwn = (surface) =>
      surface.entity === entity && surface.body === body && (solid === undefined || surface.solid === solid);
  }

  /** Contacts with other entities in the last step. */
  read(): void {
    this.isTouching = false;
    this.force = 0;
    const { last, compiled } = this.#physics[INTERNALS];
    if (last) {
      this.#readKept(last.contacts);
      return;
    }
    if (compiled !== this.#c) this.#find(compiled);
    const touches = touchesOf(this.#physics);
    for (const geom of this.#geoms) this.isTouching ||= touches.touching[geom] === 1;
    if (this.#geoms.length === 1) this.force = touches.sums[this.#geoms[0]];
    else
      for (let i = 0; i < touches.count; i++)
        if (this.#geoms.includes(touches.geom1[i]) || this.#geoms.includes(touches.geom2[i]))
          this.force += touches.force[i];
  }

  /** Contacts from before the model was compiled anew. */
  #readKept(contacts: readonly Contact[]): void {
    for (const { a, b, distance, normalForce } of contacts) {
      if (a.entity === b.entity || !(this.#isOwn(a) || this.#isOwn(b))) continue;
      if (normalForce > 0 || distance <= 0) this.isTouching = true;
      this.force += normalForce;
    }
  }

  #find(c: CompiledModel): void {
    this.#c = c;
    this.#geoms = c.layout.geoms.flatMap(({ entity, body, solid }, geom) => {
      return this.#isOwn({ entity: entity.name, body: body.name, solid: solid.name }) ? [geom] : [];
    });
  }
}
