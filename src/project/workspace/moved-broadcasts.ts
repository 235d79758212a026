/** Broadcasts that were renamed: another folder manages what they created on their targets. */
import { join } from 'node:path';
import { readYaml } from '../../content/yaml-tree.ts';
import type { Changes } from '../../git/changed-since.ts';
import { CONFIG_FILE } from '../settings/load-config.ts';
import { readText } from '../settings/read-settings.ts';

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
  const targets = candidates.map((to) => ({ to, ids: targetsIn(readText(join(root, to, CONFIG_FILE))) }));
  const found = gone.map(async (from): Promise<readonly Moved[]> => {
    const ids = targetsIn((await before(`${from}/${CONFIG_FILE}`)) ?? '');
    const { to } = targets.find((each) => each.ids.some((id) => ids.includes(id))) ?? {};
    return to === undefined ? [] : [{ from, to }];
  });
  return (await Promise.all(found)).flat();
}

/** The broadcasts on services that a configuration names, even if it has errors elsewhere. */
function targetsIn(text: string): readonly string[] {
  const data = readYaml(text).data as { readonly targets?: unknown } | null | undefined;
  const targets: readonly unknown[] = Object.values(data?.targets ?? {});
  return targets.flatMap((each) => {
    const { baseUrl, userId, broadcastId } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return broadcastId === undefined ? [] : [JSON.stringify([baseUrl, userId, broadcastId])];
  });
}
