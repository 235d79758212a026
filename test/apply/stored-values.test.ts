import { describe, expect, it } from 'vitest';
import { storedValues } from '../../src/apply/stored-values.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import type { BaseLeaf } from '../../src/model/base.ts';
import type { RemoteRecord } from '../../src/model/snapshot.ts';
import type { FieldChange } from '../../src/plan/plan.ts';
import { changeOf, entryOf, leaf, recordOf } from './bench.ts';

interface Given {
  readonly address?: string;
  readonly fields?: readonly FieldChange[];
  readonly record?: Partial<RemoteRecord>;
  readonly before?: Readonly<Record<string, BaseLeaf>>;
  readonly after?: Readonly<Record<string, BaseLeaf>>;
}

/** What is said of these values, after the service has answered with those. */
function said(sent: JsonObject, stored: JsonObject, { address = 'events/a', record, ...given }: Given = {}) {
  const change = changeOf({ action: 'update', address, after: sent, ...(given.fields && { fields: given.fields }) });
  return storedValues({
    change,
    named: sent,
    record: recordOf(change.kind as KindName, 'a', stored, record),
    present: given.before && entryOf(change.kind, 'a', { leaves: given.before }),
    entry: entryOf(change.kind, 'a', { leaves: given.after ?? {} }),
  });
}

describe('what a service has made of the values that it was sent', () => {
  it('is said of each that it did not keep, and of no other', () => {
    const sent = { title: ' Opening', category: 'talk', description: 'Two\r\nsets\n' };
    expect(said(sent, { title: 'Opening', category: 'talk', description: 'Two\nsets', added: 'by itself' })).toEqual([
      { field: 'title', sent: ' Opening', stored: 'Opening' },
    ]);
  });

  it('is not known where nobody has seen it', () => {
    const change = changeOf({ action: 'create', address: 'events/a', after: { title: 'A' } });
    const entry = entryOf('event', 'a');
    expect(storedValues({ change, named: { title: 'A' }, record: undefined, present: undefined, entry })).toEqual([]);
  });

  it.each([undefined, null])('is said of a value that should be cleared and is not: %s', (after) => {
    const fields = [{ name: 'category', before: 'talk', after }];
    expect(said({}, { category: 'talk' }, { fields })).toEqual([{ field: 'category', sent: '', stored: 'talk' }]);
  });

  it('is not said of what the change leaves alone', () => {
    const fields = [{ name: 'category', before: 'talk', after: 'concert' }];
    expect(said({}, { category: 'talk' }, { fields })).toEqual([]);
  });

  it('is said once of a value that is both set and cleared', () => {
    const fields = [{ name: 'category', before: 'talk', after: null }];
    expect(said({ category: null }, { category: 'talk' }, { fields })).toHaveLength(1);
  });

  it('is said of other values as JSON', () => {
    const sent = { coordinates: { x: 1 }, tags: ['a'] };
    expect(said(sent, { coordinates: { x: 2 }, tags: ['b'] }, { address: 'places/a' })).toEqual([
      { field: 'coordinates.x', sent: '1', stored: '2' },
      { field: 'tags', sent: '["a"]', stored: '["b"]' },
    ]);
  });

  it('is said of a value that was dropped', () => {
    expect(said({ category: 'talk' }, {})).toEqual([{ field: 'category', sent: 'talk', stored: '' }]);
  });
});

describe('what is never said', () => {
  it.each([
    ['a field that is declared to hold one', { secret: 'sent' }, { secret: 'stored' }, { address: 'webhooks/a' }],
    ['a value that names one', { url: { $env: 'URL' } }, { url: 'stored' }, { address: 'webhooks/a' }],
    ['a value that named one before', { title: 'sent' }, { title: 'stored' }, { before: { title: leaf('!digest') } }],
  ])('is a secret: %s', (_, sent, stored, given) => {
    expect(said(sent, stored, given)).toEqual([]);
  });

  it('is what the service does not show', () => {
    expect(said({ title: 'A' }, {}, { record: { hidden: ['title'] } })).toEqual([]);
    expect(said({ coordinates: { x: 1 } }, {}, { address: 'places/a', record: { hidden: ['coordinates'] } })).toEqual(
      [],
    );
  });

  it('is what the run that sent it has said already', () => {
    const known = { title: leaf('sent', 'answered') };
    const differing = (before: BaseLeaf, after?: BaseLeaf) =>
      said({ title: 'A ' }, { title: 'A' }, { before: { title: before }, ...(after && { after: { title: after } }) });
    expect(differing(known.title, known.title)).toEqual([]);
    expect(differing(leaf('sent', 'another'), known.title)).toHaveLength(1);
    expect(differing(leaf('another', 'answered'), known.title)).toHaveLength(1);
    expect(differing(known.title)).toHaveLength(1);
    expect(said({ title: 'A ' }, { title: 'A' }, { after: known })).toHaveLength(1);
  });
});

describe('long values', () => {
  const shown = (sent: string, kept: string) => said({ title: sent }, { title: kept })[0];

  it('of which the beginning is left are said to be cut after so many characters', () => {
    expect(shown('Opening night 🎉 and more', 'Opening night 🎉')).toMatchObject({ cutAfter: 15 });
    expect(shown('Opening night', 'Closing night')).not.toHaveProperty('cutAfter');
    expect(shown('Opening night', '')).not.toHaveProperty('cutAfter');
  });

  it('are shown whole up to a hundred characters', () => {
    const [sent, kept] = ['a'.repeat(100), 'b'.repeat(100)];
    expect(shown(sent, kept)).toEqual({ field: 'title', sent, stored: kept });
  });

  it('are cut after a hundred', () => {
    expect(shown('a'.repeat(101), 'b'.repeat(102))).toEqual({
      field: 'title',
      sent: `${'a'.repeat(100)}…`,
      stored: `${'b'.repeat(100)}…`,
    });
  });

  it('are shown from thirty characters before the first difference on', () => {
    const same = 'x'.repeat(30);
    expect(shown(`${same}a`, `${same}b`)).toMatchObject({ sent: `${same}a`, stored: `${same}b` });
    expect(shown(`1${same}a`, `1${same}b`)).toMatchObject({ sent: `…${same}a`, stored: `…${same}b` });
    const long = 'y'.repeat(200);
    expect(shown(`${long}a${long}`, `${long}b`)).toMatchObject({
      sent: `…${'y'.repeat(30)}a${'y'.repeat(69)}…`,
      stored: `…${'y'.repeat(30)}b`,
    });
  });

  it('are shown from the beginning where they differ there, however much follows that is the same', () => {
    const same = 'x'.repeat(50);
    expect(shown(`a${same}c`, `b${same}d`)).toMatchObject({ sent: `a${same}c`, stored: `b${same}d` });
  });

  it('that became the text of themselves are not cut', () => {
    const text = JSON.stringify(['x'.repeat(40)]);
    const end = `…${text.slice(-30)}`;
    expect(said({ tags: ['x'.repeat(40)] }, { tags: text })).toEqual([{ field: 'tags', sent: end, stored: end }]);
  });

  it('are not cut in the middle of a character', () => {
    expect(shown(`${'a'.repeat(99)}🎉`, 'b')!.sent).toBe(`${'a'.repeat(99)}\u{fffd}…`);
  });
});
