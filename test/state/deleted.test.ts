import { describe, expect, it } from 'vitest';
import { deletedIn, deletedText, keptDeleted, nameOfDeleted, type DeletedObject } from '../../src/state/deleted.ts';

const copy = (more: Partial<DeletedObject> = {}): DeletedObject => ({
  address: 'events/a',
  kind: 'event',
  id: '1',
  deletedAt: '2027-06-18T12:00:00.000Z',
  fields: { title: 'A' },
  ...more,
});
const at = (day: number, id = '1'): string =>
  nameOfDeleted(copy({ id, deletedAt: new Date(Date.UTC(2027, 0, day)).toISOString() }));
const NOW = Date.UTC(2027, 0, 101);

describe('copies of deleted objects', () => {
  it('are read as written, and anything else is skipped', () => {
    expect(deletedIn(deletedText(copy()))).toEqual([copy()]);
    expect(['', '{}', deletedText(copy()).slice(0, 50)].flatMap(deletedIn)).toEqual([]);
  });

  it('have one name for each object and run', () => {
    expect(nameOfDeleted(copy({ fields: {} }))).toBe(nameOfDeleted(copy()));
    expect(nameOfDeleted(copy({ id: '2' }))).not.toBe(nameOfDeleted(copy()));
    expect(nameOfDeleted(copy())).toMatch(/^2027-06-18T12-00-00-000Z-[\w-]{12}\.json$/);
  });

  it('are kept for 90 days', () => {
    expect(keptDeleted([at(1), at(10), at(12), at(100)], new Set(), NOW)).toEqual([at(12), at(100)]);
  });

  it('are at most 1,000, the newest, and those of the run itself in any case', () => {
    const old = Array.from({ length: 900 }, (_, index) => at(50, `old ${index}`));
    const newer = Array.from({ length: 200 }, (_, index) => at(60, `new ${index}`));
    const kept = new Set(keptDeleted([...newer, ...old], new Set(), NOW));
    expect(kept.size).toBe(1000);
    expect(newer.every((name) => kept.has(name))).toBe(true);
    const own = new Set(Array.from({ length: 1200 }, (_, index) => at(100, `own ${index}`)));
    expect(keptDeleted([...old, ...own], own, NOW)).toEqual([...own]);
  });
});
