/** What somebody can do about what no sync decides by itself, by its action. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['conflict', 'conflict: gitcast pull --theirs takes what the target has, gitcast sync --ours what the files have'],
  ['drift', 'drift: gitcast pull takes it into the files, gitcast sync --overwrite-drift pushes the files over it'],
]);

/** A line for each sort of open question among some actions. */
export const waysOut = (actions: readonly string[]): readonly string[] =>
  [...new Set(actions)].flatMap((action) => WAYS_OUT.get(action) ?? []);
