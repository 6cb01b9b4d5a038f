// Builds the rasteriser: compiles AssemblyScript in assembly/raster to WebAssembly and writes it as a TypeScript module, which
// Node and browsers load without files. Does nothing if the sources have not changed.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULE = `${ROOT}src/render/raster/RasterCode.ts`;
/** Maximum shared memory in pages of 64 KB. RasterMemory.ts has the same number. */
const MAX_PAGES = 32768;

const OPTIONS = [
  "assembly/raster/index.ts",
  "--outFile",
  "raster.wasm",
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--sharedMemory",
  "--initialMemory",
  "1",
  "--maximumMemory",
  String(MAX_PAGES),
  "--enable",
  "simd",
  "--enable",
  "threads",
  "--use",
  "abort=",
];

function hashSources() {
  const hash = createHash("sha256").update(OPTIONS.join(" "));
  const files = readdirSync(`${ROOT}assembly/raster`).sort();
  for (const file of files) hash.update(file).update(readFileSync(`${ROOT}assembly/raster/${file}`));
  hash.update(readFileSync(`${ROOT}src/render/raster/RasterLayout.ts`));
  hash.update(readFileSync(`${ROOT}node_modules/assemblyscript/package.json`));
  return hash.digest("hex").slice(0, 16);
}

async function compile() {
  const { main } = await import("assemblyscript/asc");
  let wasm;
  const { error, stderr } = await main(OPTIONS, {
    readFile: (name, base) => {
      const path = `${ROOT}${base === "." ? "" : `${base}/`}${name}`;
      return existsSync(path) ? readFileSync(path, "utf8") : null;
    },
    writeFile: (_, data) => {
      wasm = data;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`The rasteriser does not compile.\n${stderr.toString()}`);
  return wasm;
}

const stamp = hashSources();
const isCurrent = existsSync(MODULE) && readFileSync(MODULE, "utf8").includes(stamp);
if (!isCurrent) {
  const code = Buffer.from(await compile()).toString("base64");
  writeFileSync(
    MODULE,
    `// Made by assembly/build.mjs from ${stamp}: do not edit.\n\nexport const RASTER_CODE = "${code}";\n`,
  );
}
