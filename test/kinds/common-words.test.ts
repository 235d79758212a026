import { expect, it } from 'vitest';
import { kindCommonlyCalled } from '../../src/kinds/common-words.ts';
import { kinds } from '../../src/kinds/registry.ts';

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
