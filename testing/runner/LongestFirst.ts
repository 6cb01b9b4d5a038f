// Vitest sequencer: starts the longest files of the long tier first, so that at the end no worker is busy alone. Vitest itself
// sorts by the times of an earlier run, which a fresh clone does not have. `npm run test:times` prints the times.

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than half a minute of processor time, longest first. */
export const LONGEST: readonly string[] = [
  "legged/game",
  "clients/segway",
  "physics/impacts",
  "hostile/attack",
  "yard/yard",
  "clients/follow",
  "accuracy/linkages",
  "physics/phases",
  "accuracy/creep",
  "physics/piles",
  "legged/qrio-walk",
  "legged/hold",
  "hostile/faults",
  "accuracy/machines",
  "repeatability/repeatability",
  "viewer/barriers",
  "fuzz/first-half",
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = sorted.filter(isLong).sort((a, b) => rankOf(a) - rankOf(b));
    return sorted.map((file) => (isLong(file) ? (long.shift() ?? file) : file));
  }
}

const isLong = ({ project }: TestSpecification): boolean => project.name === "long";

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.long.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
}
