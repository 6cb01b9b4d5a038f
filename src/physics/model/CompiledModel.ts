// The engine's compiled model and data with views into its memory. Views become invalid when that memory grows, so every
// step calls `refresh` first. Rows move from step to step: `rows` returns them after the engine has made them.

import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { Kernel } from "../kernel/Kernel.js";
import { Surfaces } from "../mover/Surfaces.js";
import { type DataFields, wordsOf } from "./DataFields.js";
import { type ContactFields, compileText, type Engine, type MjData, type MjModel } from "./Engine.js";
import { EngineLost, isLoss } from "./EngineLoss.js";
import type { PlacedEntity } from "./EntityText.js";
import { applyInverseWeights } from "./InverseWeights.js";
import type { ModelLayout } from "./Layout.js";
import { type WrittenModel, writeModel } from "./ModelText.js";
import { fetchViews, type Views } from "./Views.js";

export interface Rows {
  readonly aref: Float64Array;
  readonly vel: Float64Array;
  readonly pos: Float64Array;
  readonly R: Float64Array;
  readonly D: Float64Array;
  readonly force: Float64Array;
  readonly type: Int32Array;
  readonly id: Int32Array;
  /** Sparse Jacobian: values and their columns, start and number of entries of each row. */
  readonly J: Float64Array;
  readonly columns: Int32Array;
  readonly first: Int32Array;
  readonly width: Int32Array;
  readonly count: number;
}

const MEGABYTE = 1 << 20;
/** Memory for contacts and rows is allocated in blocks of this size. */
const MEMORY_BLOCK_MB = 16;
export const START_MEMORY_MB = 8;

/** Factor that packs the numbers of contacts and of Jacobian entries into one number. */
const PACK = 0x4000000;

const NO_ROWS: Rows = {
  aref: new Float64Array(0),
  vel: new Float64Array(0),
  pos: new Float64Array(0),
  R: new Float64Array(0),
  D: new Float64Array(0),
  force: new Float64Array(0),
  type: new Int32Array(0),
  id: new Int32Array(0),
  J: new Float64Array(0),
  columns: new Int32Array(0),
  first: new Int32Array(0),
  width: new Int32Array(0),
  count: 0,
};

export class CompiledModel {
  readonly engine: Engine;
  readonly model: MjModel;
  readonly data: MjData;
  readonly layout: ModelLayout;
  /** Characters of the model's text. */
  readonly textLength: number;
  readonly stepSec: number;
  readonly nv: number;
  /** Copies for states of a lost engine: type, first position and first speed of each joint. */
  readonly joints: Pick<Views, "jnt_type" | "jnt_qposadr" | "jnt_dofadr">;
  /** Solves the constraints. */
  readonly kernel: Kernel;
  /** Contact records, one after the other from the start of the arena. */
  contactF: Float64Array;
  contactI: Int32Array;
  contactBytes: Uint8Array;
  /** The engine's data as int32s, for the counts that every step reads (DataFields.ts). */
  words: Int32Array;
  readonly fields: DataFields;
  views: Views;
  /** `qacc_smooth` of the step before (MidpointBias.ts). */
  readonly earlier: Float64Array;
  /** By degree of freedom: target of an ideal servo in the last step, and how far it had moved (Servos.ts). */
  readonly aims: Float64Array;
  readonly paces: Float64Array;
  /** By degree of freedom: bound at which its motor was in the last step: 1 up, -1 down, 0 none (assembly/kernel/Motors.ts). */
  sides: Float64Array;
  /** Other engine memory to delete with this model. */
  readonly owned: { delete(): void }[] = [];
  /** Surfaces that move without a degree of freedom: movers and belts. */
  readonly surfaces: Surfaces;
  #rows: Rows = NO_ROWS;
  #rowsKey = -1;

  /** `beforeData` is called when the text has compiled, before the large memory is allocated. */
  constructor(
    engine: Engine,
    world: WorldDescription,
    placed: readonly PlacedEntity[],
    memoryMb: number,
    beforeData?: () => void,
  ) {
    this.engine = engine;
    this.stepSec = world.stepNs / NS_PER_SEC;
    const { text, layout, files } = writeWorld(world, placed);
    this.layout = layout;
    this.textLength = text.length;
    this.model = compileText(engine.mj, text, files);
    this.model.narena = MEGABYTE * memoryFor(placed, memoryMb);
    const placedOf = new Map(placed.map((one) => [one.entity.name, one]));
    const moving = layout.entities.filter(({ entity }) => !entity.isStatic && !placedOf.get(entity.name)?.mover);
    applyInverseWeights(
      engine,
      world,
      this.model,
      moving.map((own) => ({ ...(placedOf.get(own.entity.name) as PlacedEntity), layout: own })),
    );
    beforeData?.();
    this.data = makeData(engine, this.model);
    this.nv = this.model.nv;
    this.kernel = makeKernel(engine, this.model, this.data);
    this.owned.push(this.kernel);
    this.earlier = new Float64Array(this.nv);
    this.aims = new Float64Array(this.nv);
    this.paces = new Float64Array(this.nv);
    this.sides = this.kernel.readSides();
    this.views = fetchViews(this.model, this.data);
    const { jnt_type, jnt_qposadr, jnt_dofadr } = this.views;
    this.joints = {
      jnt_type: jnt_type.slice(),
      jnt_qposadr: jnt_qposadr.slice(),
      jnt_dofadr: jnt_dofadr.slice(),
    };
    const arena = this.data.arena as Uint8Array;
    this.contactF = new Float64Array(arena.buffer, arena.byteOffset, arena.length >> 3);
    this.contactI = new Int32Array(arena.buffer, arena.byteOffset, arena.length >> 2);
    this.contactBytes = arena;
    this.words = wordsOf(this.data);
    this.fields = engine.dataFields;
    this.surfaces = new Surfaces(this, placed);
    this.surfaces.place();
  }

  get contactFields(): ContactFields {
    return this.engine.contact;
  }

  /** Makes all views again if the engine's memory has moved. */
  refresh(): Views {
    if (this.words.length !== 0 || this.engine.isLost) return this.views;
    this.views = fetchViews(this.model, this.data);
    this.sides = this.kernel.readSides();
    const arena = this.data.arena as Uint8Array;
    this.contactF = new Float64Array(arena.buffer, arena.byteOffset, arena.length >> 3);
    this.contactI = new Int32Array(arena.buffer, arena.byteOffset, arena.length >> 2);
    this.contactBytes = arena;
    this.words = wordsOf(this.data);
    return this.views;
  }

  /** Constraint rows of this step. Keeps the views of the last call if addresses and counts are the same. */
  rows(): Rows {
    if (this.words.length === 0) this.refresh();
    const { words, fields } = this;
    const old = this.#rows;
    const key = words[fields.ncon] * PACK + words[fields.nJ];
    const same = key === this.#rowsKey && old.count === words[fields.nefc];
    if (same && old.aref.byteOffset === words[fields.efc_aref] && old.J.byteOffset === words[fields.efc_J]) return old;
    // the engine's wrapper takes longer for one array than this for all
    const { buffer } = words;
    const [count, entries] = [words[fields.nefc], words[fields.nJ]];
    this.#rowsKey = key;
    this.#rows = {
      aref: new Float64Array(buffer, words[fields.efc_aref], count),
      vel: new Float64Array(buffer, words[fields.efc_vel], count),
      pos: new Float64Array(buffer, words[fields.efc_pos], count),
      R: new Float64Array(buffer, words[fields.efc_R], count),
      D: new Float64Array(buffer, words[fields.efc_D], count),
      force: new Float64Array(buffer, words[fields.efc_force], count),
      type: new Int32Array(buffer, words[fields.efc_type], count),
      id: new Int32Array(buffer, words[fields.efc_id], count),
      J: new Float64Array(buffer, words[fields.efc_J], entries),
      columns: new Int32Array(buffer, words[fields.efc_J_colind], entries),
      first: new Int32Array(buffer, words[fields.efc_J_rowadr], count),
      width: new Int32Array(buffer, words[fields.efc_J_rownnz], count),
      count,
    };
    return this.#rows;
  }

  delete(): void {
    // the memory of a lost engine goes with it
    if (this.engine.isLost) return;
    for (const handle of this.owned) handle.delete();
    this.data.delete();
    this.model.delete();
  }
}

/** The text written last, which is often wanted again: to be compiled ahead, then to be loaded. */
let lastWritten: { readonly key: readonly unknown[]; readonly model: WrittenModel } | undefined;

/** The text of the model of all entities. It does not depend on how much memory the model has later. */
export function writeWorld(world: WorldDescription, placed: readonly PlacedEntity[]): WrittenModel {
  const own = placed.flatMap(({ entity, placement: { position, orientation }, sprung, mover }) => {
    return [entity, ...position, ...orientation, [...sprung].sort().join("\n"), mover !== undefined];
  });
  const key = [world.entities, world.stepNs, ...world.gravity, ...own];
  if (lastWritten?.key.length === key.length && key.every((part, i) => part === lastWritten?.key[i]))
    return lastWritten.model;
  const stepSec = world.stepNs / NS_PER_SEC;
  const memoryMb = memoryFor(placed, START_MEMORY_MB);
  const model = writeModel(placed, { stepSec, gravity: world.gravity, memoryMb, midphase: isLarge(world) });
  lastWritten = { key, model };
  return model;
}

/** In whole blocks, so that joins and leaves ask for the same sizes again. */
function memoryFor(placed: readonly PlacedEntity[], memoryMb: number): number {
  const bodies = placed.reduce((sum, { entity }) => sum + entity.bodies.length, 0);
  return MEMORY_BLOCK_MB * Math.ceil((memoryMb + 0.25 * bodies) / MEMORY_BLOCK_MB);
}

function makeData(engine: Engine, model: MjModel): MjData {
  try {
    return new engine.mj.MjData(model);
  } catch (problem) {
    if (isLoss(problem)) throw new EngineLost(String(problem));
    model.delete();
    throw problem;
  }
}

function makeKernel(engine: Engine, model: MjModel, data: MjData): Kernel {
  try {
    return new Kernel(engine, model, data);
  } catch (problem) {
    data.delete();
    model.delete();
    throw problem;
  }
}

/** With more static solids than this the engine's geom trees (midphase) pay off. */
const LARGE = 32;

function isLarge({ entities }: WorldDescription): boolean {
  const solids = entities
    .filter((entity) => entity.isStatic)
    .flatMap((entity) => entity.bodies.flatMap((b) => b.solids));
  return solids.length > LARGE;
}
