import { describe, expect, it } from 'vitest';
import { editParts } from '../../src/content/edit/edit-parts.ts';
import { memoryFiles } from '../../src/content/files.ts';
import { readFile } from '../../src/content/read-file.ts';
import { valueAt, type Path } from '../../src/values/json.ts';

/** The file after every `old` in the value at the path, or in the body, became `new`. */
function edited(path: string, text: string, at: Path | undefined): string {
  const files = memoryFiles({ [path]: text });
  const file = readFile(files, files.entry(path)!, '').document!;
  const value = at === undefined ? file.body!.text : (valueAt(file.data, at) as string);
  const parts = [...value.matchAll(/old/g)].map(({ index }) => ({
    path: at,
    start: index,
    end: index + 3,
    text: 'new',
  }));
  return editParts(file, parts);
}

describe('a part of a value', () => {
  it.each([
    ['a plain text', 'title: old # old\n'],
    ['quotes', `title: 'it''s old' # old\n`],
    ['a folded text', 'title: >-\n  a line\n  old and old\n\n  end\n# old\n'],
    ['a text over several lines', 'title: a\n  line old\n  b\n'],
    ['CRLF and a byte order mark', '\uFEFF# old\r\ntitle: old\r\nstatus: old\r\n'],
    ['no line break at the end', 'title: old'],
  ])('is replaced in %s, and nothing else changes', (_, text) => {
    const after = edited('pages/a.yaml', text, ['title']);
    expect(after.length).toBe(text.length);
    expect(edited('pages/a.yaml', after.replaceAll('new', 'old'), ['title'])).toBe(after);
    expect(after.split('new').length).toBe(text.includes('old and old') ? 3 : 2);
    expect(after.includes('#') ? after : '# old').toContain('# old');
  });

  it('is replaced by setting the whole value, if the file writes it with escapes', () => {
    expect(edited('pages/a.yaml', 'title: "\\x6fld words" # why\n', ['title'])).toBe('title: "new words" # why\n');
  });
});

describe('a part of a body', () => {
  it('is replaced at its place, whatever the line breaks before it', () => {
    const text = '---\r\ntitle: old\r\n---\r\nfirst\r\nsecond\nold\r\nold\r\n';
    expect(edited('articles/a.md', text, undefined)).toBe(text.replace('old\r\nold\r\n', 'new\r\nnew\r\n'));
  });
});
