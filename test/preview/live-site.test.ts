import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryFiles, type ContentFiles } from '../../src/content/files.ts';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import { LiveSite } from '../../src/preview/live-site.ts';
import { Engine, type Touched } from '../../src/preview/preview-engine.ts';
import { diskFolder, memoryFolder } from '../../src/render/templates/template-folder.ts';
import { SETTINGS } from './small-festival.ts';

const TEMPLATES = diskFolder(join(import.meta.dirname, '../../templates'));
const START = Date.parse('2027-06-01T12:00:00Z');
const HOUR = 3_600_000;

/** A site that follows files in memory. */
async function follow(texts: Readonly<Record<string, string>>, templates: Readonly<Record<string, string>> = {}) {
  let files = memoryFiles(texts);
  const clock = { now: START };
  const shared: ContentFiles = {
    entries: () => files.entries(),
    entry: (path) => files.entry(path),
    read: (path) => files.read(path),
  };
  const open = (now: number) =>
    Engine.open({
      shared: { files: shared, prefix: '' },
      settings: SETTINGS,
      templateFolders: [memoryFolder(templates), TEMPLATES],
      now,
    });
  const live = await LiveSite.open(
    { open, timezone: () => SETTINGS.timezone, clock: () => clock.now, stateOf: () => 'unknown' },
    { status: 'off', target: '', notices: [] },
  );
  onTestFinished(() => live.close());
  let current = texts;
  return {
    live,
    clock,
    /** An empty text removes the file. */
    save(changed: Readonly<Record<string, string>>, isSuperseded?: () => boolean): ReturnType<LiveSite['touch']> {
      current = Object.fromEntries(Object.entries({ ...current, ...changed }).filter(([, text]) => text !== ''));
      files = memoryFiles(current);
      return live.touch({ content: Object.keys(changed) } satisfies Touched, Object.keys(changed), isSuperseded);
    },
    errors: () => live.problems.filter(isError).map(({ message }) => message),
  };
}

describe('checks that a newer save interrupts', () => {
  const places = Object.fromEntries(
    Array.from({ length: 2100 }, (_, index) => [`places/place-${index}.yaml`, `name: Place ${index}\n`]),
  );
  const EVENT =
    'title: Opening\nstart_time: 2027-06-18T18:00:00Z\nend_time: 2027-06-18T20:00:00Z\nplace_id: places/quay\n';
  const QUAY = 'name: Quay\n';
  const texts = { 'broadcast.yaml': 'name: Harbour\n', 'places/quay.yaml': QUAY, ...places };

  it('are made after it, even if it changes nothing, and believe nothing from before', async () => {
    const { live, save, errors } = await follow(texts);
    const gone = { 'places/quay.yaml': '', 'events/opening.yaml': EVENT };
    await save(gone, () => true);
    expect([live.engine.isChecked, errors()]).toEqual([false, []]);
    expect(await save({ 'broadcast.yaml': 'name: Harbour\n' })).toMatchObject({ isOther: false });
    expect([live.engine.isChecked, errors()]).toEqual([true, [expect.stringContaining('places/quay')]]);
    await save({ 'places/quay.yaml': QUAY });
    expect(errors()).toEqual([]);

    await save({ 'places/quay.yaml': '', 'events/opening.yaml': `${EVENT}#` }, () => true);
    await save({ 'places/quay.yaml': QUAY });
    expect([live.engine.isChecked, errors()]).toEqual([true, []]);
  });
});

const CONTENT = { 'broadcast.yaml': 'name: Harbour\n', 'places/quay.yaml': 'name: Quay\n' };

describe('the problems of pages that nobody has opened', () => {
  const FAILS = { 'pages/place.eta': '<% if (it.page.seo.siteName === "Harbour") nowhere() %>' };

  it('are found after a save that came before they were', async () => {
    const articles = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `articles/article-${index}.md`,
        `---\ntitle: Article ${index}\nstatus: published\n---\nText.\n`,
      ]),
    );
    const { save, errors } = await follow({ ...CONTENT, ...articles }, FAILS);
    await save({ 'articles/article-50.md': '' });
    expect(errors()).toEqual([]);
    await expect.poll(errors).toEqual(['nowhere is not defined']);
  });

  it('are gone as soon as another document no longer causes them', async () => {
    const { save, errors } = await follow(CONTENT, FAILS);
    await expect.poll(errors).toEqual(['nowhere is not defined']);
    await save({ 'broadcast.yaml': 'name: Port\n' });
    await expect.poll(errors).toEqual([]);
  });
});

describe('a page that is opened after a save', () => {
  it('changes when it would by itself', async () => {
    const start = new Date(START + HOUR).toISOString();
    const end = new Date(START + 3 * HOUR).toISOString();
    const { live, save, clock } = await follow({
      ...CONTENT,
      'events/opening.yaml': `title: Opening\nstart_time: ${start}\nend_time: ${end}\n`,
    });
    await save({ 'places/quay.yaml': 'name: The quay\n' });
    clock.now = START + 2 * HOUR;
    const before = live.revision;
    live.file('index.html');
    await expect.poll(() => live.revision).toBeGreaterThan(before);
    expect(live.engine.now).toBe(clock.now);
  });
});
