import { describe, expect, it } from 'vitest';
import type { Query } from '../../src/kinds/shapes/navigator.ts';
import { runQuery } from '../../src/site/query.ts';

const songs = [
  { fields: { title: 'Bruine', seats: 40, time: { start: '2027-06-18T20:00:00+02:00' }, categoryIds: ['a', 'b'] } },
  { fields: { title: 'Écume', seats: 10, time: { start: '2027-06-18T19:00:00Z' }, categoryIds: ['b'] } },
  { fields: { title: 'Dune', time: { start: '2027-06-19T10:00:00+02:00' }, metadata: { lsf: true } } },
];

function titles(query: Query): readonly string[] {
  const result = runQuery(songs, query, 'Europe/Paris');
  if (result.type === 'refused') throw new Error(result.reason);
  return result.entities.map(({ fields }) => fields.title);
}

describe('filters', () => {
  it.each<[string, unknown[], string[]]>([
    ['a value', [{ title: 'Dune' }], ['Dune']],
    ['an operator', [{ seats: { $gt: 20 } }], ['Bruine']],
    ['key and value', [{ key: 'seats', value: 10 }], ['Écume']],
    ['key and operator', [{ key: 'seats', value: { $lte: 40 } }], ['Bruine', 'Écume']],
    ['a nested field', [{ 'metadata.lsf': { $eq: true } }], ['Dune']],
    ['the absence of a field', [{ seats: { $exists: false } }], ['Dune']],
    ['one of a list', [{ categoryIds: 'b' }], ['Bruine', 'Écume']],
    ['none of several', [{ title: { $nin: ['Dune', 'Écume'] } }], ['Bruine']],
  ])('match %s', (_, filters, expected) => {
    expect(titles({ filters })).toEqual(expected);
  });

  it('compare instants regardless of their offsets', () => {
    expect(titles({ filters: [{ 'time.start': { $gt: '2027-06-18T20:30:00+02:00' } }] })).toEqual(['Écume', 'Dune']);
    expect(titles({ filters: [{ 'time.start': '2027-06-18T18:00:00Z' }] })).toEqual(['Bruine']);
  });

  it.each<[Query['filtersLogical'], string[]]>([
    ['$and', []],
    ['$or', ['Bruine', 'Dune']],
    ['$nor', ['Écume']],
  ])('are combined by %s', (filtersLogical, expected) => {
    expect(titles({ filters: [{ title: 'Bruine' }, { title: 'Dune' }], filtersLogical })).toEqual(expected);
  });

  it.each([[{ title: { $regex: '.*' } }], [{ $where: 'true' }], ['title']])('refuse %j', (filter) => {
    expect(runQuery(songs, { filters: [filter] }, 'Europe/Paris')).toMatchObject({ type: 'refused' });
  });
});

describe('order and range', () => {
  it('sort by instants, texts and numbers, in both directions', () => {
    expect(titles({ sort: { 'time.start': 'desc' } })).toEqual(['Dune', 'Écume', 'Bruine']);
    expect(titles({ sort: { title: 'asc' } })).toEqual(['Bruine', 'Dune', 'Écume']);
    expect(titles({ sort: { seats: 'asc' } })).toEqual(['Dune', 'Écume', 'Bruine']);
  });

  it('return everything with a limit of -1, null or none', () => {
    for (const limit of [-1, null, undefined]) expect(titles({ limit })).toHaveLength(3);
    expect(titles({ limit: 0 })).toEqual([]);
  });

  it('return a range of the sorted list with skip and limit', () => {
    expect(titles({ sort: { title: 'asc' }, skip: 1, limit: 1 })).toEqual(['Dune']);
  });
});
