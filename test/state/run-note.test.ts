import { describe, expect, it } from 'vitest';
import type { Base, BaseEntry } from '../../src/model/base.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import { changesBetween, countsText } from '../../src/state/run-note.ts';

const entry = (id: string, title: string): BaseEntry => ({
  kind: 'event',
  id,
  leaves: { title: { sent: title, answered: title } },
});
const base = (entries: Readonly<Record<string, BaseEntry>>): Base => ({ entries: new Map(Object.entries(entries)) });
const written = (address: string, as: BaseEntry): JournalLine => ({ type: 'written', address, entry: as });

describe('what a run is recorded with', () => {
  it('tells what was taken over and then changed as both', () => {
    const [found, pushed] = [entry('1', 'theirs'), entry('1', 'ours')];
    const lines = [written('events/a', found), written('events/a', pushed), written('events/a', pushed)];
    const changes = changesBetween(base({}), base({ 'events/a': pushed }), lines);
    expect(changes.map(({ action }) => action)).toEqual(['adopt', 'update']);
    expect(countsText(changes)).toBe('1 adopted, 1 updated');
  });

  it('tells what was only taken over once, however often its line is told', () => {
    const found = entry('1', 'theirs');
    const lines = [written('events/a', found), written('events/a', found)];
    expect(countsText(changesBetween(base({}), base({ 'events/a': found }), lines))).toBe('1 adopted');
  });

  it('tells what was moved and changed as both, and what was created as that alone', () => {
    const [old, moved, changed] = [entry('1', 'a'), entry('1', 'a'), entry('1', 'b')];
    const made = entry('2', 'c');
    const lines: readonly JournalLine[] = [
      { type: 'moved', address: 'events/new', from: 'events/old', entry: moved },
      written('events/new', changed),
      { type: 'intent', address: 'events/made', kind: 'event', idempotencyKey: 'k', leaves: {} },
      written('events/made', entry('2', 'first')),
      written('events/made', made),
    ];
    const after = base({ 'events/new': changed, 'events/made': made });
    expect(countsText(changesBetween(base({ 'events/old': old }), after, lines))).toBe('1 created, 1 updated, 1 moved');
  });
});
