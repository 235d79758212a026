import { expect, it } from 'vitest';
import type { BuildWorld } from '../../../src/render/remember/world.ts';
import { memoryBlocks, packBlock, type Fact } from '../../../src/render/remember/remembered-block.ts';
import { recallFrom } from '../../../src/render/remember/recall.ts';
import { answerDigest } from '../../../src/site/answer-digest.ts';
import { digestOf } from '../../../src/values/site-file.ts';
import { createTemplates } from '../../../src/render/templates/templates.ts';
import { siteOf } from '../../site/harbour-site.ts';

const START = '2027-06-01T12:00:00Z';
const NOW = Date.parse(START);

const world = (): BuildWorld => ({
  site: siteOf({ 'places/quay.yaml': 'name: Quay\n' }, { now: START }),
  head: {} as BuildWorld['head'],
  published: new Map(),
  templates: createTemplates({ folders: [] }),
  ownStrings: new Map(),
});

const TRUE: Fact = [['has', 'place'], 'true'];
const FALSE: Fact = [['has', 'place'], 'false'];

/** A block of files that depend on one fact each. */
const blockOf = (facts: readonly Fact[]) =>
  packBlock(
    {
      facts,
      files: facts.map((_, index) => ({
        path: `${index}.html`,
        about: answerDigest([index]),
        facts: [index],
        digest: digestOf(Buffer.from('text')),
        bytes: 4,
      })),
    },
    facts.map(() => 'text'),
  );

it('finds a file only if it is about the same, and every answer is the same', () => {
  const store = memoryBlocks();
  store.add('scope', [blockOf([TRUE, FALSE])]);
  const recall = recallFrom(store, 'scope', world());
  expect(Buffer.from(recall.find({ path: '0.html', about: [0] })!.text()!).toString()).toBe('text');
  expect(recall.find({ path: '0.html', about: [7] })).toBeUndefined();
  expect(recall.find({ path: '1.html', about: [1] })).toBeUndefined();
  expect(recall.find({ path: '0.html', about: [() => 1] })).toBeUndefined();
  expect(recallFrom(store, 'other', world()).find({ path: '0.html', about: [0] })).toBeUndefined();
});

it('tells the clock of an instant only if a file that depends on it is used', () => {
  const store = memoryBlocks();
  store.add('scope', [blockOf([[['hasCome', NOW + 5], 'false']])]);
  const around = world();
  const file = recallFrom(store, 'scope', around).find({ path: '0.html', about: [0] })!;
  expect(around.site.clock.nextChange).not.toBe(NOW + 5);
  file.use();
  expect(around.site.clock.nextChange).toBe(NOW + 5);
});

it('lets a block age if most of its files are outdated', () => {
  const store = memoryBlocks();
  const [dense, sparse] = [blockOf([TRUE, FALSE]), blockOf([TRUE, FALSE, FALSE, FALSE, FALSE])];
  for (const block of [dense, sparse]) {
    store.blocks.clear();
    store.add('scope', [block]);
    const recall = recallFrom(store, 'scope', world());
    recall.find({ path: '0.html', about: [0] })!.use();
    expect(recall.used()).toEqual(block === dense ? [dense.name] : []);
  }
});
