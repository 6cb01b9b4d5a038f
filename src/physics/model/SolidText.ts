// Writes one solid as a geom of the engine, with its mesh, heightfield or flex. A static mesh is written twice: as a flex that
// collides triangle by triangle, so that concave shapes stay concave, and as a mesh for rays only.

import type { HeightfieldShape, MeshShape, Solid } from "../../describe/entity/Solid.js";
import { isSamePose, type Pose, transformPoint } from "../../math/Pose.js";
import { fromAxisAngle, multiply } from "../../math/Quat.js";
import { PI } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { sinkMesh } from "../geometry/MeshSkin.js";
import { MASK_NONE, MASK_PLAIN, type MaskOwner, maskOf, NO_OWNER } from "./CollisionMask.js";
import { MAX_HULL, type MeshFile, meshFileOf } from "./MeshFiles.js";
import { quat, vec } from "./ModelNumbers.js";

/** Cylinders lie along z in the engine, along y in descriptions. */
const Z_TO_Y = fromAxisAngle([1, 0, 0], -PI / 2);
/** Geom groups for rays: visible solids, and solids that only collide. */
export const VISIBLE_GROUP = 0;
const HIDDEN_GROUP = 1;
/** Thickness of the skin of a static mesh, m (MeshSkin.ts). */
const SKIN = 1e-3;

export class SolidText {
  readonly assets: string[] = [];
  readonly worldGeoms: string[] = [];
  readonly flexes: string[] = [];
  readonly flexGeoms: number[] = [];
  /** Files that the text names. */
  readonly files = new Map<string, MeshFile>();

  /** A static solid, posed in the world. */
  writeWorld(solid: Solid, pose: Pose, geomId: number): void {
    if (solid.shape.kind !== "Mesh") {
      this.worldGeoms.push(this.writeGeom(solid, pose));
      return;
    }
    const kind = `type="mesh" mesh="${this.#mesh(solid.shape, true)}"`;
    this.worldGeoms.push(this.#geom(kind, pose, `${MASK_NONE}${groupOf(solid)}`));
    if (!solid.collide) return;
    this.flexGeoms.push(geomId);
    this.flexes.push(flexText(solid.shape, pose, this.flexes.length));
  }

  writeGeom(solid: Solid, pose: Pose, owner: MaskOwner = NO_OWNER): string {
    const mask = `${maskOf(solid, owner)}${groupOf(solid)}`;
    const { kind } = solid.shape;
    // these name assets of this model
    if (kind === "Mesh" || kind === "Heightfield") return this.#writeNew(solid, pose, mask);
    const known = written.get(solid);
    if (known && isSamePose(known.pose, pose)) return `${known.text}${mask}/>`;
    const text = this.#writeNew(solid, pose, "").slice(0, -"/>".length);
    written.set(solid, { pose, text });
    return `${text}${mask}/>`;
  }

  #writeNew(solid: Solid, pose: Pose, mask: string): string {
    const { shape } = solid;
    switch (shape.kind) {
      case "Box":
        return this.#geom(`type="box" size="${vec(shape.size.map((s) => s / 2))}"`, pose, mask);
      case "Sphere":
        return this.#geom(`type="sphere" size="${shape.radius}"`, pose, mask);
      case "Ellipsoid":
        return this.#geom(`type="ellipsoid" size="${vec(shape.size.map((s) => s / 2))}"`, pose, mask);
      case "Cylinder": {
        const turned = { position: pose.position, orientation: multiply(pose.orientation, Z_TO_Y) };
        return this.#geom(`type="cylinder" size="${shape.radius} ${shape.length / 2}"`, turned, mask);
      }
      case "CappedCylinder":
        return this.#geom(`type="capsule" size="${shape.radius} ${shape.length / 2}"`, pose, mask);
      case "Plane":
        return this.#geom('type="plane" size="0 0 1"', pose, mask);
      case "Mesh":
        return this.#geom(`type="mesh" mesh="${this.#mesh(shape, false)}"`, pose, mask);
      case "Heightfield":
        return this.#heightfield(shape, pose, mask);
    }
  }

  #geom(kind: string, pose: Pose, mask: string): string {
    return `<geom ${kind} pos="${vec(pose.position)}" quat="${quat(pose.orientation)}" ${mask}/>`;
  }

  #mesh(mesh: MeshShape, isStatic: boolean): string {
    const { vertices, triangles } = mesh;
    const name = `m${this.assets.length}`;
    const inertia = isStatic ? ' inertia="shell"' : "";
    const file = isStatic ? undefined : meshFileOf(mesh);
    if (file) this.files.set(file.path, file);
    const data = file
      ? `file="${file.path}" maxhullvert="${MAX_HULL}"`
      : `vertex="${vec(vertices)}" face="${vec(triangles)}"`;
    this.assets.push(`<mesh name="${name}" ${data}${inertia}/>`);
    return name;
  }

  /** The engine takes heights as shares from 0 (lowest) to 1 (highest). */
  #heightfield({ rows, columns, size, heights }: HeightfieldShape, pose: Pose, mask: string): string {
    const name = `h${this.assets.length}`;
    let [low, high] = [heights[0], heights[0]];
    for (const h of heights) [low, high] = [Math.min(low, h), Math.max(high, h)];
    const span = high > low ? high - low : 1;
    const shares = heights.map((h) => (h - low) / span);
    const base = Math.max(0.1, span);
    this.assets.push(
      `<hfield name="${name}" nrow="${rows}" ncol="${columns}" size="${size[0] / 2} ${size[1] / 2} ${span} ${base}" ` +
        `elevation="${vec(flipRows(shares, rows, columns))}"/>`,
    );
    const lifted: Vec3 = transformPoint(pose, [0, 0, low]);
    return this.#geom(`type="hfield" hfield="${name}"`, { position: lifted, orientation: pose.orientation }, mask);
  }
}

/** Texts of solids without their masks, since a world is written anew for each robot that joins or leaves. */
const written = new WeakMap<Solid, { readonly pose: Pose; readonly text: string }>();

const groupOf = ({ visible, rays }: Solid): string => (visible && rays ? "" : ` group="${HIDDEN_GROUP}"`);

/** The model text lists rows from +y to -y. */
function flipRows(values: readonly number[], rows: number, columns: number): number[] {
  const out: number[] = [];
  for (let r = rows - 1; r >= 0; r--) out.push(...values.slice(r * columns, (r + 1) * columns));
  return out;
}

function flexText(mesh: MeshShape, pose: Pose, index: number): string {
  const vertices = sinkMesh(mesh, SKIN);
  const world: number[] = [];
  for (let i = 0; i < vertices.length; i += 3)
    world.push(...transformPoint(pose, [vertices[i], vertices[i + 1], vertices[i + 2]]));
  const contact = `<contact ${MASK_PLAIN} selfcollide="none" internal="false"/>`;
  return `<flex name="f${index}" dim="2" radius="${SKIN}" body="world" vertex="${vec(world)}" element="${vec(mesh.triangles)}">${contact}</flex>`;
}
