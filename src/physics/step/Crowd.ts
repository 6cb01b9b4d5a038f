// An entity that asks for more work in one step than it may (M8). Thrown by the checks of StepWork.ts, before the work is done.

import { SimError } from "../../describe/SimError.js";

export class Crowd {
  readonly entity: string;
  /** What was counted, for the error. */
  readonly found: string;

  constructor(entity: string, found: string) {
    this.entity = entity;
    this.found = found;
  }
}

export const crowdError = ({ entity, found }: Crowd): SimError => new SimError("OVERCROWDED", { where: entity, found });
