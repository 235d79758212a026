import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import { actions, World } from '../plan/world.ts';
import { FILES } from './fixtures.ts';
import { MemoryRepository } from './memory-pull.ts';
import { startRemote } from './repository.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom('null', 'true', '12', '- x', '# no comment', 'a: b', '{ $env: X }', '"', '---', '…', 'x\ny\n', ' x '),
);
const filled = word.filter((text) => text.trim() !== '');
const hour = fc.integer({ min: 0, max: 9 }).map((n) => `2027-06-18T1${n}:00:00+02:00`);
const later = fc.integer({ min: 0, max: 3 }).map((n) => `2027-06-18T2${n}:00:00Z`);
const block = fc.oneof(
  fc.record({ type: fc.constant('title'), values: fc.array(fc.record({ text: word }), { maxLength: 2 }) }),
  fc.record({ type: fc.constant('divider'), key: fc.option(word), height: fc.integer({ min: 1, max: 99 }) }),
);

const FIELDS: Partial<Record<KindName, fc.Arbitrary<JsonObject>>> = {
  event: partly({ title: filled, start_time: hour, end_time: later, category: word, description: fc.option(word) }),
  place: partly({
    name: filled,
    category: fc.option(word),
    coordinates: fc.option(fc.record({ x: fc.nat(9), y: fc.nat(9) })),
  }),
  article: partly({
    title: filled,
    content: fc.array(word).map((words) => words.join('\n')),
    status: fc.constantFrom('draft', 'published'),
  }),
  page: partly({
    title: filled,
    blocks: fc.array(block, { maxLength: 3 }),
    metadata: fc.dictionary(fc.stringMatching(/^[a-z.]{1,6}$/), word),
  }),
  broadcast: partly({
    name: fc.string({ minLength: 1, maxLength: 30 }).filter((name) => name.trim() !== ''),
    theme: partly({
      backgroundColor: fc.constantFrom('#fff', '#000'),
      accentColor: fc.option(fc.constantFrom('#123456', '#abc')),
    }),
  }),
};

function partly(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

const KINDS = Object.keys(FIELDS) as KindName[];
const NEEDED: Partial<Record<KindName, JsonObject>> = {
  event: { title: 'New', start_time: '2027-06-18T10:00:00+02:00', end_time: '2027-06-18T23:00:00+02:00' },
  place: { name: 'New' },
  article: { title: 'New', content: 'Text' },
  page: { title: 'New' },
};

type Edit = { readonly kind: KindName; readonly fields: JsonObject; readonly isNew: boolean };
const edit: fc.Arbitrary<Edit> = fc
  .constantFrom(...KINDS)
  .chain((kind) => fc.record({ kind: fc.constant(kind), fields: FIELDS[kind]!, isNew: fc.boolean() }));

describe('any edit on the target', { timeout: 180_000 }, () => {
  it.each(['extended', 'documented'] as const)(
    'is pulled into valid files, and leaves nothing to plan (%s)',
    (profile) => {
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
          const world = new World({ profile });
          world.sync(FILES, { choices: { ours: true } });
          const repository = new MemoryRepository(world, FILES);
          let created = 0;
          for (const { kind, fields, isNew } of edits) {
            const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as JsonObject;
            if (isNew && kind !== 'broadcast')
              world.put(kind, (0xc0ffee + created++).toString(16).padStart(24, '0'), { ...NEEDED[kind], ...said });
            else for (const { id } of world.all(kind).slice(0, 1)) world.edit(id, fields);
          }
          const { conflicts, skipped } = repository.pull();
          expect(repository.check().diagnostics.filter(isError)).toEqual([]);
          const open = new Set([...conflicts, ...skipped].map(({ address }) => address));
          expect(actions(repository.plan()).filter((action) => !open.has(action.split(' ')[1]!))).toEqual([]);
          expect([...conflicts, ...skipped]).toEqual([]);
          // A second pull changes nothing.
          expect(repository.pull().proposals.flatMap(({ edits: more }) => more)).toEqual([]);
        }),
        { numRuns: runs({ test: 25, proof: 400 }) },
      );
    },
  );

  it('is also pulled over HTTP', async () => {
    const remote = await startRemote();
    const repository = remote.repository(FILES);
    await repository.sync();
    const events = FIELDS.event!.filter((fields) => Object.keys(fields).length > 0);
    const edits = fc.sample(events, { numRuns: 12, seed: 7 });
    const pulled = async (): Promise<void> => {
      expect(await repository.pull()).toMatchObject({ exitCode: 0 });
      expect(await repository.plan()).toEqual([]);
    };
    for (const fields of edits) await remote.call('POST', '/v1/events', { ...NEEDED.event, ...withoutNulls(fields) });
    await pulled();
    // Each event gets the fields that another one was created with.
    const made = await remote.all('/v1/events');
    for (const [index, { id }] of made.entries()) {
      await remote.call('PUT', `/v1/events/${String(id)}`, edits[(index + 5) % edits.length]!);
    }
    await pulled();
    expect((await repository.run('validate')).exitCode).toBe(0);
  });
});

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
