import { describe, expect, it } from 'vitest';
import type { KindName } from '../../../src/kinds/registry.ts';
import { fingerprint } from '../../../src/plan/fields/declared-part.ts';
import { NO_CONTENT } from '../../../src/plan/plan.ts';
import type { JsonObject } from '../../../src/values/json.ts';

const differs = (kind: KindName, before: JsonObject, after: JsonObject, managed: readonly string[] = []): boolean => {
  const print = (fields: JsonObject): string =>
    fingerprint({ kind, fields }, { ...NO_CONTENT, drops: managed }, { digest: String });
  return print(before) !== print(after);
};

describe('the fingerprint of an object', () => {
  it('covers what the kind declares, also what the service answers: fields, keys of objects, entries of lists', () => {
    expect(differs('article', { excerpt: 'a' }, { excerpt: 'b' })).toBe(true);
    expect(differs('place', { coordinates: { x: 1, y: 2 } }, { coordinates: { x: 1, y: 3 } })).toBe(true);
    const page = (text: string): JsonObject => ({ blocks: [{ type: 'paragraph', values: [{ text }] }] });
    expect(differs('page', page('a'), page('b'))).toBe(true);
    expect(differs('page', page('a'), { blocks: [] })).toBe(true);
    expect(differs('event', { title: 'a' }, {})).toBe(true);
  });

  it('does not cover what the service adds, at the top, in objects and in entries of lists', () => {
    expect(differs('event', { title: 'a', reads: 1 }, { title: 'a', reads: 2 })).toBe(false);
    const at = (reads: number): JsonObject => ({ coordinates: { x: 1, reads } });
    expect(differs('place', at(1), at(2))).toBe(false);
    const page = (reads: number): JsonObject => ({
      blocks: [{ type: 'title', reads, values: [{ text: 'a', reads }] }],
    });
    expect(differs('page', page(1), page(2))).toBe(false);
  });

  it('covers of an object without declared keys only what the file manages', () => {
    const of = (metadata: JsonObject): JsonObject => ({ metadata });
    expect(differs('host', of({ crew: 1, reads: 1 }), of({ crew: 1, reads: 2 }), ['metadata.crew'])).toBe(false);
    expect(differs('host', of({ crew: 1, reads: 1 }), of({ crew: 2, reads: 1 }), ['metadata.crew'])).toBe(true);
    expect(differs('host', of({ crew: 1 }), of({ crew: { by: 1 } }), ['metadata.crew'])).toBe(true);
  });

  it('is the same for an absent value and null, and for keys in another order', () => {
    expect(differs('event', { title: 'a', category: null }, { title: 'a' })).toBe(false);
    expect(differs('place', { coordinates: { x: 1, y: 2 } }, { coordinates: { y: 2, x: 1 } })).toBe(false);
  });
});
