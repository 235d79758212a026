import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import type { KindName } from '../../../src/kinds/registry.ts';
import type { RemoteRecord } from '../../../src/model/snapshot.ts';
import { keyClaims } from '../../../src/plan/identity/claims.ts';
import type { OpenIntent } from '../../../src/plan/context.ts';
import { openIntent } from '../open-intent.ts';
import { broadcastOf, eventText, TIMES, type Files } from '../world.ts';

const article = (date: string | undefined, more = ''): string =>
  `---\ntitle: News\n${date === undefined ? '' : `published_at: ${date}T09:00:00Z\n`}${more}---\nText.\n`;

const record = (kind: KindName, fields: JsonObject): RemoteRecord => ({ kind, id: 'x', fields, hidden: [] });
const news = (date?: string): RemoteRecord =>
  record('article', { title: 'News', ...(date !== undefined && { published_at: `${date}T09:00:00Z` }) });

const begun = (address: string, naturalKey: JsonObject, more: Partial<OpenIntent> = {}): OpenIntent =>
  openIntent({ key: address, address, kind: 'article', naturalKey, ...more });

function claimsOf(files: Files, intents: readonly OpenIntent[] = [], ids: Record<string, string> = {}) {
  const { entities } = broadcastOf(files);
  const claims = keyClaims([...entities.values()], intents, (address) => ids[address]);
  return {
    isShared: (address: string) => claims.isShared(entities.get(address)!),
    isFor: (address: string, object: RemoteRecord) => claims.isFor(address, object),
    isForAnother: (address: string, object: RemoteRecord, by: ('document' | 'intent')[] = ['document', 'intent']) =>
      claims.isForAnother(address, object, by),
  };
}

const TWO = { 'articles/a.md': article('2027-05-01'), 'articles/b.md': article('2027-05-02') };

describe('the first part of a natural key', () => {
  it('is shared by documents of one kind with the same value', () => {
    const { isShared } = claimsOf({ ...TWO, 'articles/c.md': article(undefined).replace('News', 'Other') });
    expect(isShared('articles/a')).toBe(true);
    expect(isShared('articles/b')).toBe(true);
    expect(isShared('articles/c')).toBe(false);
  });

  it('is shared across spellings', () => {
    const files = { 'places/a.yaml': 'name: "R & B"\n', 'places/b.yaml': 'name: "R &amp; B "\n' };
    expect(claimsOf(files).isShared('places/a')).toBe(true);
  });

  it('is not shared with a file of another kind, or with one that names its object', () => {
    const files = { 'articles/a.md': article('2027-05-01'), 'articles/b.md': article('2027-05-02', '$id: other\n') };
    expect(claimsOf(files).isShared('articles/a')).toBe(false);
    const alone = { 'articles/a.md': article('2027-05-01', '$id: other\n') };
    expect(claimsOf(alone).isShared('articles/a')).toBe(false);
    const kinds = { 'pages/a.yaml': 'title: News\n', 'hosts/b.yaml': 'title: News\n' };
    expect(claimsOf(kinds).isShared('pages/a')).toBe(false);
  });

  it('is not shared with an interrupted creation', () => {
    const intents = [begun('articles/z', { title: 'News' })];
    expect(claimsOf({ 'articles/a.md': article('2027-05-01') }, intents).isShared('articles/a')).toBe(false);
  });

  it('is the first one that the document has: a reference before a title', () => {
    const files = {
      'pages/a.yaml': 'title: Info\n_reference: one\n',
      'pages/b.yaml': 'title: Info\n_reference: two\n',
      'pages/c.yaml': 'title: Else\n_reference: two\n',
      'pages/d.yaml': 'title: two\n',
    };
    const { isShared } = claimsOf(files);
    expect(['a', 'b', 'c', 'd'].map((name) => isShared(`pages/${name}`))).toEqual([false, true, true, false]);
  });
});

describe('an object with the key of a document', () => {
  it('belongs to the document whose complete key it matches', () => {
    const { isFor } = claimsOf(TWO);
    expect(isFor('articles/a', news('2027-05-01'))).toBe(true);
    expect(isFor('articles/b', news('2027-05-01'))).toBe(false);
    expect(isFor('articles/a', record('article', { title: 'Other' }))).toBe(false);
  });

  it('belongs to another document if it matches that key instead', () => {
    const { isForAnother } = claimsOf(TWO);
    expect(isForAnother('articles/a', news('2027-05-02'))).toBe(true);
    expect(isForAnother('articles/b', news('2027-05-02'))).toBe(false);
    expect(isForAnother('articles/a', news('2027-05-03'))).toBe(false);
    expect(isForAnother('articles/a', news())).toBe(false);
  });

  it('belongs to no other document if it also matches the given one', () => {
    const files = { 'pages/a.yaml': 'title: Info\n', 'pages/b.yaml': 'title: Info\n_reference: two\n' };
    const { isForAnother } = claimsOf(files);
    const page = record('page', { title: 'Info', _reference: 'two' });
    expect(isForAnother('pages/a', page)).toBe(false);
    expect(isForAnother('pages/c', page)).toBe(true);
  });

  it('is also claimed by interrupted runs, if those count', () => {
    const intents = [begun('articles/z', { title: 'News', published_at: '2027-05-09T09:00:00Z' })];
    const { isForAnother } = claimsOf(TWO, intents);
    expect(isForAnother('articles/a', news('2027-05-09'), ['document', 'intent'])).toBe(true);
    expect(isForAnother('articles/a', news('2027-05-09'), ['document'])).toBe(false);
    expect(isForAnother('articles/a', news('2027-05-02'), ['intent'])).toBe(false);
    expect(isForAnother('articles/z', news('2027-05-09'))).toBe(false);
  });

  it.each([
    ['were about to update something', { action: 'update' as const }],
    ['are of another kind', { kind: 'place' as const }],
  ])('is not claimed by runs that %s', (_, more) => {
    const intents = [begun('articles/z', { title: 'News', published_at: '2027-05-09T09:00:00Z' }, more)];
    expect(claimsOf(TWO, intents).isForAnother('articles/a', news('2027-05-09'))).toBe(false);
  });

  it('is not claimed by runs that sent no key', () => {
    const { isForAnother } = claimsOf(TWO, [begun('articles/z', {})]);
    expect(isForAnother('articles/a', news('2027-05-09'))).toBe(false);
    expect(isForAnother('articles/a', record('article', {}))).toBe(false);
  });

  it('is not claimed by runs that sent only half of a part of the key', () => {
    const half = begun('events/z', { title: 'Jazz' }, { kind: 'event' });
    const { isForAnother } = claimsOf({}, [half]);
    expect(isForAnother('events/a', record('event', { title: 'Jazz' }))).toBe(false);
  });

  it('does not belong to a file that names another object', () => {
    const { isFor } = claimsOf({ 'articles/a.md': article('2027-05-01', '$id: other\n') });
    expect(isFor('articles/a', news('2027-05-01'))).toBe(false);
  });

  it('is found by any part of the key, and must then match the other given parts', () => {
    const { isFor } = claimsOf({ 'pages/a.yaml': 'title: Info\n', 'pages/b.yaml': 'title: Info\n_reference: two\n' });
    const page = (fields: JsonObject) => record('page', fields);
    expect(isFor('pages/a', page({ title: 'Info', _reference: 'two' }))).toBe(true);
    expect(isFor('pages/b', page({ title: 'Info', _reference: 'two' }))).toBe(true);
    expect(isFor('pages/b', page({ title: 'Info' }))).toBe(false);
    expect(isFor('pages/b', page({ title: 'Else', _reference: 'two' }))).toBe(false);
  });

  it('is recognised by what the key points to: the id of an identified document, or the id in the file', () => {
    const files = {
      'places/quay.yaml': 'name: Quay\n',
      'events/a.yaml': eventText('Jazz', 'place_id: places/quay\n'),
      'events/b.yaml': eventText('Jazz', `place_id: ${'b'.repeat(24)}\n`),
    };
    const jazz = (place_id: string) => record('event', { title: 'Jazz', ...TIMES, place_id });
    const { isFor } = claimsOf(files, [], { 'places/quay': 'a'.repeat(24) });
    expect(isFor('events/a', jazz('a'.repeat(24)))).toBe(true);
    expect(isFor('events/a', jazz('places/quay'))).toBe(false);
    expect(isFor('events/a', jazz('b'.repeat(24)))).toBe(false);
    expect(isFor('events/b', jazz('b'.repeat(24)))).toBe(true);
    expect(isFor('events/b', jazz('a'.repeat(24)))).toBe(false);
    // A new place has no id yet, so it decides nothing.
    expect(claimsOf(files).isFor('events/a', jazz('c'.repeat(24)))).toBe(true);
  });
});
