import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskFiles, memoryFiles } from '../../src/content/files.ts';
import { inReadingOrder } from '../../src/diagnostics/diagnostic.ts';
import { check, checkFiles, problems } from './harbour.ts';

/** Nearly all of them have problems, alone or with others. */
const files: Readonly<Record<string, string>> = {
  'broadcast.yaml': 'name: A\nmenu: {}\ntheme: {accentColor: "#fff", backgroundColor: "#fff"}\n',
  'articles/a.md': '---\ntitle: A\ncover_image_url: media/x.svg\n---\n![](media/y.svg)\n',
  'articles/a.yaml': 'title: B\n',
  'articles/b.en.md': 'Text',
  'events/a.yaml': 'title: 5\nstart_time: x\n',
  'events/b.yaml': 'titel: A\nplace_id: places/x\nplace_id: places/y\n',
  'hosts/a.yaml': 'title: A\n',
  'hosts/b.yaml': 'title: A\nfoo: 1\nbar: 2\n',
  'pages/a.yaml': 'title: A\n$slug: b\n$id: "1"\n',
  'pages/b.yaml': 'title: A\n$id: "1"\n',
  'media/A.svg': '<svg/>',
  'media/a.svg': '<svg/>',
  'x/y.yaml': 'z',
};

describe('diagnostics', () => {
  it('come in reading order: by file, then by position', () => {
    const found = problems(files);
    expect(found.length).toBeGreaterThan(15);
    expect(found).toEqual(inReadingOrder(found));
    const places = found.map(({ at }) => [at.file, at.line, at.column] as const);
    for (const [index, [file, line, column]] of places.entries()) {
      const [before, lineBefore, columnBefore] = places[index - 1] ?? ['', 0, 0];
      expect(
        before < file || (before === file && (lineBefore < line || (lineBefore === line && columnBefore <= column))),
      ).toBe(true);
    }
  });

  it('do not depend on the order in which files are listed', () => {
    const expected = check(files);
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(files), { minLength: Object.keys(files).length }), (order) => {
        const shuffled = memoryFiles(Object.fromEntries(order.map((path) => [path, files[path]!])));
        const { diagnostics, broadcast } = checkFiles(shuffled);
        expect(diagnostics).toEqual(expected.diagnostics);
        expect([...broadcast.entities.keys()]).toEqual([...expected.broadcast.entities.keys()]);
      }),
      { numRuns: 30 },
    );
  });

  it('include those of the reader', () => {
    expect(problems({ 'x/a.yaml': 'a: 1' })).toMatchObject([{ code: 'unknown-folder' }]);
  });
});

it('the festival of this repository has no errors', () => {
  const { diagnostics } = checkFiles(diskFiles(join(import.meta.dirname, '../../content')));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});
