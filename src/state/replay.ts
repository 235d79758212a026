import type { Base, BaseEntry } from '../model/base.ts';
import type { Intent, JournalLine } from './journal-line.ts';
import type { State } from './store.ts';

/**
 * The state after the lines of a journal. Replaying them over a state that has them already changes nothing: a crash
 * between the writing of the state and the end of the journal does no harm.
 */
export function replay(base: Base, lines: readonly JournalLine[]): State {
  const entries = new Map(base.entries);
  const deleted = new Map(base.deleted);
  const unfinished = new Map<string, Intent>();

  for (const line of lines) {
    const { address } = line;
    if (line.type === 'intent') {
      unfinished.set(address, line);
      continue;
    }
    // What is deleted may be the object that the document replaced, while a creation is still open.
    if (line.type !== 'deleted') unfinished.delete(address);
    switch (line.type) {
      case 'written':
        entries.set(address, line.entry);
        break;
      case 'moved':
        entries.delete(line.from);
        entries.set(address, line.entry);
        break;
      case 'deleted':
        deleted.set(line.id, line.at);
        removeObject(entries, address, line.id);
        break;
      case 'forgotten':
        entries.delete(address);
        break;
      case 'dropped':
        break;
    }
  }
  return { base: { entries, deleted }, unfinished: [...unfinished.values()] };
}

function removeObject(entries: Map<string, BaseEntry>, address: string, id: string): void {
  const entry = entries.get(address);
  if (entry?.id === id) entries.delete(address);
  else if (entry?.replaces === id) {
    const { replaces: _replaced, ...rest } = entry;
    entries.set(address, rest);
  }
}
