/** The objects that a document's object has taken the place of: several, where one replacement after the other was cut off. */
import type { BaseEntry } from './base.ts';

export const replacedBy = ({ replaces }: Pick<BaseEntry, 'replaces'>): readonly string[] => replaces ?? [];

/** The entry without these; one that replaces nothing says nothing about it. */
export function withoutReplaced({ replaces, ...rest }: BaseEntry, gone: readonly string[]): BaseEntry {
  return withReplaced(
    rest,
    (replaces ?? []).filter((id) => !gone.includes(id)),
  );
}

/** The entry with these as well, its own object never among them. */
export function withReplaced<E extends BaseEntry>(entry: E, ids: readonly string[]): E {
  const all = [...new Set([...replacedBy(entry), ...ids])].filter((id) => id !== entry.id);
  return all.length === 0 ? entry : { ...entry, replaces: all };
}
