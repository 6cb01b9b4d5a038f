// Finds the packages three and webgpu, which draw on a graphics card (S3). Neither is a dependency of this package; users
// install them in their project or beside this package. Without them the error RENDERER_MISSING is thrown.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SimError } from "../../../describe/SimError.js";
import { packageRoot } from "../../PackageRoot.js";

/** URLs of the modules, for `import`. */
export interface GpuPackages {
  readonly three: string;
  readonly webgpu: string;
}

/** `folders` are searched in order. */
export function findGpuPackages(folders: readonly string[] = [process.cwd(), packageRoot()]): GpuPackages {
  const [three, webgpu] = [find("three/webgpu", folders), find("webgpu", folders)];
  if (three !== undefined && webgpu !== undefined) return { three, webgpu };
  const missing = [...(three === undefined ? ["three"] : []), ...(webgpu === undefined ? ["webgpu"] : [])];
  throw new SimError("RENDERER_MISSING", {
    where: "--renderer gpu",
    found: `no package ${missing.join(" and no package ")} in ${folders[0]}`,
  });
}

function find(module: string, folders: readonly string[]): string | undefined {
  for (const folder of folders)
    try {
      return pathToFileURL(createRequire(join(folder, "package.json")).resolve(module)).href;
    } catch {
      // not here
    }
  return undefined;
}
