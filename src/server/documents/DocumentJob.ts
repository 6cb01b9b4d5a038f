// Messages between the server and the thread that reads documents and compiles models (DocumentThread.ts).

import type { DocumentLimits } from "../../describe/DocumentLimits.js";
import type { OdeNumbers } from "../../describe/entity/Joint.js";
import type { MeshShape } from "../../describe/entity/Solid.js";
import type { Texture } from "../../describe/entity/Texture.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import type { SpawnPoint } from "../../describe/world/WorldFile.js";
import type { CompiledAhead, CompileJob } from "../../physics/Ahead.js";
import type { MeshPiece } from "../../render/raster/MeshPieces.js";
import type { TextureImage } from "../../render/raster/TextureImage.js";
import type { Lift } from "../../world/Placement.js";

/** What all documents of a server have in common. */
export interface DocumentSettings {
  /** False: plug-ins have added elements that the thread does not know, so it only compiles. */
  readonly readsAll: boolean;
  readonly limits: DocumentLimits;
  readonly lenient: boolean;
  readonly odeNumbers?: OdeNumbers | undefined;
  /** Directory of the files that documents may name. */
  readonly assets: string | undefined;
  readonly stepNs: number;
  /** The static entities of the world, to find places in it. Undefined: they are too large to be copied. */
  readonly statics: WorldDescription | undefined;
  readonly spawns: readonly SpawnPoint[];
}

/** What a thread starts with. */
export interface DocumentThreadData extends DocumentSettings {
  /** Undefined: the thread compiles the engine's file itself. */
  readonly engineCode: WebAssembly.Module | undefined;
}

export interface ReadJob {
  readonly text: string;
  readonly materials: readonly string[];
}

export type DocumentJob = { readonly id: number } & (ReadJob | { readonly models: readonly CompileJob[] });

/** Fields of a SimError. */
export interface DocumentFailure {
  readonly code: string;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

export interface DocumentReply {
  readonly id: number;
  readonly robot?: RobotDescription;
  readonly warnings?: readonly string[];
  /** How far the robot will be lifted at its first places. */
  readonly lifts?: readonly Lift[];
  /** The robot's textures with their digests, and images of them for cameras. */
  readonly textures?: readonly { readonly texture: Texture; readonly digest: string; readonly image: TextureImage }[];
  /** Its meshes, cut into pieces for cameras. */
  readonly meshes?: readonly { readonly shape: MeshShape; readonly pieces: readonly MeshPiece[] }[];
  readonly models?: readonly CompiledAhead[];
  readonly failure?: DocumentFailure;
}
