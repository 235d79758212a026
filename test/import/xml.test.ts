import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { readXml } from '../../src/import/xml.ts';
import { sourceOf } from './reading.ts';

const read = (text: string) => readXml(sourceOf({ 'export.xml': text }).files[0]!);

const refusalOf = async (text: string): Promise<UserError> => {
  const error = await read(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, and got ${String(error)}`);
  return error;
};

describe('XML', () => {
  it('has the text, the attributes and the position of each element', async () => {
    const root = await read(
      '<?xml version="1.0"?>\n<a>\n  <wp:b id="1 &amp; 2">😀 <![CDATA[<i>]]> &#x41;<c>d</c></wp:b>\n</a>\n',
    );
    expect(root.children).toHaveLength(1);
    const [b] = root.children;
    expect(b).toMatchObject({ name: 'wp:b', attributes: { id: '1 & 2' }, children: [{ name: 'c' }] });
    expect(b!.text()).toBe('😀 <i> Ad');
    expect(b!.span()).toMatchObject({ file: 'export.xml', line: 3, column: 3 });
  });

  it('replaces invisible characters that XML forbids by spaces', async () => {
    expect((await read('<a>one\u000btwo</a>')).text()).toBe('one two');
  });

  it.each([
    ['declared', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a/>', 'declares entities', 1, 1],
    ['declared and used', '<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', 'the entity &x;', 2, 4],
    ['not declared', '<a>\n&nbsp;</a>', 'the entity &nbsp;', 2, 1],
  ])('refuses entities that are %s', async (_, text, reason, line, column) => {
    const error = await refusalOf(text);
    expect(error.message).toContain(reason);
    expect(error.diagnostics).toMatchObject([{ at: { line, column } }]);
  });

  it('ignores a document type without declarations', async () => {
    expect((await read('<!DOCTYPE a><a>b</a>')).text()).toBe('b');
  });

  it.each([
    ['an empty file', '', 'root element is missing', 1, 1],
    ['a file that was cut off', '<a>😀\n😀<b>', 'missing end tag for element b', 2, 6],
    ['a picture', '\u0089PNG\r\n\u0000', 'root element is missing', 1, 1],
    ['elements that are nested too deeply', '<a>'.repeat(300) + '</a>'.repeat(300), 'nested more than 200', 1, 604],
    ['elements that are nested far too deeply', '<a>'.repeat(100_000), 'nested more than 200', 1, 1],
  ])('refuses %s with a sentence and its position', async (_, text, reason, line, column) => {
    const error = await refusalOf(text);
    expect(error.message).toMatch(/^export\.xml cannot be read as XML: /);
    expect(error.message).toContain(reason);
    expect(error.suggestion).toBeDefined();
    expect(error.diagnostics).toMatchObject([{ code: 'import-value', at: { line, column } }]);
  });
});
