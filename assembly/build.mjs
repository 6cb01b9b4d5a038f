// Builds the rasteriser and the constraint kernel: compiles AssemblyScript to WebAssembly and writes each as a TypeScript
// module, which Node and browsers load without files. Does nothing for a module whose sources have not changed.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Maximum shared memory of the rasteriser in pages of 64 KB. RasterMemory.ts has the same number. */
const MAX_PAGES = 32768;
const COMMON = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--initialMemory", "1", "--use", "abort="];

const MODULES = [
  {
    folder: "assembly/raster",
    layouts: ["src/render/raster/RasterLayout.ts"],
    output: "src/render/raster/RasterCode.ts",
    constant: "RASTER_CODE",
    options: ["--sharedMemory", "--maximumMemory", String(MAX_PAGES), "--enable", "simd", "--enable", "threads"],
  },
  {
    folder: "assembly/kernel",
    layouts: ["src/physics/kernel/KernelLayout.ts", "src/physics/kernel/CollisionLayout.ts"],
    output: "src/physics/kernel/KernelCode.ts",
    constant: "KERNEL_CODE",
    options: ["--enable", "simd"],
  },
];

const optionsOf = ({ folder, options }) => [`${folder}/index.ts`, "--outFile", "module.wasm", ...COMMON, ...options];

function hashSources(module) {
  const hash = createHash("sha256").update(optionsOf(module).join(" "));
  const files = readdirSync(`${ROOT}${module.folder}`).sort();
  for (const file of files) hash.update(file).update(readFileSync(`${ROOT}${module.folder}/${file}`));
  for (const file of module.layouts) hash.update(readFileSync(`${ROOT}${file}`));
  hash.update(readFileSync(`${ROOT}node_modules/assemblyscript/package.json`));
  return hash.digest("hex").slice(0, 16);
}

async function compile(module) {
  const { main } = await import("assemblyscript/asc");
  let wasm;
  const { error, stderr } = await main(optionsOf(module), {
    readFile: (name, base) => {
      const path = `${ROOT}${base === "." ? "" : `${base}/`}${name}`;
      return existsSync(path) ? readFileSync(path, "utf8") : null;
    },
    writeFile: (_, data) => {
      wasm = data;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${module.folder} does not compile.\n${stderr.toString()}`);
  if (hasData(wasm)) throw new Error(`${module.folder} has static data, which would overwrite the memory it imports.`);
  return wasm;
}

/** Whether a module has a data section (number 11). */
function hasData(wasm) {
  for (let at = 8; at < wasm.length; ) {
    if (wasm[at] === 11) return true;
    let [size, shift] = [0, 0];
    do {
      at++;
      size |= (wasm[at] & 0x7f) << shift;
      shift += 7;
    } while (wasm[at] & 0x80);
    at += 1 + size;
  }
  return false;
}

for (const module of MODULES) {
  const stamp = hashSources(module);
  const path = `${ROOT}${module.output}`;
  if (existsSync(path) && readFileSync(path, "utf8").includes(stamp)) continue;
  const code = Buffer.from(await compile(module)).toString("base64");
  writeFileSync(
    path,
    `// Made by assembly/build.mjs from ${stamp}: do not edit.\n\nexport const ${module.constant} = "${code}";\n`,
  );
}
