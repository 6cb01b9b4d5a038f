// Robots where a measured trajectory has them (`--reference FILE`): transparent copies. Bodies that were not measured keep their place
// relative to one that was; of what was not measured, such as the height, the run's own value is taken.

import { Group, Matrix4, Mesh, MeshLambertMaterial, Quaternion, type Scene, Vector3 } from "three";
import { valueAt } from "../../../../src/record/reference/Reference.js";
import type { ReferenceMessage } from "../../../../src/record/reference/ReferenceView.js";
import { referenceOf } from "../../reference/Reference.js";
import type { Store } from "../../Store.js";
import type { BodyView } from "../entities/BodyView.js";
import type { EntityView } from "../entities/EntityView.js";
import type { EntityViews } from "../entities/EntityViews.js";

const LOOK = { color: 0x2f8fff, transparent: true, opacity: 0.4, depthWrite: false } as const;
const ONE = new Vector3(1, 1, 1);

interface Ghost {
  readonly view: EntityView;
  readonly group: Group;
  readonly bodies: readonly { readonly body: BodyView; readonly copy: Group; readonly frame: string }[];
}

export class Ghosts {
  readonly #scene: Scene;
  readonly #store: Store;
  readonly #views: EntityViews;
  readonly #material = new MeshLambertMaterial(LOOK);
  readonly #ghosts = new Map<string, Ghost>();

  constructor(scene: Scene, store: Store, views: EntityViews) {
    this.#scene = scene;
    this.#store = store;
    this.#views = views;
  }

  /** Called before each frame. */
  update(): void {
    const reference = referenceOf(this.#store);
    const entities = reference ? entitiesOf(reference) : NOTHING;
    for (const [name, ghost] of this.#ghosts)
      if (this.#views.get(name) !== ghost.view || !entities.has(name)) this.#remove(name, ghost);
    if (!reference) return;
    for (const name of entities) {
      const view = this.#views.get(name);
      if (view) this.#place(this.#ghosts.get(name) ?? this.#make(view), reference);
    }
  }

  #make(view: EntityView): Ghost {
    const group = new Group();
    const bodies = view.bodies.map((body) => {
      const copy = new Group();
      copy.matrixAutoUpdate = false;
      for (const { geometry } of body.meshes) {
        const mesh = new Mesh(geometry, this.#material);
        mesh.matrixAutoUpdate = false;
        copy.add(mesh);
      }
      group.add(copy);
      return { body, copy, frame: `${view.entity.name}/${body.body.name}` };
    });
    const ghost = { view, group, bodies };
    this.#ghosts.set(view.entity.name, ghost);
    this.#scene.add(group);
    return ghost;
  }

  #place({ group, bodies }: Ghost, reference: ReferenceMessage): void {
    const { time } = this.#store;
    const measured = bodies.map(({ body, frame }) => poseAt(reference, frame, time, body));
    const first = measured.findIndex((matrix) => matrix !== undefined);
    group.visible = first >= 0;
    if (first < 0) return;
    const shift = (measured[first] as Matrix4).clone().multiply(matrixOf(bodies[first].body).invert());
    bodies.forEach(({ body, copy }, i) => {
      copy.matrix.copy(measured[i] ?? shift.clone().multiply(matrixOf(body)));
      copy.matrixWorldNeedsUpdate = true;
    });
  }

  #remove(name: string, { group }: Ghost): void {
    group.removeFromParent();
    this.#ghosts.delete(name);
  }

  dispose(): void {
    for (const [name, ghost] of this.#ghosts) this.#remove(name, ghost);
    this.#material.dispose();
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const known = new WeakMap<ReferenceMessage, ReadonlySet<string>>();

/** Entities with a body whose position was measured. */
function entitiesOf(reference: ReferenceMessage): ReadonlySet<string> {
  let found = known.get(reference);
  if (!found) {
    const names = Object.keys(reference.signals).flatMap(
      (name) => /^(.*)\/[^/]+\/position\.[xyz]$/.exec(name)?.[1] ?? [],
    );
    found = new Set(names);
    known.set(reference, found);
  }
  return found;
}

const matrixOf = ({ position, orientation }: BodyView): Matrix4 => new Matrix4().compose(position, orientation, ONE);

/** Undefined: this body was not measured at this time. */
function poseAt({ signals }: ReferenceMessage, frame: string, time: number, own: BodyView): Matrix4 | undefined {
  const read = (name: string): number | undefined => {
    const curve = signals[`${frame}/${name}`];
    return curve && valueAt(curve, time);
  };
  const [x, y, z] = ["x", "y", "z"].map((axis) => read(`position.${axis}`));
  if (x === undefined && y === undefined && z === undefined) return undefined;
  const { position, orientation } = own;
  const place = new Vector3(x ?? position.x, y ?? position.y, z ?? position.z);
  const [qx, qy, qz, qw] = ["x", "y", "z", "w"].map((axis) => read(`orientation.${axis}`));
  const isTurned = qx !== undefined && qy !== undefined && qz !== undefined && qw !== undefined;
  const turn = isTurned ? new Quaternion(qx, qy, qz, qw).normalize() : orientation;
  return new Matrix4().compose(place, turn, ONE);
}
