import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';

const CONFLICT = '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n';

const read = (path: string, text: string) => readContent(memoryFiles({ [path]: text }), { prefix: '' });

describe('a merge conflict left by git', () => {
  it.each([
    ['in a YAML file', 'events/a.yaml', `title: A\n${CONFLICT}`, 2],
    ['in front matter', 'articles/a.md', `---\n${CONFLICT}---\nText\n`, 2],
    ['in a Markdown text', 'articles/a.md', `---\ntitle: A\n---\nText\n\n${CONFLICT}`, 6],
    ['with Windows line ends', 'events/a.yaml', `title: A\n${CONFLICT}`.replaceAll('\n', '\r\n'), 2],
    ['with the common ancestor', 'events/a.yaml', CONFLICT.replace('=======', '||||||| base\nNone.\n======='), 1],
  ])('%s is one problem, at its first marker, and the document does not count as deleted', (_, path, text, line) => {
    const { documents, unreadable, diagnostics } = read(path, text);
    expect(diagnostics).toMatchObject([{ code: 'conflict-marker', at: { line, column: 1, lineText: '<<<<<<< HEAD' } }]);
    expect([documents.length, unreadable.length]).toEqual([0, 1]);
  });

  it.each([
    ['marks without their end', `---\ntitle: A\n---\n<<<<<<< HEAD\n=======\n`],
    ['a line of equals signs', `---\ntitle: A\n---\nHeading\n=======\n>>>>>>> quoted\n`],
  ])('is not %s', (_, text) => {
    expect(read('articles/a.md', text)).toMatchObject({ diagnostics: [], documents: [{ address: 'articles/a' }] });
  });
});
