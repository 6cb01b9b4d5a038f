// Every error that a user can meet is one row: what is wrong, what is allowed, what to do. The rows are grouped by area in
// errors/. docs/errors.md prints the same table; SimError.test.ts checks that both agree.

import { CONTROL_ERRORS } from "./errors/ControlErrors.js";
import { DESCRIPTION_ERRORS } from "./errors/DescriptionErrors.js";
import { DOCUMENT_ERRORS } from "./errors/DocumentErrors.js";
import { EDIT_ERRORS } from "./errors/EditErrors.js";
import type { ErrorRow } from "./errors/ErrorRow.js";
import { LEAGUE_ERRORS } from "./errors/LeagueErrors.js";
import { PHYSICS_ERRORS } from "./errors/PhysicsErrors.js";
import { SERVER_ERRORS } from "./errors/ServerErrors.js";
import { WIRE_ERRORS } from "./errors/WireErrors.js";

export const ERROR_TABLE = {
  ...DESCRIPTION_ERRORS,
  ...DOCUMENT_ERRORS,
  ...PHYSICS_ERRORS,
  ...WIRE_ERRORS,
  ...SERVER_ERRORS,
  ...LEAGUE_ERRORS,
  ...CONTROL_ERRORS,
  ...EDIT_ERRORS,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_TABLE;
