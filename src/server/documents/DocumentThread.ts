// Worker thread for what clients send, away from the frame loop (M8): reads documents with XML, meshes and textures, finds how far
// robots are lifted in the static world, and compiles models. A document that breaks the engine breaks the one of this
// thread: the thread replies with an error and ends, and the server starts another.

import { parentPort, workerData } from "node:worker_threads";
import type { MeshShape } from "../../describe/entity/Solid.js";
import { outlineTexture } from "../../describe/entity/Texture.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { asSimError, SimError } from "../../describe/SimError.js";
import { builtInKinds } from "../../leagues/Leagues.js";
import { adoptEngineCode, beCompiler, compileAhead, isEngineLost } from "../../physics/Ahead.js";
import { Physics } from "../../physics/Physics.js";
import { cutMesh } from "../../render/raster/MeshPieces.js";
import { textureImageOf } from "../../render/raster/TextureImage.js";
import { findLifts, type Lift } from "../../world/Placement.js";
import { texturesOf } from "../../world/RobotLimits.js";
import { assetReader } from "../Assets.js";
import type { DocumentJob, DocumentReply, DocumentThreadData, ReadJob } from "./DocumentJob.js";

const { limits, lenient, odeNumbers, assets, stepNs, statics, spawns, engineCode } = workerData as DocumentThreadData;
if (engineCode) adoptEngineCode(engineCode);
const kinds = builtInKinds();
const readFile = assets === undefined ? {} : { readFile: assetReader(assets) };
let physics: Promise<Physics> | undefined;
beCompiler();

async function reply(job: DocumentJob): Promise<DocumentReply> {
  const { id } = job;
  try {
    if ("text" in job) return { id, ...(await read(job)) };
    const models = [];
    for (const model of job.models) models.push(await compileAhead(model));
    return { id, models };
  } catch (problem) {
    const { code, where, found, allowed, advice, line, column } = isEngineLost(problem)
      ? new SimError("ENGINE_REFUSED", { where: "document", found: String((problem as Error).message) })
      : asSimError(problem, "document");
    if (isEngineLost(problem)) isOver = true;
    return { id, failure: { code, where, found, allowed, advice, line, column } };
  }
}

async function read({ text, materials }: ReadJob): Promise<Omit<DocumentReply, "id">> {
  const { robot, warnings } = readRobotDocument(text, {
    kinds,
    limits,
    lenient,
    odeNumbers,
    world: { stepNs, materials },
    ...readFile,
  });
  const textures = texturesOf(robot).map((texture) => {
    return { texture, digest: outlineTexture(texture).digest, image: textureImageOf(texture) };
  });
  const meshes = meshesOf(robot).map((shape) => ({ shape, pieces: cutMesh(shape) }));
  const lifts = await lift(robot, materials);
  return { robot, warnings: warnings.map(({ message }) => message), lifts, textures, meshes };
}

const meshesOf = ({ entity }: RobotDescription): readonly MeshShape[] =>
  entity.bodies.flatMap(({ solids }) => solids.flatMap(({ shape }) => (shape.kind === "Mesh" ? [shape] : [])));

/** Errors are those of the join, which reports them. */
async function lift(robot: RobotDescription, materials: readonly string[]): Promise<readonly Lift[]> {
  if (!statics) return [];
  physics ??= Physics.create(statics);
  const world = await physics;
  try {
    for (const name of materials) if (!world.materials.names.includes(name)) world.materials.setMaterial({ name });
    return findLifts(world, robot, spawns);
  } catch (problem) {
    if (isEngineLost(problem)) throw problem;
    return [];
  }
}

/** Large buffers, which change the thread instead of being copied. */
function buffersOf({ textures = [], models = [] }: DocumentReply): ArrayBuffer[] {
  const pixels = textures.flatMap(({ texture, image }) => [texture.pixels.buffer, image.bytes.buffer]);
  return [...new Set([...pixels, ...models.map(({ bytes }) => bytes.buffer)])] as ArrayBuffer[];
}

/** The engine is lost: no further job. */
let isOver = false;
let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (job: DocumentJob) => {
  last = last.then(async () => {
    if (isOver) return;
    const message = await reply(job);
    parentPort?.postMessage(message, buffersOf(message));
    if (isOver) parentPort?.close();
  });
});
// tells that the thread runs
parentPort?.postMessage({ id: 0 } satisfies DocumentReply);
