// The physics before any robot joined: a reset returns to it (T8). Edits of the file (E5) are added at the next reset, so that it
// gives the same bits as a start of the edited file.

import type { Entity } from "../describe/entity/Entity.js";
import type { WorldDescription } from "../describe/world/WorldDescription.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { type CompileJob, textsToRestore } from "../physics/Ahead.js";
import type { Physics, Snapshot } from "../physics/Physics.js";
import { matrixOf } from "./FileChange.js";

interface Edits {
  readonly gone: readonly string[];
  readonly come: readonly Entity[];
}

const NONE: Edits = { gone: [], come: [] };

interface PlacedEntity {
  readonly entity: Entity;
  readonly placement: Pose;
}

export class WorldStart {
  readonly #physics: Physics;
  #snapshot: Snapshot;
  /** What `#snapshot` does not contain yet. */
  #edits: Edits | undefined;

  constructor(physics: Physics) {
    this.#physics = physics;
    this.#snapshot = physics.snapshot();
  }

  /** True: the next reset is the first one of an edited file. */
  get isEdited(): boolean {
    return this.#edits !== undefined;
  }

  /** Adds an edit: the entities that go and come, and the name, gravity and materials of `next`. */
  edit(gone: readonly string[], come: readonly Entity[], next: WorldDescription): void {
    const { name: world, gravity } = next;
    const old = this.#edits ?? NONE;
    const isAtStart = (name: string): boolean => this.#snapshot.entities.some(({ entity }) => entity.name === name);
    this.#snapshot = { ...this.#snapshot, world, gravity, gravityNow: gravity, materials: matrixOf(next).save() };
    this.#edits = {
      gone: [...new Set([...old.gone, ...gone.filter(isAtStart)])],
      come: [...old.come.filter(({ name }) => !gone.includes(name)), ...come],
    };
  }

  /** A function that takes later edits back. */
  keep(): () => void {
    const [snapshot, edits] = [this.#snapshot, this.#edits];
    return () => {
      this.#snapshot = snapshot;
      this.#edits = edits;
    };
  }

  restore(): void {
    const physics = this.#physics;
    physics.restore(this.#snapshot);
    if (!this.#edits) return;
    const { gone, come } = this.#edits;
    physics.exchange(gone, come.map(atOrigin));
    const now = physics.snapshot();
    // as in a world that starts with these entities
    this.#snapshot = { ...now, entities: now.entities.map((one) => ({ ...one, order: 0 })) };
    this.#edits = undefined;
    physics.restore(this.#snapshot);
  }

  /** Models of the start, without and with these robots. */
  plan(robots: readonly PlacedEntity[]): readonly CompileJob[] {
    const { gone, come } = this.#edits ?? NONE;
    const added = come.map(atOrigin);
    return [
      ...textsToRestore(this.#physics, this.#snapshot, { gone, added }),
      ...textsToRestore(this.#physics, this.#snapshot, { gone, added: [...added, ...robots] }),
    ];
  }
}

const atOrigin = (entity: Entity): PlacedEntity => ({ entity, placement: ORIGIN });
