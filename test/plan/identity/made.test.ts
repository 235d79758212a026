import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { type KindName } from '../../../src/kinds/registry.ts';
import type { RemoteRecord } from '../../../src/model/snapshot.ts';
import { canonical } from '../../../src/values/canonical.ts';
import type { OpenIntent } from '../../../src/plan/context.ts';
import { searchMade } from '../../../src/plan/identity/made.ts';
import { sentIntent } from '../open-intent.ts';
import { digest, TIMES } from '../world.ts';

const record = (id: string, fields: JsonObject, more: Partial<RemoteRecord> = {}): RemoteRecord => ({
  kind: 'event',
  id,
  fields,
  hidden: [],
  ...more,
});

const intent = (fields: JsonObject, kind: KindName = 'event'): OpenIntent =>
  sentIntent(fields, { key: canonical(fields), kind });
const search = (intents: readonly OpenIntent[], records: readonly RemoteRecord[]) =>
  searchMade(intents, records, digest);

describe('the object of an interrupted run', () => {
  it('is the one with the natural key that was sent, even if other fields were edited since', () => {
    const sent = intent({ title: 'Jazz', ...TIMES, description: 'Two sets' });
    const found = search(
      [sent],
      [
        record('other', { title: 'Blues', ...TIMES }),
        record('ours', { title: 'Jazz', ...TIMES, description: 'Three sets' }),
      ],
    );
    expect(found).toMatchObject({ type: 'made', id: 'ours', others: [], settled: [sent] });
  });

  it('does not exist if no object matches the complete key', () => {
    const sent = intent({ title: 'Jazz', ...TIMES });
    expect(search([sent], [])).toBeUndefined();
    expect(search([sent], [record('a', { title: 'Jazz', start_time: '2027-01-01T00:00:00Z' })])).toBeUndefined();
    expect(search([sent], [record('a', { title: 'Rock', start_time: TIMES.start_time })])).toBeUndefined();
  });

  it('is recognised by the first part of the key that was sent completely', () => {
    const page = (id: string, fields: JsonObject) => record(id, fields, { kind: 'page' });
    const pages = [
      page('a', { title: 'Info', _reference: 'other' }),
      page('b', { title: 'Other', _reference: 'info' }),
    ];
    expect(search([intent({ title: 'Info' }, 'page')], pages)).toMatchObject({ id: 'a' });
    expect(search([intent({ title: 'Info', _reference: 'info' }, 'page')], pages)).toMatchObject({ id: 'b' });
    const withoutStart = intent({ title: 'Jazz', end_time: TIMES.end_time });
    expect(search([withoutStart], [record('e', { title: 'Blues', end_time: TIMES.end_time })])).toMatchObject({
      id: 'e',
    });
  });

  it('does not exist if no part of a key was sent', () => {
    expect(search([intent({ description: 'Text' }, 'page')], [record('a', {}, { kind: 'page' })])).toBeUndefined();
  });

  it("is recognised in the service's spelling", () => {
    expect(
      search([intent({ title: 'R & B', ...TIMES })], [record('a', { title: 'R &amp; B', ...TIMES })]),
    ).toMatchObject({ id: 'a' });
  });

  it('has what was sent as its base, to be compared with the first answer that is read', () => {
    const fields = { title: 'Jazz', ...TIMES };
    expect(search([intent(fields)], [record('a', fields)])).toMatchObject({
      leaves: { title: { sent: '"Jazz"', answered: '~"Jazz"' } },
    });
  });
});

describe('objects of several interrupted runs for one document', () => {
  const [first, second] = [
    { title: 'First', ...TIMES },
    { title: 'Second', ...TIMES },
  ];

  it.each([
    ['in the order of the runs', ['1', '2']],
    ['in a different order', ['2', '1']],
  ])('are all taken, and the one of the last run replaces the others: listed %s', (_, order) => {
    const intents = [intent(first), intent(second)];
    const objects: Record<string, RemoteRecord> = { 1: record('1', first), 2: record('2', second) };
    const found = search(
      intents,
      order.map((id) => objects[id]!),
    );
    expect(found).toMatchObject({ type: 'made', id: '2', others: ['1'] });
    expect(found).toMatchObject({ leaves: { title: { sent: '"Second"' } } });
    expect(new Set((found as { settled: readonly OpenIntent[] }).settled)).toEqual(new Set(intents));
  });

  it('leave the intent of a run open that has no object', () => {
    const [one, two] = [intent(first), intent(second)];
    expect(search([one, two], [record('1', first)])).toMatchObject({ id: '1', others: [], settled: [one] });
  });

  it('each belong to the run that sent most of what they show', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((description) => intent({ ...first, description }));
    const found = search([one!, two!, three!], [record('x', { ...first, description: 'Two' })]);
    expect(found).toMatchObject({ settled: [two], leaves: { description: { sent: '"Two"' } } });
  });

  it('belong to the last of the runs that sent the same', () => {
    const intents = [intent(first), { ...intent(first), key: 'later' }];
    expect(search(intents, [record('x', first)])).toMatchObject({ settled: [intents[1]] });
  });

  it('belong to one run each, even if all sent the same', () => {
    const intents = [intent(first), { ...intent(first), key: 'later' }];
    expect(search(intents, [record('x', first), record('y', first)])).toMatchObject({
      type: 'made',
      id: 'x',
      others: ['y'],
      settled: [intents[1], intents[0]],
    });
  });

  it('have no known base for a hidden value that the runs sent differently', () => {
    const runs = ['One', 'Two'].map((description) => intent({ ...first, description, category: 'concert' }));
    const shown = record('x', { ...first, category: 'concert', description: 'One' }, { hidden: ['description'] });
    expect(search(runs, [shown])).toMatchObject({
      settled: [runs[1]],
      leaves: { description: { sent: 'unknown', answered: '~"Two"' }, category: { sent: '"concert"' } },
    });
  });

  it('have a known base if only one of the runs can have created them', () => {
    const runs = ['One', 'Two'].map((description) => intent({ ...first, description }));
    expect(search(runs, [record('x', { ...first, description: 'One' })])).toMatchObject({
      leaves: { description: { sent: '"One"' }, title: { sent: '"First"' } },
    });
  });
});

describe('more objects than the runs can have created', () => {
  const jazz = { title: 'Jazz', ...TIMES };
  const ends = (end: string): JsonObject => ({ ...jazz, end_time: `2027-06-18T${end}:00:00Z` });

  it('are left to a person: somebody else created one of them', () => {
    expect(search([intent(jazz)], [record('a', jazz), record('b', jazz)])).toEqual({
      type: 'ambiguous',
      ids: ['a', 'b'],
    });
  });

  it('are left to a person even if another run created nothing', () => {
    const intents = [intent(jazz), intent({ ...jazz, title: 'Blues' })];
    expect(search(intents, [record('a', jazz), record('b', jazz)])).toEqual({ type: 'ambiguous', ids: ['a', 'b'] });
  });

  it('are distinguished by the further parts of the key', () => {
    expect(search([intent(jazz)], [record('a', ends('22')), record('b', jazz), record('c', ends('21'))])).toMatchObject(
      { type: 'made', id: 'b', others: [] },
    );
    const there = { ...jazz, place_id: 'p' };
    expect(search([intent(there)], [record('a', jazz), record('b', there)])).toMatchObject({ id: 'b', others: [] });
  });

  it('are distinguished by what any of several runs sent', () => {
    const intents = [intent(ends('22')), intent(ends('23'))];
    const records = [record('a', ends('21')), record('b', ends('22')), record('c', ends('23'))];
    expect(search(intents, records)).toMatchObject({ type: 'made', id: 'c', others: ['b'] });
  });

  it('are not distinguished by a part of the key that none of them has', () => {
    expect(search([intent(jazz)], [record('a', ends('22')), record('b', ends('21'))])).toEqual({
      type: 'ambiguous',
      ids: ['a', 'b'],
    });
  });

  it('are not narrowed down below the number of runs', () => {
    const intents = [intent(jazz), { ...intent(jazz), key: 'later' }];
    expect(search(intents, [record('a', ends('22')), record('b', jazz)])).toMatchObject({
      type: 'made',
      others: expect.arrayContaining([expect.stringMatching(/[ab]/)]),
    });
  });
});

describe('an object whose title a service may have cut', () => {
  const title = 'The river and what it carries';
  const sent = intent({ title, ...TIMES });
  const cut = title.slice(0, 22);

  it('is left to a person', () => {
    const records = [record('a', { title: 'Jazz', ...TIMES }), record('b', { title: cut, ...TIMES })];
    expect(search([sent], records)).toEqual({ type: 'ambiguous', ids: ['b'] });
    expect(search([intent({ title: 'Jazz', start_time: '2027-01-01T00:00:00Z' }), sent], records)).toEqual({
      type: 'ambiguous',
      ids: ['b'],
    });
  });

  it('is a different one if the rest of the key differs', () => {
    expect(search([sent], [record('b', { title: cut, start_time: '2027-01-01T00:00:00Z' })])).toBeUndefined();
  });

  it('is ignored if there is an object with the complete title', () => {
    const records = [record('a', { title: cut, ...TIMES }), record('b', { title, ...TIMES })];
    expect(search([sent], records)).toMatchObject({ type: 'made', id: 'b', others: [] });
  });
});
