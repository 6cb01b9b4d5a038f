// Stages and clock of a match: each stage has a successor and a length, or no clock. Whether the clock runs is the league's
// decision: in some leagues it rests while the game is stopped.

export interface StageClock<Stage extends string> {
  stage: Stage;
  /** Time left in this stage, ns; undefined: the stage has no clock. */
  stageLeftNs: number | undefined;
}

export interface StagePlan<Stage extends string> {
  /** The stage after each stage; a stage without an entry is the last one. */
  readonly following: Readonly<Partial<Record<Stage, Stage>>>;
  /** Length of a stage, ns; undefined: it has no clock. */
  readonly lengthNs: (stage: Stage) => number | undefined;
}

/** Advances the clock by `elapsedNs` if it runs. True: the time of the stage is over. */
export function runClock(clock: StageClock<string>, elapsedNs: number, isRunning: boolean): boolean {
  if (clock.stageLeftNs === undefined) return false;
  if (isRunning) clock.stageLeftNs = Math.max(0, clock.stageLeftNs - elapsedNs);
  return isRunning && clock.stageLeftNs === 0;
}

export function nextStage<Stage extends string>(
  clock: StageClock<Stage>,
  { following, lengthNs }: StagePlan<Stage>,
): void {
  clock.stage = following[clock.stage] ?? clock.stage;
  clock.stageLeftNs = lengthNs(clock.stage);
}
