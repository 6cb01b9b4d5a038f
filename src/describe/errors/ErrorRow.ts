// One row of the error table (ErrorTable.ts).

export interface ErrorRow {
  /** What is wrong, as a clause that fits before " at PLACE". */
  readonly what: string;
  /** What is allowed; an error can replace it with names or a range. */
  readonly allowed: string;
  /** What to do, as one short sentence; an error can replace it. */
  readonly advice: string;
}
