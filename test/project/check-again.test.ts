import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { readFile } from '../../src/content/read-file.ts';
import { readLayer } from '../../src/content/target-content.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Broadcast } from '../../src/model/broadcast.ts';
import { checkTargets } from '../../src/model/check-content.ts';
import { checkAgain, type StampedFiles } from '../../src/project/check/check-again.ts';
import { NOTHING_SETTLED, type Settled } from '../../src/project/check/check-memory.ts';
import { inspectMedia } from '../../src/render/images/inspect-media.ts';
import { runs } from '../seed.ts';

const TARGETS = ['staging', 'production'];
const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en'], targets: TARGETS } as const;

type Files = Readonly<Record<string, string>>;

const mediaProblems =
  (files: Files) =>
  (read: Broadcast): readonly Diagnostic[] =>
    inspectMedia(read, { readMedia: (name) => Buffer.from(files[name] ?? '') });

/** Everything is read. */
function checkAll(files: Files): { readonly documents: number; readonly diagnostics: readonly Diagnostic[] } {
  const shared = readLayer({ files: memoryFiles(files), prefix: 'content/' });
  const checked = checkTargets({ prefix: 'content/', targets: TARGETS, shared, overlays: new Map() }, SETTINGS);
  const inMedia = checked.read.flatMap(mediaProblems(files));
  return { documents: checked.documents, diagnostics: [...checked.diagnostics, ...inMedia] };
}

/** A project that is checked after each of its changes, with what the check before remembers. */
class Remembering {
  #settled: Settled = NOTHING_SETTLED;
  /** The paths that the last check read. */
  read: readonly string[] = [];

  async check(files: Files, { unsettled = [] }: { readonly unsettled?: readonly string[] } = {}) {
    const disk = memoryFiles(files);
    this.read = [];
    const stamped: StampedFiles = {
      prefix: 'content/',
      paths: Object.keys(files).toSorted(),
      stampOf: (path) => (unsettled.includes(path) ? undefined : files[path]),
      read: (paths) => {
        this.read = [...this.read, ...paths];
        return paths.map((path) => readFile(disk, disk.entry(path)!, 'content/'));
      },
    };
    const checks = {
      targets: TARGETS,
      settings: SETTINGS,
      checkMedia: async (read: Broadcast) => mediaProblems(files)(read),
    };
    const checked = await checkAgain(stamped, this.#settled, checks);
    const settled = checked?.settle();
    if (settled) this.#settled = JSON.parse(JSON.stringify(settled)) as Settled;
    return checked && { documents: checked.documents, diagnostics: checked.diagnostics };
  }
}

const event = (line: string, hour = 20, title = 'A'): string =>
  `title: ${title}\nstart_time: 2027-06-18T${hour}:30\nend_time: 2027-06-18T${hour + 2}:00\n${line}\n`;
const session = (line: string, hour = 10): string =>
  `title: S${hour}\nstatus: published\ntime: { start: "2027-06-18T${hour}:00:00Z", end: "2027-06-18T${hour + 1}:00:00Z" }\n${line}\n`;
const article = (text: string, front = 'title: C'): string => `---\n${front}\n---\n${text}\n`;

const SOUND: Files = {
  'broadcast.yaml': 'name: Harbour\n',
  'places/quay.yaml': 'name: Quay\n',
  'places/lawn.yaml': 'name: Lawn\n',
  'events/a.yaml': event('place_id: places/quay'),
  'events/b.yaml': event('place_id: places/quay', 15, 'B'),
};

/** For each file, texts in which every rule between documents has something to find, and something to lose. */
const VERSIONS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'broadcast.yaml': ['name: Harbour\n', undefined, 'name: 7\n'],
  'places/quay.yaml': [
    'name: Quay\n',
    undefined,
    'name: [\n',
    'name: Quay\ncoordinates: {x: 1, y: 2}\n$map: maps/m\n',
    'name: Quay\n$id: 64b7c0ffee64b7c0ffee0001\n',
    'name: Quay\n$example: true\n',
    'name: Quay\n$targets: [staging]\n',
    'name: Quay\n$slug: lawn\n',
    'name: Quay\n$aliases: [places/lawn, /2019/quay, /?p=1]\n',
  ],
  'places/lawn.yaml': [
    'name: Lawn\n',
    'name: Quay\n',
    'name: Lawn\n$aliases: [/2019/Quay/, /places/quay/]\n',
    undefined,
    'name: Lawn\n$id: 64b7c0ffee64b7c0ffee0001\n',
    'name: Lawn\ncoordinates: {x: 900, y: 2}\n',
  ],
  'places/Lawn.yaml': [undefined, undefined, 'name: Other lawn\n'],
  'Places/lawn.yaml': [undefined, undefined, 'name: Other lawn\n'],
  'places/lawm.yaml': [undefined, 'name: Lawm\n'],
  'places/bow.yaml': [undefined, 'name: Bow\n$slug: quay\n'],
  'maps/m.yaml': [
    undefined,
    'title: M\nstatus: published\nwidth: 100\nheight: 100\nmedia: { type: image, url: media/a.svg }\n',
    'title: M\nstatus: published\nwidth: 1\nheight: 1\nmedia: { type: image, url: media/a.svg }\n',
  ],
  'media/a.svg': [
    undefined,
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'not a picture',
    '<svg><script>x</script></svg>',
  ],
  'events/a.yaml': [
    event('place_id: places/quay'),
    event('place_id: places/law'),
    event('titel: B'),
    undefined,
    event('place_id: places/lawn\n$cancelled: true'),
    event('$hosts: [hosts/h]'),
  ],
  'events/a.md': [undefined, undefined, article('Text')],
  'events/b.yaml': [
    event('place_id: places/quay', 15, 'B'),
    event('place_id: places/quay', 21, 'B'),
    event('place_id: places/quay'),
    undefined,
    event('place_id: places/lawn', 21, 'B'),
  ],
  'events/c.yaml': [event('place_id: places/quay', 19, 'C'), undefined, event('place_id: lawn', 12, 'C'), '\0'],
  'events/far.yaml': [undefined, event('place_id: places/lawn', 12, 'F').replaceAll('2027', '2072')],
  'hosts/h.yaml': ['title: H\nstatus: published\n', undefined, 'title: H\n'],
  'media/a.yaml': [undefined, 'alt: A\n', 'alt: ""\n'],
  'sessions/s.yaml': [undefined, session('hostIds: [hosts/h]')],
  'sessions/t.yaml': [undefined, session('hostIds: [hosts/h]', 11), session('hostIds: [hosts/h]')],
  'articles/c.md': [
    article('![x](media/a.svg)'),
    article('# One\n\nText'),
    article('[d](articles/d#two) [p](/places/quay/)'),
    article('Text', 'title: C\n$slug: d'),
    article('![](media/a.svg) [d](articles/d)', 'title: C\nstatus: published\npublished_at: 2027-01-01'),
    undefined,
  ],
  'articles/c.en.md': [undefined, article('Text', 'title: D'), article('[x](places/lawn.yaml)', 'titel: D'), '\xff'],
  'articles/d.md': [
    article('Text', 'title: C\nstatus: published\npublished_at: 2027-01-03'),
    article('# Two', 'title: D'),
    article('[c](c.md#one)', 'title: D'),
    undefined,
  ],
  'notes.txt': [undefined, 'x'],
};

const versions = fc
  .record(Object.fromEntries(Object.entries(VERSIONS).map(([path, texts]) => [path, fc.constantFrom(...texts)])))
  .map((all) =>
    Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );

/** A few files at a time take another version, as edits do. */
const edits = fc.array(fc.tuple(versions, fc.subarray(Object.keys(VERSIONS), { maxLength: 3 })), {
  minLength: 1,
  maxLength: 6,
});

function edited(files: Files, [others, paths]: readonly [Files, readonly string[]]): Files {
  const changed = paths.flatMap((path) => (others[path] === undefined ? [] : [[path, others[path]] as const]));
  return {
    ...Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path))),
    ...Object.fromEntries(changed),
  };
}

describe('a check that remembers the last one', { timeout: 1_800_000 }, () => {
  it('reads only the documents that changed', async () => {
    const project = new Remembering();
    await project.check(SOUND);
    await project.check({ ...SOUND, 'events/b.yaml': event('place_id: places/lawn', 20, 'B') });
    expect(project.read).toEqual(['events/b.yaml']);
  });

  it('reads the documents that the changed ones are compared with', async () => {
    const project = new Remembering();
    await project.check(SOUND);
    const files = { ...SOUND, 'events/b.yaml': event('place_id: places/quay', 21, 'B') };
    const { diagnostics } = (await project.check(files))!;
    expect(diagnostics.map(({ code }) => code)).toEqual(['double-booked-place']);
    expect(project.read).toEqual(['events/b.yaml', 'events/a.yaml']);
  });

  it('reads documents with problems each time', async () => {
    const project = new Remembering();
    const files = { ...SOUND, 'events/a.yaml': event('titel: A') };
    const problems = [await project.check(files), await project.check(files)].map((each) => each!.diagnostics);
    expect(project.read).toEqual(['events/a.yaml']);
    expect(problems[1]).toEqual(problems[0]);
  });

  it('finds the same problems as a check of everything, after any edits', async () => {
    let [compared, left] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        versions,
        edits,
        fc.subarray(Object.keys(VERSIONS), { maxLength: 3 }),
        async (start, history, unsettled) => {
          const project = new Remembering();
          let files: Files = start;
          for (const edit of [undefined, ...history]) {
            if (edit) files = edited(files, edit);
            const again = await project.check(files, { unsettled });
            if (!again) continue;
            expect(again).toEqual(checkAll(files));
            compared += 1;
            left += Object.keys(files).length - project.read.length;
          }
        },
      ),
      { numRuns: runs({ test: 60, proof: 1000 }) },
    );
    // A property that reads everything would hold for any memory.
    expect(left / compared).toBeGreaterThan(2);
  });
});
