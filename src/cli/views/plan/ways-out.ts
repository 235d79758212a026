/** How to resolve what no sync decides, by action. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  [
    'conflict',
    'conflict: gitcast pull --theirs keeps the values of the target, gitcast sync --ours those of the files',
  ],
  ['drift', 'drift: gitcast pull pulls it into the files, gitcast sync --overwrite-drift overwrites it'],
]);

interface Open {
  readonly action: string;
  readonly reason?: string | undefined;
}

/** One line for each action that is open; a reason that already names a command needs none. */
export const waysOut = (open: readonly Open[]): readonly string[] => {
  const asked = open.filter(({ reason = '' }) => !reason.includes('`gitcast '));
  return [...new Set(asked.map(({ action }) => action))].flatMap((action) => WAYS_OUT.get(action) ?? []);
};
