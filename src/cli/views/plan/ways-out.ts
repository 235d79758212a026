/** What somebody can do about what no sync decides by itself, by its action. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['conflict', 'conflict: gitcast pull --theirs takes what the target has, gitcast sync --ours what the files have'],
  ['drift', 'drift: gitcast pull takes it into the files, gitcast sync --overwrite-drift pushes the files over it'],
]);

interface Open {
  readonly action: string;
  readonly reason?: string | undefined;
}

/** A line for each sort of open question; one whose reason names its own ways out needs no other. */
export const waysOut = (open: readonly Open[]): readonly string[] => {
  const asked = open.filter(({ reason = '' }) => !reason.includes('`gitcast '));
  return [...new Set(asked.map(({ action }) => action))].flatMap((action) => WAYS_OUT.get(action) ?? []);
};
