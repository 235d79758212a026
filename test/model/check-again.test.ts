import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { assembleContent, readContent } from '../../src/content/read-content.ts';
import { readFile, type FileReading } from '../../src/content/read-file.ts';
import { checkContent, createChecker, type Checked } from '../../src/model/check-content.ts';

const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en'] } as const;

type Files = Readonly<Record<string, string>>;

/** Reads only the files that changed, as a watcher does, and checks everything. */
class Watcher {
  readonly #checker = createChecker(SETTINGS);
  #readings = new Map<string, { readonly text: string; readonly reading: FileReading }>();

  check(files: Files): Checked {
    const disk = memoryFiles(files);
    const read = disk.entries().map((entry) => {
      const [text, before] = [files[entry.path]!, this.#readings.get(entry.path)];
      return before?.text === text ? before : { text, reading: readFile(disk, entry, '') };
    });
    this.#readings = new Map(read.map((each) => [each.reading.path, each]));
    return this.#checker.check(
      assembleContent(
        read.map(({ reading }) => reading),
        { prefix: '' },
      ),
    );
  }
}

const event = (line: string): string => `title: A\nstart_time: 2027-06-18T20:30\nend_time: 2027-06-18T22:00\n${line}\n`;

const FILES = {
  'broadcast.yaml': 'name: Harbour\n',
  'places/quay.yaml': 'name: Quay\n',
  'events/a.yaml': event('place_id: places/quay'),
};

describe('content that is checked again after a change', () => {
  it('has the same entities for the files that did not change', () => {
    const watcher = new Watcher();
    const before = watcher.check(FILES).broadcast.entities;
    const after = watcher.check({ ...FILES, 'places/quay.yaml': 'name: Old quay\n' }).broadcast.entities;
    expect(after.get('events/a')).toBe(before.get('events/a'));
    expect(after.get('places/quay')!.fields).toEqual({ name: 'Old quay' });
  });

  it('has the same problems and entities as a fresh check, after any changes', () => {
    const versions: Readonly<Record<string, readonly (string | undefined)[]>> = {
      'broadcast.yaml': ['name: Harbour\n', undefined, 'name: 7\n'],
      'places/quay.yaml': [
        'name: Quay\n',
        undefined,
        'name: [\n',
        'name: Quay\ncoordinates: {x: 1, y: 2}\n$map: maps/m\n',
      ],
      'maps/m.yaml': [undefined, 'title: M\n'],
      'media/a.svg': [undefined, '<svg/>'],
      'events/a.yaml': [event('place_id: places/quay'), event('place_id: places/qay'), event('titel: B'), undefined],
      'events/b.yaml': [event('description: B'), undefined],
      'articles/c.md': ['---\ntitle: C\n---\n![x](media/a.svg)\n', '---\ntitle: C\n---\nText\n', undefined],
      'articles/c.en.md': [undefined, '---\ntitle: D\n---\nText\n'],
    };
    const files = fc
      .record(Object.fromEntries(Object.entries(versions).map(([path, texts]) => [path, fc.constantFrom(...texts)])))
      .map((all) =>
        Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      );
    fc.assert(
      fc.property(fc.array(files, { minLength: 2, maxLength: 6 }), (history) => {
        const watcher = new Watcher();
        for (const present of history) {
          const again = watcher.check(present);
          const fresh = checkContent(readContent(memoryFiles(present), { prefix: '' }), SETTINGS);
          expect(again.diagnostics).toEqual(fresh.diagnostics);
          expect([...again.broadcast.entities].map(inWords)).toEqual([...fresh.broadcast.entities].map(inWords));
        }
      }),
      { numRuns: 50 },
    );
  });
});

const inWords = ([address, { fields, pointers }]: [string, { fields: object; pointers: readonly object[] }]) =>
  JSON.stringify([address, fields, pointers]);
