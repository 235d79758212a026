/** The objects that a document's object replaces: several, if repeated replacements were interrupted. */
import type { BaseEntry } from './base.ts';

export const replacedBy = ({ replaces }: Pick<BaseEntry, 'replaces'>): readonly string[] => replaces ?? [];

/** The entry without these ids. An entry that replaces nothing has no such key. */
export function withoutReplaced({ replaces, ...rest }: BaseEntry, gone: readonly string[]): BaseEntry {
  return withReplaced(
    rest,
    (replaces ?? []).filter((id) => !gone.includes(id)),
  );
}

/** The entry with these ids added, never with its own object's id. */
export function withReplaced<E extends BaseEntry>(entry: E, ids: readonly string[]): E {
  const all = [...new Set([...replacedBy(entry), ...ids])].filter((id) => id !== entry.id);
  return all.length === 0 ? entry : { ...entry, replaces: all };
}
