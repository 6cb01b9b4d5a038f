// Robots that a person or an old client names by file: the verb `spawn`, and INIT of src/session/usarsim.

import { checkName } from "../../describe/Check.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import type { Simulation } from "../Simulation.js";

/** The file need not be the client's own, nor a robot: an error does not show its content. The log does. */
export function describeFile(
  simulation: Simulation,
  text: string,
  { file, own, who }: { readonly file: string; readonly own: string | undefined; readonly who: string },
): RobotDescription {
  try {
    return simulation.describe(text, own);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    simulation.options.log(`${who} ${file}: ${problem.message}`);
    const { code, line, column } = problem;
    const place = line === undefined || column === undefined ? {} : { line, column };
    const found = "content that is only in the server's log";
    throw new SimError(code, { where: file, found, ...place });
  }
}

/** The same limits as for names in documents. */
export function checkSpawnName(name: string, maxBytes: number, where: string): string {
  const { length } = new TextEncoder().encode(name);
  if (length > maxBytes)
    throw new SimError("NAME_TOO_LONG", {
      where,
      found: `${length} bytes`,
      allowed: `at most ${maxBytes} bytes`,
    });
  return checkName(name, where);
}
