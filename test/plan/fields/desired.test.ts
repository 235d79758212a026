import { describe, expect, it } from 'vitest';
import type { JsonObject, Path } from '../../../src/values/json.ts';
import type { Entity, Pointer } from '../../../src/model/broadcast.ts';
import type { PlanInput, PlanTarget } from '../../../src/plan/context.ts';
import { desire, wireFields, type Desired } from '../../../src/plan/fields/desired.ts';
import { World, type Files } from '../world.ts';

interface Wish {
  readonly files?: Files;
  readonly fields?: JsonObject;
  /** The address that each path points to. */
  readonly pointers?: readonly (readonly [Path, string])[];
  readonly profile?: PlanTarget['profile'];
  readonly input?: Partial<PlanInput>;
}

/** Documents that the target can be pointed to are in `known/`, with an id if the name says so. */
const KNOWN = {
  idOf: (address: string) => (address.endsWith('-with-id') ? `id of ${address}` : undefined),
  canPoint: (_: string, address: string) => address.startsWith('known/'),
};

function wished({ files = { 'pages/a.yaml': 'title: A\n' }, fields, pointers, profile, input = {} }: Wish): Desired {
  const given = new World(profile && { profile }).input(files, { input });
  const found = given.broadcast.entities.get(Object.keys(files)[0]!.replace(/\.\w+$/, ''))!;
  const entity: Entity = {
    ...found,
    ...(fields && { fields }),
    ...(pointers && { pointers: pointers.map(([path, address]): Pointer => ({ path, to: { address } })) }),
  };
  return desire(entity, given, KNOWN);
}

describe('a pointer', () => {
  it('is sent by address and compared by id, if that is already known', () => {
    const { fields, leaves, pointers, notes } = wished({
      fields: { title: 'A', one: 'known/a-with-id', two: 'known/new' },
      pointers: [
        [['one'], 'known/a-with-id'],
        [['two'], 'known/new'],
      ],
    });
    expect(fields).toEqual({ title: 'A', one: 'known/a-with-id', two: 'known/new' });
    expect(Object.fromEntries(leaves)).toEqual({ title: 'A', one: 'id of known/a-with-id', two: 'known/new' });
    expect(pointers).toEqual([
      { path: ['one'], address: 'known/a-with-id' },
      { path: ['two'], address: 'known/new' },
    ]);
    expect(notes).toEqual([]);
  });

  it('that is an id in the file is sent unchanged', () => {
    const id = 'a'.repeat(24);
    const files = { 'pages/a.yaml': `title: A\ncategoryIds: [${id}]\n` };
    expect(wished({ files })).toMatchObject({ fields: { title: 'A', categoryIds: [id] }, pointers: [], notes: [] });
  });

  it('to a document that the target does not have is left out with a note', () => {
    const { fields, notes, pointers } = wished({ fields: { title: 'A', one: 'x/a' }, pointers: [[['one'], 'x/a']] });
    expect(fields).toStrictEqual({ title: 'A' });
    expect(pointers).toEqual([]);
    expect(notes).toEqual(['pages/a points to x/a, which this target does not have: the pointer is left out']);
  });

  it.each(['navigator', 'leftNavigator', 'rightNavigator'])('in a %s leads to the page on the site instead', (name) => {
    const wish = { fields: { [name]: { hostId: 'x/a', label: 'Go' } }, pointers: [[[name, 'hostId'], 'x/a']] } as const;
    const { fields, notes } = wished(wish);
    expect(fields).toStrictEqual({ [name]: { label: 'Go', url: 'https://site.example/x/a/' } });
    expect(notes).toEqual([]);
    const without = wished({ ...wish, input: { documentUrl: () => undefined } });
    expect(without.fields).toStrictEqual({ [name]: { label: 'Go' } });
    expect(without.notes).toHaveLength(1);
  });

  it('in anything else does not become a URL', () => {
    const { fields } = wished({ fields: { card: { hostId: 'x/a' } }, pointers: [[['card', 'hostId'], 'x/a']] });
    expect(fields).toStrictEqual({ card: {} });
  });

  it('that is removed from a list leaves the other entries, with their pointers at the new positions', () => {
    const { fields, pointers } = wished({
      fields: { ids: ['x/a', 'known/b', 'x/c', 'known/d-with-id'], other: ['known/e'], 0: 'known/f' },
      pointers: [
        [['ids', 0], 'x/a'],
        [['ids', 1], 'known/b'],
        [['ids', 2], 'x/c'],
        [['ids', 3], 'known/d-with-id'],
        [['other', 0], 'known/e'],
      ],
    });
    expect(fields).toMatchObject({ ids: ['known/b', 'known/d-with-id'], other: ['known/e'] });
    expect(pointers).toEqual([
      { path: ['ids', 0], address: 'known/b' },
      { path: ['ids', 1], address: 'known/d-with-id' },
      { path: ['other', 0], address: 'known/e' },
    ]);
  });

  it('removes the whole entry of a block, with its other pointers', () => {
    const entry = (to: string, more: JsonObject = {}): JsonObject => ({ hostId: to, ...more });
    const { fields, pointers, leaves } = wished({
      fields: {
        blocks: [
          {
            values: [
              entry('x/a', { query: { id: 'known/z' } }),
              entry('known/b-with-id'),
              entry('x/c'),
              entry('known/d'),
            ],
          },
          { values: [entry('known/e'), entry('known/f')] },
        ],
      },
      pointers: [
        [['blocks', 0, 'values', 0, 'hostId'], 'x/a'],
        [['blocks', 0, 'values', 0, 'query', 'id'], 'known/z'],
        [['blocks', 0, 'values', 1, 'hostId'], 'known/b-with-id'],
        [['blocks', 0, 'values', 2, 'hostId'], 'x/c'],
        [['blocks', 0, 'values', 3, 'hostId'], 'known/d'],
        [['blocks', 1, 'values', 1, 'hostId'], 'known/f'],
      ],
    });
    expect(fields).toEqual({
      blocks: [
        { values: [entry('known/b-with-id'), entry('known/d')] },
        { values: [entry('known/e'), entry('known/f')] },
      ],
    });
    expect(pointers).toEqual([
      { path: ['blocks', 0, 'values', 0, 'hostId'], address: 'known/b-with-id' },
      { path: ['blocks', 0, 'values', 1, 'hostId'], address: 'known/d' },
      { path: ['blocks', 1, 'values', 1, 'hostId'], address: 'known/f' },
    ]);
    expect(leaves.get('blocks')).toMatchObject([{ values: [{ hostId: 'id of known/b-with-id' }, {}] }, {}]);
  });

  it('removes no more than the entry of a block', () => {
    const { fields } = wished({
      fields: { values: { first: { hostId: 'x/a', label: 'A' } }, list: [{ hostId: 'x/a', label: 'B' }] },
      pointers: [
        [['values', 'first', 'hostId'], 'x/a'],
        [['list', 0, 'hostId'], 'x/a'],
      ],
    });
    expect(fields).toStrictEqual({ values: { first: { label: 'A' } }, list: [{ label: 'B' }] });
  });
});

describe('the body of a document', () => {
  it('has the secrets by name, with their paths', () => {
    const files = { 'webhooks/a.yaml': 'url: https://x.example/\nevents: []\nsecret: { $env: HOOK }\n' };
    expect(wished({ files })).toMatchObject({ secrets: [['secret']], fields: { secret: { $env: 'HOOK' } } });
  });

  it('has its reference only if the target accepts it', () => {
    const files = { 'pages/a.yaml': 'title: A\n_reference: ref-1\n' };
    expect(wished({ files }).fields).toEqual({ title: 'A', _reference: 'ref-1' });
    expect(wished({ files, profile: 'documented' }).fields).toEqual({ title: 'A' });
  });

  it('has media by their URLs, and leaves them out with a note while the site has no address', () => {
    const files = { 'articles/a.yaml': 'title: A\ncover_image_url: media/a.jpg\n', 'media/a.jpg': 'a picture' };
    const { fields, notes } = wished({ files });
    expect(fields).toEqual({ title: 'A', cover_image_url: 'https://site.example/media/a.jpg' });
    expect(notes).toEqual([]);
    const without = wished({ files, input: { mediaUrl: () => undefined } });
    expect(without.fields).toStrictEqual({ title: 'A' });
    expect(without.notes).toEqual([{ needsSite: 'media', address: 'articles/a' }]);
  });

  it('has the text of a Markdown file in its field, with pictures as URLs', () => {
    const files = { 'articles/a.md': '---\ntitle: A\n---\n![A](media/a.jpg)\n', 'media/a.jpg': 'a picture' };
    expect(wished({ files }).fields).toEqual({ title: 'A', content: '![A](https://site.example/media/a.jpg)\n' });
  });

  it('is empty for a text that the file clears', () => {
    const files = { 'places/a.yaml': 'name: A\ndescription: null\n' };
    expect(wished({ files }).fields).toEqual({ name: 'A', description: null });
    const { entity } = wished({ files });
    const marked = { ...entity, markdown: [['description'], ['missing']] };
    expect(wireFields(marked, new World().input(files))).toEqual({ name: 'A', description: null });
  });
});

describe('a media document', () => {
  const files = { 'media/a/bridge.yaml': 'alt: A bridge\n', 'media/a/bridge.jpg': 'x', 'media/bridge.jpg': 'y' };

  it('describes the file next to it', () => {
    expect(wished({ files }).fields).toEqual({
      alt: 'A bridge',
      mediaUrl: 'https://site.example/media/a/bridge.jpg',
    });
  });

  it('describes no file if there is none, or while the site has no address', () => {
    const { 'media/a/bridge.jpg': _, ...others } = files;
    expect(wished({ files: others }).fields).toEqual({ alt: 'A bridge' });
    expect(wished({ files, input: { mediaUrl: () => undefined } }).fields).toStrictEqual({ alt: 'A bridge' });
  });

  it('keeps the URL that it names', () => {
    const named = { ...files, 'media/a/bridge.yaml': 'mediaUrl: https://x.example/b.jpg\n' };
    expect(wished({ files: named }).fields).toEqual({ mediaUrl: 'https://x.example/b.jpg' });
  });
});
