import { listed } from './git.ts';

/** A file in the output of `diff --raw -z`. Of a merge, there is a mode and an id for each parent, and for the merge. */
export interface RawChange {
  /** The commit, if git was asked for several. */
  readonly commit: string;
  readonly modes: readonly string[];
  readonly ids: readonly string[];
  /** A letter, and the similarity in percent of a rename. */
  readonly status: string;
  readonly path: string;
  /** The former path, if git was asked for renames. */
  readonly from?: string;
}

/** Each commit is its id, then for each file its modes, ids and status, and its path. */
export function rawChanges(output: string): readonly RawChange[] {
  const parts = listed(output);
  const changes: RawChange[] = [];
  let commit = '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    if (!part.startsWith(':')) {
      commit = part;
      continue;
    }
    const sides = /^:+/.exec(part)![0].length + 1;
    const words = part.slice(sides - 1).split(' ');
    const [modes, ids, status] = [words.slice(0, sides), words.slice(sides, sides * 2), words.at(-1)!];
    const from = /^[CR]\d/.test(status) ? { from: parts[++at]! } : {};
    changes.push({ commit, modes, ids, status, path: parts[++at]!, ...from });
  }
  return changes;
}
