import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { memoryFiles } from '../../src/content/files.ts';
import { layData } from '../../src/content/overlay.ts';
import { contentFor, readLayer, type TargetLayers } from '../../src/content/target-content.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { NO_CHOICES, type PlanInput } from '../../src/plan/context.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { environmentOf } from '../../src/pull/environment.ts';
import { planPull } from '../../src/pull/make-pull-plan.ts';
import { editsOf } from '../../src/pull/pull-plan.ts';
import { baseAfter } from '../../src/pull/base-after.ts';
import { digest, World } from '../plan/world.ts';

const TARGETS = ['test', 'production'];
const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] as const, targets: TARGETS };
const FILE = 'places/stage.yaml';
const OVERLAY = '../content.test/';

interface Texts {
  readonly shared: string;
  readonly overlay: string;
}

function layersOf({ shared, overlay }: Texts): TargetLayers {
  const read = (text: string, prefix: string, more = {}) =>
    readLayer({ files: memoryFiles({ [FILE]: text, ...more }), prefix });
  return {
    prefix: 'content/',
    targets: TARGETS,
    shared: read(shared, 'content/', { 'broadcast.yaml': 'name: Test\n' }),
    overlays: new Map([['test', read(overlay, 'content.test/')]]),
  };
}

const checked = (target: string, texts: Texts) => checkContent(contentFor(target, layersOf(texts)), SETTINGS);

const inputOf = (world: World, texts: Texts): PlanInput => ({
  broadcast: checked('test', texts).broadcast,
  snapshot: world.snapshot(),
  base: world.base,
  target: world.target,
  guard: { count: 10, percent: 30 },
  choices: NO_CHOICES,
  digest,
  secretDigest: (name) => name,
  mediaUrl: (name) => name,
  documentUrl: (address) => address,
  pageUrl: (path) => path,
  intents: [],
});

function pull(world: World, texts: Texts): Texts {
  const input = inputOf(world, texts);
  const environment = environmentOf({
    target: 'test',
    others: ['production'],
    overlay: OVERLAY,
    layers: layersOf(texts),
    settings: SETTINGS,
  });
  const pulled = planPull({
    input,
    plan: makePlan(input),
    theirs: false,
    ancestors: new Map(),
    prefix: 'content/',
    isProtected: () => false,
    environment,
  });
  expect(pulled.conflicts).toEqual([]);
  const entries = new Map(world.base.entries);
  for (const settled of baseAfter(pulled.proposals, pulled.after, input)) {
    if (settled.type === 'agreed') entries.set(settled.address, settled.entry);
  }
  world.base = { ...world.base, entries };
  const edits = new Map(
    editsOf(pulled.proposals).map((edit) => [edit.file, edit.kind === 'delete' ? '' : edit.text] as const),
  );
  return { shared: edits.get(FILE) ?? texts.shared, overlay: edits.get(OVERLAY + FILE) ?? texts.overlay };
}

const words = fc.constantFrom('one', 'two', 'three');
const number = fc.integer({ min: 0, max: 9 });
const position = { x: number, y: number };
const some = { requiredKeys: [] };
const description = fc.option(words);
const shared = fc.record(
  { name: words, description, coordinates: fc.record(position) },
  { requiredKeys: ['name', 'coordinates'] },
);
const overlay = fc.record({ name: words, description, coordinates: fc.record(position, some) }, some);
const edit = fc.record({ name: words, description, coordinates: fc.record(position) }, some);

const fieldsFor = (target: string, texts: Texts): JsonObject =>
  checked(target, texts).broadcast.entities.get('places/stage')!.fields;

describe('a pull into a document of two files', () => {
  it('changes the file that has the value: nothing is left to plan, and the other targets keep their values', () => {
    fc.assert(
      fc.property(shared, overlay, edit, (below, above, edited) => {
        fc.pre(Object.keys(above).length > 0);
        const data = { below: below as JsonObject, above: above as JsonObject };
        const before = { shared: stringify(data.below), overlay: stringify(data.above) };
        const world = new World();
        const laid = { [FILE]: stringify(layData(data.below, data.above)) };
        world.sync(laid, { choices: { ours: true } });
        world.edit(world.only('place').id, edited as JsonObject);

        const after = pull(world, before);
        expect(makePlan(inputOf(world, after)).changes).toEqual([]);
        const now = fieldsFor('test', after);
        for (const [name, value] of Object.entries(edited)) {
          // A field that no file mentions is not managed, and not pulled.
          const isManaged = Object.hasOwn(below, name) || Object.hasOwn(above, name);
          if (isManaged) expect(now[name] ?? null).toEqual(value);
        }
        const [was, is] = [fieldsFor('production', before), fieldsFor('production', after)];
        for (const name of ['name', 'description'] as const) {
          if (Object.hasOwn(above, name)) expect(is[name]).toEqual(was[name]);
        }
        const own = (above.coordinates ?? {}) as Record<string, Json>;
        for (const axis of Object.keys(own)) {
          expect((is['coordinates'] as JsonObject)[axis]).toEqual((was['coordinates'] as JsonObject)[axis]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
