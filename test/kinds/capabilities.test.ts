import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../../src/kinds/capabilities.ts';
import { fileKinds, kindNamed, kinds, type KindName } from '../../src/kinds/registry.ts';
import { kindCommonlyCalled } from '../../src/kinds/common-words.ts';

describe('the capabilities of a profile', () => {
  const cannot = { create: 'no', update: 'no', delete: 'no' };

  it.each<[KindName, object, string]>([
    ['event', { reach: 'whole', create: 'yes', update: 'yes', delete: 'yes' }, 'created, updated and deleted'],
    [
      'place',
      { reach: 'part', create: 'yes', update: 'yes', delete: 'manual' },
      'created; updated; deleting it is manual',
    ],
    [
      'article',
      { reach: 'part', create: 'yes', update: 'replace', delete: 'yes' },
      'created; changed by replacing it; deleted',
    ],
    [
      'webhook',
      { reach: 'part', create: 'yes', update: 'manual', delete: 'manual' },
      'created; changing and deleting it is manual',
    ],
    ['broadcast', { reach: 'part', ...cannot, update: 'yes' }, 'updated'],
    ['session', { reach: 'bound', ...cannot, update: 'yes', read: false }, 'updated where a file has `$id`'],
    ['workflow', { reach: 'bound', ...cannot, update: 'yes', read: false }, 'updated where a file has `$id`'],
    ['page', { reach: 'read', ...cannot, read: true }, 'read to learn ids, not written'],
    ['host', { reach: 'site', ...cannot, read: false }, 'site only: rendered, not synced'],
    ['media', { reach: 'site', ...cannot, read: false }, 'site only: rendered, not synced'],
    ['contact', { reach: 'service', ...cannot }, 'on the service only, never in files'],
  ])('for %s, in the documented profile', (name, expected, summary) => {
    expect(capabilities(kindNamed(name), 'documented')).toMatchObject({ ...expected, summary });
  });

  it('are in the guide to syncing for every kind with files, in the documented profile', () => {
    const guide = readFileSync(new URL('../../docs/guides/sync.md', import.meta.url), 'utf8');
    const [, table = ''] = /\n\| kinds \|[^\n]*\n\| - \|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(guide) ?? [];
    const rows = table
      .trim()
      .split('\n')
      .map((row) => row.split('|')[1]!.trim().split(', '));
    const withReach = (...wanted: readonly string[]) =>
      fileKinds.filter((kind) => wanted.includes(capabilities(kind, 'documented').reach)).map(({ name }) => name);
    expect(rows).toEqual([withReach('whole', 'part'), withReach('bound'), withReach('read'), withReach('site')]);
  });

  it('are complete for every kind with files, in the extended profile', () => {
    const inFiles = kinds.filter(({ folder, single }) => folder !== undefined && !single);
    expect(inFiles.filter(({ name }) => capabilities(kindNamed(name), 'extended').reach !== 'whole')).toEqual([]);
    expect(capabilities(kindNamed('broadcast'), 'extended')).toMatchObject({ reach: 'part', update: 'yes' });
  });
});

it("do not include Surface B's operations on articles if the surfaces do not share ids", () => {
  expect(capabilities(kindNamed('article'), 'documented', { sharedArticleIds: false })).toMatchObject({
    create: 'yes',
    update: 'manual',
    delete: 'manual',
  });
});

it.each([
  ['talk', 'session'],
  ['Speakers', 'host'],
  ['stories', 'article'],
  ['news', 'article'],
  ['rooms', 'interestPoint'],
])('%s means %s', (word, kind) => {
  expect(kindCommonlyCalled(word)).toBe(kind);
});

it("leaves a kind's own names to the kind", () => {
  const own = kinds.flatMap(({ name, title, folder = name }) => [name, title, folder]);
  expect(own.filter((word) => kindCommonlyCalled(word) !== undefined)).toEqual([]);
});
