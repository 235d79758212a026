import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidy } from '../../src/render/tidy.ts';
import { runs } from '../seed.ts';

describe('tidy', () => {
  it('removes lines without a character, and those with spaces only', () => {
    expect(tidy('\n<p>one\n \t\u00a0\n\n  two</p>\n\n</body>\n')).toBe('<p>one\n  two</p>\n</body>\n');
  });

  it('keeps every line of code', () => {
    const code = '<pre class="code">one\n\n  two\n</pre>';
    expect(tidy(`<div>\n\n${code}\n\n</div>`)).toBe(`<div>\n${code}</div>\n`);
  });

  it('does not take other elements for code, nor code that never ends', () => {
    expect(tidy('<preview>\n\n</preview>\n<pre>\n\n')).toBe('<preview>\n</preview>\n<pre>\n');
  });

  it('is the same as looking at every line of the parts around code', () => {
    const piece = fc.constantFrom(
      '\n',
      '\n',
      ' ',
      '\t',
      '\u00a0',
      '\u2028',
      'a',
      'é',
      '<p>',
      '<pre>',
      '<pre ',
      '<prex',
      '</pre>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        expect(tidy(html)).toBe(lineByLine(html));
      }),
      { numRuns: runs({ test: 1000, proof: 50_000 }) },
    );
  });
});

function lineByLine(html: string): string {
  const parts = html.split(/(<pre[\s>][^]*?<\/pre>)/).map((part, index) => {
    const lines = part.split('\n');
    const shown = lines.slice(0, -1).flatMap((line) => (line.trim() === '' ? [] : [`${line}\n`]));
    return index % 2 === 1 ? part : shown.join('') + lines.at(-1)!;
  });
  return `${parts.join('').trim()}\n`;
}
