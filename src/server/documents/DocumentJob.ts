// Messages between the server and the thread that reads documents (DocumentThread.ts).

import type { DocumentLimits } from "../../describe/DocumentLimits.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";

/** What all documents of a server have in common. */
export interface DocumentSettings {
  readonly limits: DocumentLimits;
  readonly lenient: boolean;
  /** Directory of the files that documents may name. */
  readonly assets: string | undefined;
  readonly stepNs: number;
}

export interface DocumentJob {
  readonly id: number;
  readonly text: string;
  readonly materials: readonly string[];
}

/** Fields of a SimError. */
export interface DocumentFailure {
  readonly code: string;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

export interface DocumentReply {
  readonly id: number;
  readonly robot?: RobotDescription;
  readonly warnings?: readonly string[];
  readonly failure?: DocumentFailure;
}
