import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../src/import/html-to-markdown.ts';

import { html as rendered, render } from '../render/rendered.ts';
import { runs } from '../seed.ts';

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, '');

describe('htmlToMarkdown', () => {
  it.each([
    ['headings', '<h1>One</h1><h3>Two <em>three</em></h3>', '# One\n\n### Two *three*'],
    ['paragraphs, and spaces as browsers show them', '<p>  one\n\t two </p>\n<p> </p><p>three', 'one two\n\nthree'],
    ['blocks without a paragraph', '<div>one</div><div>two</div>', 'one\n\ntwo'],
    ['line breaks', '<p>a<br>b', 'a\\\nb'],
    ['emphasis and deletions', 'so<b> bold </b><i>and</i> <s>not</s>', 'so **bold** *and* ~~not~~'],
    [
      'links and titles',
      '<a href="https://a.example/b" title="t">a <b>b</b></a>',
      '[a **b**](https://a.example/b "t")',
    ],
    [
      'only the words of unsafe links',
      '<a href="java\tscript:x()">a</a> <a href="data:,x">b</a> <a id=c>c</a>',
      'a b c',
    ],
    ['pictures', '<p><img src=a.jpg alt="A quay" title=Quay onerror="x()"></p>', '![A quay](a.jpg "Quay")'],
    ['nested lists', '<ul><li>a<ol start=3><li>b</ol><li>c</ul>', '-   a\n    3.  b\n-   c'],
    ['tasks', '<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>', '-   [x] a\n-   [ ] b'],
    ['quotes', '<blockquote><p>a</p></blockquote>', '> a'],
    ['code', '<p><code>a`b</code>', '``a`b``'],
    ['code blocks', '<pre><code class="language-js">a\n\nb</code></pre>', '```js\na\n\nb\n```'],
    ['what Markdown has no signs for', 'H<sub>2</sub>O <kbd>Esc</kbd>', 'H<sub>2</sub>O <kbd>Esc</kbd>'],
    ['the text of unknown elements, and no scripts', '<my-card>a<style>x{}</style></my-card><script>b()</script>', 'a'],
    [
      'tables',
      '<table><tr><th>a|b<th>c<tr><td>1<br>2<td>3</table>',
      '| a\\|b | c   |\n| --- | --- |\n| 1<br>2 | 3   |',
    ],
  ])('writes %s', (_, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it('writes addresses and signs so that the page shows them as they are', () => {
    for (const text of ['https://a.example/x_y?a=1&b=2', 'AT&T & <p> &amp; *x* [y](z) # 1. `c`', '- a', '[sic] a_b_c'])
      expect(textOf(rendered(htmlToMarkdown(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))))).toBe(
        text.replaceAll(/\s+/g, ''),
      );
  });

  it('lets the caller rewrite links', () => {
    const link = (url: string) => (url === '/a' ? 'import:/page/1' : undefined);
    expect(htmlToMarkdown('<a href=/a>a</a> <a href=/b>b</a>', link)).toBe('[a](import:/page/1) [b](/b)');
  });

  it('writes random HTML so that nothing of it is removed from the page', () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        const page = render(htmlToMarkdown(html));
        expect(page.removed).toEqual([]);
        for (const word of html.replaceAll(/<[^>]*>/g, ' ').match(/\w+/g) ?? []) expect(page.html).toContain(word);
      }),
      { numRuns: runs({ test: 200, proof: 20_000 }) },
    );
  });

  it('keeps the words of the demo articles', () => {
    const folder = new URL('../../content/articles/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const page = rendered(readFileSync(new URL(name, folder), 'utf8').replace(/^---\n.*?\n---\n/s, ''));
      const words = (html: string): readonly string[] => html.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\d]+/gu) ?? [];
      expect(words(rendered(htmlToMarkdown(page))).join(' '), name).toBe(words(page).join(' '));
    }
  });

  it.each([
    '<div>',
    '<b>',
    '&',
    '<ul><li>',
    '<table><tr><td>',
    '<a href=x>',
    '</b><div>',
    '<!--',
    '<script>',
    '<b><div></b>',
  ])('reads twenty kilobytes of %s', (part) => {
    expect(htmlToMarkdown(part.repeat(20_000 / part.length))).not.toMatch(/^ {300}/m);
  });
});

const word = fc.stringMatching(/^[a-c1]{1,8}$/);
const element = (name: string, inside: string): string => `<${name}>${inside}</${name.split(' ')[0]}>`;
const { inline } = fc.letrec<{ inline: string; node: string }>((tie) => ({
  inline: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  node: fc.oneof(
    { maxDepth: 3 },
    word,
    fc
      .tuple(fc.constantFrom('b', 'em', 'code', 'a href="/x"', 'sub', 'span'), tie('inline'))
      .map(([name, inside]) => element(name, inside)),
  ),
}));
const { blocks: randomHtml } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 3 },
    word.map((text) => element('pre', text)),
    fc.tuple(fc.constantFrom('p', 'h2'), inline).map(([name, inside]) => element(name, inside)),
    fc
      .tuple(inline, inline)
      .map((cells) => `<table><tr>${cells.map((each) => element('td', each)).join('')}</tr></table>`),
    tie('blocks').map((inside) => element('blockquote', inside)),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), inline, tie('blocks'))
      .map(([name, text, inside]) => element(name, element('li', `<p>${text}</p>${inside}`))),
  ),
}));
