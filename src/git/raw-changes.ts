import { listed } from './git.ts';

/** A file in the output of `diff --raw -z`. */
export interface RawChange {
  /** Before and after. */
  readonly modes: readonly string[];
  readonly ids: readonly string[];
  /** A letter, and the similarity in percent of a rename. */
  readonly status: string;
  readonly path: string;
  /** The former path, if git was asked for renames. */
  readonly from?: string;
}

/** Each file is its modes, ids and status in one part, and its path in the next. */
export function rawChanges(output: string): readonly RawChange[] {
  const parts = listed(output);
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [before, after, ...ids] = parts[at]!.slice(1).split(' ');
    const status = ids.pop()!;
    const from = /^[CR]\d/.test(status) ? { from: parts[++at]! } : {};
    changes.push({ modes: [before!, after!], ids, status, path: parts[++at]!, ...from });
  }
  return changes;
}
