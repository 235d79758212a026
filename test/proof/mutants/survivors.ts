/** Mutants that no test can notice, each with the reason. They are found again by their text, not by the line's number. */
export interface Survivor {
  readonly file: string;
  readonly change: string;
  readonly reason: string;
}

export const SURVIVORS: readonly Survivor[] = [];
