// The process behind ProgramHost: runs programs one after another, each as its own import, and gives exit code and output. The
// modules that programs share stay loaded. Only for programs that end by themselves and read no input.

import { pathToFileURL } from "node:url";

class Exit extends Error {}
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Exit();
};

let output = { out: "", err: "" };
const capture = (key) => (chunk, encoding, done) => {
  output[key] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
  (typeof encoding === "function" ? encoding : done)?.();
  return true;
};
process.stdout.write = capture("out");
process.stderr.write = capture("err");

let runs = 0;
let previous = Promise.resolve();
process.on("message", ({ id, file, args, cwd }) => {
  previous = previous.then(async () => process.send?.({ id, outcome: await run(file, args, cwd) }));
});
process.on("disconnect", () => process.reallyExit(0));

async function run(file, args, cwd) {
  output = { out: "", err: "" };
  process.exitCode = undefined;
  process.argv = [process.execPath, file, ...args];
  process.chdir(cwd);
  try {
    await import(`${pathToFileURL(file)}?${++runs}`);
  } catch (problem) {
    if (!(problem instanceof Exit)) {
      output.err += problem instanceof Error ? problem.stack : String(problem);
      process.exitCode = 1;
    }
  }
  return { code: process.exitCode ?? 0, ...output };
}
