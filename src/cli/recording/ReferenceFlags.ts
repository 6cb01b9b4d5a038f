// Flags that name a measured trajectory beside a run (docs/how-to/compare-with-reality.md).

import { fromAxisAngle } from "../../math/Quat.js";
import type { ReferenceSource } from "../../server/record/ReferenceSource.js";
import { type OptionTable, UsageError } from "../Arguments.js";

export const REFERENCE_OPTIONS = {
  reference: { type: "string" },
  "reference-offset": { type: "string" },
  "reference-frame": { type: "string" },
  "reference-of": { type: "string" },
} as const satisfies OptionTable;

export const REFERENCE_HELP = `      --reference FILE     a measured trajectory (CSV or .mcap): a ghost in the viewer, a second curve in plots
      --reference-offset S      seconds added to its times (default 0)
      --reference-frame X,Y,Z,H where its frame stands in the world: m, and rad about z
      --reference-of BODY       what its columns x, y, heading describe: ENTITY/BODY
`;

type ReferenceFlags = { readonly [Flag in keyof typeof REFERENCE_OPTIONS]?: string | undefined };

/** Undefined: there is none. */
export function readReferenceFlags(values: ReferenceFlags): ReferenceSource | undefined {
  const { reference: file, "reference-of": of } = values;
  if (file === undefined) {
    const flag = Object.keys(REFERENCE_OPTIONS).find((name) => values[name as keyof ReferenceFlags] !== undefined);
    if (flag !== undefined) throw new UsageError(`ubersim: --${flag} needs --reference FILE.`);
    return undefined;
  }
  const offset = values["reference-offset"] ?? "0";
  const offsetSec = Number(offset);
  if (offset.trim() === "" || !Number.isFinite(offsetSec))
    throw new UsageError(`ubersim: --reference-offset needs a number of seconds, found "${offset}".`);
  return { file, offsetSec, of, place: readPlace(values["reference-frame"]) };
}

function readPlace(text: string | undefined) {
  if (text === undefined) return undefined;
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, z, heading] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite))
    throw new UsageError(`ubersim: --reference-frame needs X,Y,Z,HEADING in m and rad, found "${text}".`);
  return { position: [x, y, z], orientation: fromAxisAngle([0, 0, 1], heading) } as const;
}
