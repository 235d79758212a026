/** Broadcasts that were renamed: another folder manages what they created on their targets. */
import { join } from 'node:path';
import type { Changes } from '../../git/changed-since.ts';
import { CONFIG_FILE } from '../../repository/load-config.ts';
import { readText } from '../../repository/read-settings.ts';
import { managesBroadcast, targetsIn } from '../../repository/targets-in-text.ts';

/** A broadcast that has another folder now. */
export interface Moved {
  /** The folder that it had. */
  readonly from: string;
  /** The folder that it has. */
  readonly to: string;
}

/** Compared by their targets: a new broadcast is often a copy of another one in everything else. */
export async function movedBroadcasts(
  root: string,
  { before }: Changes,
  { gone, candidates }: { readonly gone: readonly string[]; readonly candidates: readonly string[] },
): Promise<readonly Moved[]> {
  const configs = candidates.map((to) => ({ to, text: readText(join(root, to, CONFIG_FILE)) }));
  const found = gone.map(async (from): Promise<readonly Moved[]> => {
    const targets = targetsIn((await before(`${from}/${CONFIG_FILE}`)) ?? '');
    const { to } = configs.find(({ text }) => targets.some((each) => managesBroadcast(text, each))) ?? {};
    return to === undefined ? [] : [{ from, to }];
  });
  return (await Promise.all(found)).flat();
}
