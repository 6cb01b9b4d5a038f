// Compiling ahead (M8): the models that a change of the world needs can be compiled by another thread, whose engine gives the same
// bytes. The world writes the texts (`textsToCompile`, ...), the other thread compiles them (`compileAhead`), and the
// world keeps the results (`keepCompiled`): the change then loads them. A text that is not there is compiled as without it.

import type { Entity } from "../describe/entity/Entity.js";
import { SimError } from "../describe/SimError.js";
import type { Pose } from "../math/Pose.js";
import { type CompileJob, compileText, loadEngine } from "./model/Engine.js";
import { isLoss } from "./model/EngineLoss.js";
import { useMeshPrefix } from "./model/MeshFiles.js";
import { bytesOf, forgetModels, keepModel, keepNoModels } from "./model/ModelStore.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import type { Snapshot } from "./state/Snapshot.js";

export type { CompileJob } from "./model/Engine.js";
export { adoptEngineCode, engineCode } from "./model/EngineHeap.js";

/** A compiled model as bytes. */
export interface CompiledAhead {
  readonly text: string;
  readonly bytes: Uint8Array;
}

interface AddedEntity {
  readonly entity: Entity;
  readonly placement: Pose;
}

/** Characters of a text that takes a frame's time to compile. */
const SLOW_TEXT = 32_000;

/** True: every join takes long, also of a small entity. */
export const isSlowToJoin = (physics: Physics): boolean => physics[INTERNALS].compiled.textLength > SLOW_TEXT;

/** Empty: the models are small, or there already. */
export function textsToCompile(physics: Physics, entity: Entity, placement: Pose): readonly CompileJob[] {
  return physics[INTERNALS].textsFor(entity, placement);
}

/** The same for entities that leave. */
export function textsToRemove(physics: Physics, names: readonly string[]): readonly CompileJob[] {
  return physics[INTERNALS].textsWithout(names);
}

/** The same for a snapshot that is restored; `added`: entities that are added after it, `gone`: names that are removed. */
export function textsToRestore(
  physics: Physics,
  { entities, gravityNow }: Snapshot,
  { added = [], gone = [] }: { readonly added?: readonly AddedEntity[]; readonly gone?: readonly string[] } = {},
): readonly CompileJob[] {
  const stay = entities.filter(({ entity }) => !gone.includes(entity.name));
  const come = added.map((one) => ({ ...one, sprung: new Set<string>() }));
  return physics[INTERNALS].textsOf([...stay, ...come], gravityNow);
}

export function keepCompiled({ text, bytes }: CompiledAhead): void {
  keepModel(text, bytes);
}

/** Frees the memory of all compiled models that are kept. */
export const forgetCompiled = forgetModels;

/** In the other thread. Throws ENGINE_REFUSED, or an error of `isEngineLost`. */
export async function compileAhead({ text, files }: CompileJob): Promise<CompiledAhead> {
  const { mj } = await loadEngine();
  const model = compileText(mj, text, files);
  const bytes = bytesOf(mj, model);
  model.delete();
  return { text, bytes };
}

/** True: the engine of this thread has failed, and the thread must end. */
export const isEngineLost = (problem: unknown): boolean =>
  isLoss(problem) || (problem instanceof SimError && problem.code === "ENGINE_LOST");

/** To call in a thread that compiles for another one, before it compiles models of its own. */
export function beCompiler(): void {
  useMeshPrefix("compiler");
  keepNoModels();
}
