/** Mutants that no test can notice, each with the reason. They are found again by their text, not by the line's number. */
export interface Survivor {
  readonly file: string;
  readonly change: string;
  readonly reason: string;
}

const SHORTCUT = 'without it the rest gives the same, after more work';

export const SURVIVORS: readonly Survivor[] = [
  {
    file: 'src/plan/guard.ts',
    change: 'choices.allowDeletes ?? -1 → choices.allowDeletes',
    reason: 'no number is at most undefined, as no count is at most -1',
  },
  { file: 'src/plan/guard.ts', change: '1 → 2', reason: 'no count is at most -2 either' },
  { file: 'src/plan/guard.ts', change: 'doomed.size === 0 → false', reason: SHORTCUT },
  { file: 'src/plan/leftovers.ts', change: 'replaced.length === 0 → false', reason: SHORTCUT },
  {
    file: 'src/plan/twins.ts',
    change: 'this.#indexes.set(called, index); → ;',
    reason: 'an index that is not kept is made again',
  },
];
