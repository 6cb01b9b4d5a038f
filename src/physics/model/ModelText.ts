// Converts descriptions to the engine's model text (MJCF) and its layout. Entities are written in name order, so that the
// order of declaration has no effect (M5). The frame of a body has its origin at the centre of mass and the axes of the
// model space.

import { compose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import { EQUALITY_SOFTNESS, impedance, softnessFor } from "../rows/Softness.js";
import { OwnBits } from "./CollisionMask.js";
import { EntityText, type PlacedEntity, STOP_MARGIN } from "./EntityText.js";
import { type BodyPlace, type EntityLayout, type GeomPlace, isSprung, type ModelLayout } from "./Layout.js";
import type { MeshFile } from "./MeshFiles.js";
import { quat, vec } from "./ModelNumbers.js";
import { SolidText } from "./SolidText.js";
import { growTree } from "./Tree.js";

interface ModelOptions {
  readonly stepSec: number;
  readonly gravity: Vec3;
  readonly memoryMb: number;
  /** Use the engine's trees of geoms, which pay off in large static worlds. Constant for a world, because it changes bits. */
  readonly midphase?: boolean;
  /** Leave out solids and what says which of them collide: the masses of bodies are given. */
  readonly withoutSolids?: boolean;
}

export interface WrittenModel {
  readonly text: string;
  readonly layout: ModelLayout;
  /** Files that the text names. */
  readonly files: readonly MeshFile[];
}

export function writeModel(placed: readonly PlacedEntity[], options: ModelOptions): WrittenModel {
  const writer = new ModelWriter();
  const ordered = [...placed].sort((a, b) => (a.entity.name < b.entity.name ? -1 : 1));
  return writer.write(ordered, options);
}

/** The kernel makes the rows of motors, stops and ropes. */
export const ROWS_BY_KERNEL = 'frictionloss="disable" limit="disable"';

class ModelWriter {
  readonly #solids = new SolidText();
  readonly #ownBits = new OwnBits();
  readonly #bodies: string[] = [];
  readonly #excludes: string[] = [];
  readonly #freezes: string[] = [];
  readonly #loops: string[] = [];
  readonly #gears: string[] = [];
  readonly #motors: string[] = [];
  readonly #ropes: string[] = [];
  readonly #worldSites: string[] = [];
  readonly #geoms: GeomPlace[] = [];
  #bodyCount = 1;
  #jointCount = 0;
  #tendonCount = 0;
  #stepSec = 0;
  #freezeNext = 0;
  #loopNext = 0;
  #gearNext = 0;
  #motorNext = 0;
  #withoutSolids = false;

  write(placed: readonly PlacedEntity[], options: ModelOptions): WrittenModel {
    this.#stepSec = options.stepSec;
    this.#withoutSolids = options.withoutSolids ?? false;
    // static solids belong to the world body, whose geoms come first
    const [fixed, others] = [placed.filter(isFixed), placed.filter((one) => !isFixed(one))];
    const statics = fixed.map((one) => this.#writeStatic(one));
    const moving = others.filter(({ mover }) => !mover).map((one) => this.#writeMoving(one));
    const movers = others.filter(({ mover }) => mover).map((one) => this.#writeMover(one));
    const order = (a: EntityLayout, b: EntityLayout) => (a.entity.name < b.entity.name ? -1 : 1);
    const entities = [...statics, ...movers, ...moving.map((layout) => this.#numberEqualities(layout))].sort(order);
    const layout: ModelLayout = { entities, geoms: this.#geoms, flexGeoms: this.#solids.flexGeoms };
    const text = this.#frame(options, moving.some(isSprung) ? "enable" : "disable");
    return { text, layout, files: [...this.#solids.files.values()] };
  }

  /** `springs`: disabled, the engine skips spring and damper forces. */
  #frame(options: ModelOptions, springs: "enable" | "disable"): string {
    const s = this.#solids;
    const soft = impedance(softnessFor(options.stepSec));
    const hard = impedance(EQUALITY_SOFTNESS);
    return `<mujoco>
<size memory="${Math.ceil(options.memoryMb)}M"/>
<compiler angle="radian" inertiafromgeom="false" autolimits="false"/>
<option timestep="${options.stepSec}" gravity="${vec(options.gravity)}" cone="elliptic" integrator="Euler"
 solver="Newton" iterations="50" tolerance="1e-8" jacobian="sparse">
<flag autoreset="disable" filterparent="disable" eulerdamp="disable" ${ROWS_BY_KERNEL} spring="${springs}" damper="${springs}"
 midphase="${options.midphase ? "enable" : "disable"}"/></option>
<default><geom solimp="${soft}" margin="0"/>
<joint solimpfriction="${soft}" margin="${STOP_MARGIN}" solimplimit="${hard}"/>
<equality solimp="${hard}"/></default>
<asset>${s.assets.join("\n")}</asset>
<worldbody>${[...s.worldGeoms, ...this.#worldSites].join("\n")}
${this.#bodies.join("\n")}
</worldbody>
<deformable>${s.flexes.join("\n")}</deformable>
<equality>${[...this.#freezes, ...this.#loops, ...this.#gears, ...this.#motors].join("\n")}</equality>
<tendon>${this.#ropes.join("\n")}</tendon>
<contact>${this.#excludes.join("\n")}</contact>
</mujoco>`;
  }

  #writeStatic({ entity, placement }: PlacedEntity): EntityLayout {
    const bodies = new Map<string, BodyPlace>();
    for (const body of entity.bodies) {
      bodies.set(body.name, { body, bodyId: 0, freezeId: -1, rootId: -1 });
      for (const solid of body.solids) {
        this.#solids.writeWorld(solid, compose(placement, solid.pose), this.#geoms.length);
        this.#geoms.push({ entity, body, solid, bodyId: 0, mounted: false });
      }
    }
    return { ...EMPTY, entity, placement, bodies, bodyRange: NONE };
  }

  /** Bodies without joints, which Surfaces.ts places. */
  #writeMover({ entity, placement }: PlacedEntity): EntityLayout {
    const bodies = new Map<string, BodyPlace>();
    const first = this.#bodyCount;
    for (const body of entity.bodies) {
      const bodyId = this.#bodyCount++;
      bodies.set(body.name, { body, bodyId, freezeId: -1, rootId: -1 });
      const geoms = body.solids.map((solid) => {
        this.#geoms.push({ entity, body, solid, bodyId, mounted: false, driven: true });
        return this.#solids.writeGeom(solid, solid.pose);
      });
      const place = `pos="${vec(placement.position)}" quat="${quat(placement.orientation)}"`;
      this.#bodies.push(`<body name="b${bodyId}" ${place}>\n${this.#withoutSolids ? "" : geoms.join("\n")}\n</body>`);
    }
    return { ...EMPTY, entity, placement, bodies, bodyRange: [first, this.#bodyCount] };
  }

  #writeMoving(one: PlacedEntity): EntityLayout {
    const { entity, placement } = one;
    const tree = growTree(entity);
    const part = new EntityText(one, tree, {
      bodyId: () => this.#bodyCount++,
      jointId: () => this.#jointCount++,
      tendonId: () => this.#tendonCount++,
      addGeom: (geom) => this.#geoms.push(geom),
      solids: this.#solids,
      ownBits: this.#ownBits,
      stepSec: this.#stepSec,
      withoutSolids: this.#withoutSolids,
    });
    const from: readonly [number, number] = [this.#jointCount, this.#bodyCount];
    for (const root of tree.roots) this.#bodies.push(part.writeBody(tree.bodies[root], -1));
    part.writeEqualities();
    part.writeRopes();
    for (const name of part.bodyNames) this.#freezes.push(`<weld body1="${name}" active="false"/>`);
    this.#loops.push(...part.loops);
    this.#gears.push(...part.gears);
    this.#ropes.push(...part.ropes);
    this.#worldSites.push(...part.worldSites);
    this.#motors.push(...part.motors);
    if (!this.#withoutSolids) this.#excludes.push(...part.excludes());
    return {
      entity,
      placement,
      tree,
      bodies: part.bodies,
      axes: part.axes,
      balls: part.balls,
      suspensions: part.suspensions,
      motors: part.motorPlaces,
      loops: part.loopPlaces,
      gears: part.gearPlaces,
      ropes: part.ropePlaces,
      joints: [from[0], this.#jointCount],
      jointKeys: part.jointKeys,
      bodyRange: [from[1], this.#bodyCount],
    };
  }

  /** Numbers equalities: first freezes, then loops, gears and motors of all entities. */
  #numberEqualities(layout: EntityLayout): EntityLayout {
    const bodies = new Map<string, BodyPlace>();
    for (const [name, place] of layout.bodies) bodies.set(name, { ...place, freezeId: this.#freezeNext++ });
    const loopBase = this.#freezes.length;
    const gearBase = loopBase + this.#loops.length;
    const motorBase = gearBase + this.#gears.length;
    const loops = layout.loops.map((place) => ({ ...place, equalityId: loopBase + this.#loopNext++ }));
    const gears = layout.gears.map((place) => ({ ...place, equalityId: gearBase + this.#gearNext++ }));
    const motors = layout.motors.map((place) => ({ ...place, equalityId: motorBase + this.#motorNext++ }));
    return { ...layout, bodies, loops, gears, motors };
  }
}

const isFixed = ({ entity, mover }: PlacedEntity): boolean => entity.isStatic && !mover;

const NONE: readonly [number, number] = [0, 0];
/** What a layout without joints has. */
const EMPTY = {
  tree: undefined,
  axes: [],
  balls: [],
  suspensions: [],
  motors: [],
  loops: [],
  gears: [],
  ropes: [],
  jointKeys: [],
  joints: NONE,
};
