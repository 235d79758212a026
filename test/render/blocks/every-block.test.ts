import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES, FORMATS, type BlockType } from '../../../src/kinds/shapes/block.ts';
import { buildFiles } from '../build-harness.ts';
import { all, one, readTree } from '../html-tree.ts';
import { DRAWING, pageOf } from './block-page.ts';

const HOSTILE = `"><script>alert(1)</script>'&`;

/** An entry of each type with hostile texts. */
const ENTRIES: Readonly<Record<BlockType, object>> = {
  title: { text: HOSTILE },
  paragraph: { text: HOSTILE },
  media: { media: { url: 'media/a.svg', alt: HOSTILE } },
  embed: { url: 'https://video.example/', title: HOSTILE },
  button: { label: HOSTILE, navigator: { nativeContent: 'program' } },
  question: { question: HOSTILE, answers: [{ label: HOSTILE, text: HOSTILE }] },
  divider: {},
  sessions: { broadcastSessionId: 'sessions/a' },
  hosts: { broadcastHostId: 'hosts/a' },
  interestPoints: { broadcastInterestPointId: 'interest-points/a' },
  articles: { broadcastArticleId: 'articles/a' },
  countdown: { date: '2027-06-18T18:32:00+02:00', label: HOSTILE },
  section: { title: HOSTILE, blocks: [{ type: 'title', values: [{ text: HOSTILE }] }] },
  socials: { network: HOSTILE, url: 'https://mastodon.example/@a' },
  meteo: { label: HOSTILE, latitude: 1, longitude: 2 },
  map: { broadcastMapId: 'maps/a' },
};

const titled = JSON.stringify({ title: HOSTILE, status: 'published', description: HOSTILE, media: 'media/a.svg' });
const files = {
  'media/a.svg': DRAWING,
  'hosts/a.yaml': titled,
  'maps/a.yaml': titled,
  'interest-points/a.yaml': JSON.stringify({ ...JSON.parse(titled), mapId: 'maps/a', coordinates: { x: 1, y: 1 } }),
  'sessions/a.yaml': JSON.stringify({
    ...JSON.parse(titled),
    time: { start: '2027-06-18T10:00:00+02:00', end: '2027-06-18T11:00:00+02:00' },
  }),
  'articles/a.md': `---\ntitle: ${JSON.stringify(HOSTILE)}\nstatus: published\n---\nText\n`,
};

const TESTS = readdirSync(import.meta.dirname).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));

describe.each(BLOCK_TYPES)('a block of type %s', (type) => {
  it('has a template and its own tests', () => {
    expect(existsSync(join(import.meta.dirname, `../../../templates/blocks/${type}.eta`))).toBe(true);
    // By its name, or as an entry in the table of lists.
    const own = new RegExp(`describe\\('the ${type} block'|type: '${type}',\\s+pointer:`);
    expect(TESTS.some((text) => own.test(text))).toBe(true);
  });

  it('is valid HTML that runs nothing, in every format and with any texts', async () => {
    const values = [ENTRIES[type], ENTRIES[type]];
    const inFormats = FORMATS.map((format) => ({ type, format, key: HOSTILE, height: 200, values }));
    const { blocks, diagnostics } = await pageOf(inFormats, { files });
    expect(diagnostics.filter(({ code }) => code !== 'text-removed')).toEqual([]);
    expect(all(blocks, 'script')).toEqual([]);
    expect(JSON.stringify(blocks)).not.toMatch(/undefined|\[object|NaN/);
    expect(all(blocks, type === 'divider' ? 'hr' : '[class]').length).toBeGreaterThanOrEqual(FORMATS.length);
  });
});

it('blocks without entries do not fail', async () => {
  const empty = BLOCK_TYPES.flatMap((type) => [{ type }, { type, values: null }, { type, values: [] }]);
  const { diagnostics } = await pageOf(empty);
  expect(diagnostics).toEqual([]);
});

it('the gallery shows every type, in every format that makes a difference', async () => {
  const { output } = await buildFiles(files, { gallery: true });
  const gallery = one(readTree(output.get('gallery/index.html')!), 'main');
  const shown = all(gallery, '.sample-title').map(({ attributes }) => attributes['id']!);
  expect(BLOCK_TYPES.filter((type) => !shown.some((id) => id === type || id.startsWith(`${type}-`)))).toEqual([]);
  for (const type of ['media', 'sessions', 'hosts', 'interestPoints', 'articles']) {
    expect(shown.filter((id) => id.startsWith(`${type}-`))).toEqual(FORMATS.map((format) => `${type}-${format}`));
  }
});
