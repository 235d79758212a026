import { describe, expect, it } from 'vitest';
import { isHtmlText } from '../../src/markdown/html-parts.ts';
import { plainLines, plainText } from '../../src/markdown/reading.ts';

describe('the plain form of a text', () => {
  it.each([
    ['Trains **stop** at [the gate](places/gate).', 'Trains stop at the gate.'],
    ['See [the ref][r] and [r].\n\n[r]: https://a.example', 'See the ref and r.'],
    ['![A bridge](media/a.png)\n\nTrains', 'Trains'],
    ['![A bridge](media/a.png)', 'A bridge'],
    ['<p>One &amp; <b>two</b></p><p>three</p>', 'One & two three'],
    ['snake_case * 2 and `**code**`', 'snake_case * 2 and **code**'],
    ['| a | b |\n|-|-|\n| c | d |', 'a b c d'],
    ['- [x] done\n- open', '☑ done open'],
    ['<noscript>Read <i>this</i></noscript>', 'Read this'],
    ['<script>no()</script>yes<style>a{}</style>', 'yes'],
    ['Use the <option> flag, and more', 'Use the <option> flag, and more'],
    ['<select><option>a</option></select> b', 'b'],
    ['a <!-- no --> b', 'a b'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['Prix : 3 €', 'Prix : 3 €'],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('has one line per paragraph', () => {
    expect(plainLines('# One\n\nTwo\nand\n\n- three\n- four')).toBe('One\nTwo and\nthree\nfour');
  });
});

describe('a text is HTML as a whole', () => {
  it.each(['<p>a</p>', '<div>\n\n    <a href="b">c</a>\n\n</div>', '<!-- x -->\n<h2>a</h2>\n\n<p>b', '</section>'])(
    'if each paragraph starts with a block element: %j',
    (text) => expect(isHtmlText(text)).toBe(true),
  );

  it.each([
    '<kbd>Ctrl</kbd> + **C**',
    '<b>a</b>',
    '<!-- x -->\n\n**a**',
    '<hr>\n\n<kbd>Ctrl</kbd> + **C**',
    '<p>a</p>\n\n**b**',
    '<option> is a flag',
    '<https://a.example>',
  ])('and Markdown otherwise: %j', (text) => expect(isHtmlText(text)).toBe(false));
});
