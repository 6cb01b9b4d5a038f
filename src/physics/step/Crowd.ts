// An entity that asks for more work in one step than it may (M8). Thrown by the checks of StepWork.ts, before the work is done.

import { SimError } from "../../describe/SimError.js";

export class Crowd {
  readonly entity: string;
  /** What was counted, for the error. */
  readonly found: string;
  /** Further entities that ask for too much by themselves: removing them one by one would take as many steps. */
  readonly others: readonly Crowd[];

  constructor(entity: string, found: string, others: readonly Crowd[] = []) {
    this.entity = entity;
    this.found = found;
    this.others = others;
  }
}

export const crowdError = ({ entity, found }: Crowd): SimError => new SimError("OVERCROWDED", { where: entity, found });
