import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown, htmlToText } from '../../src/import/html-to-markdown.ts';
import { htmlParts } from '../../src/markdown/html-parts.ts';

import { html as rendered, render } from '../render/rendered.ts';
import { runs } from '../seed.ts';

describe('htmlToMarkdown', () => {
  it.each([
    ['headings', '<h1>One</h1><h3>Two <em>three</em></h3>', '# One\n\n### Two *three*'],
    [
      'paragraphs, and spaces as browsers show them',
      '<p>  one\n\t two </p>\n<p> </p>&nbsp;<p>three',
      'one two\n\nthree',
    ],
    ['line breaks, of which two end a paragraph', 'a<br>b<br/><br>c<br>', 'a\\\nb\n\nc'],
    ['emphasis, without the spaces at its edges', 'so<b> bold </b><i>and</i> <s>not</s>', 'so **bold** *and* ~~not~~'],
    ['neighbours as one', '<b>one</b><b> two</b>', '**one two**'],
    ['emphasis in emphasis', '<b><i>a</i></b> <i>b <b>c</b></i>', '**_a_** _b **c**_'],
    ['emphasis in the middle of a word', 'un<b>believ</b>able f<i>(x)</i>y', 'un**believ**able f<em>(x)</em>y'],
    ['links and titles', '<a href="/a b" title=\'"t"\'>a <b>b</b></a>', '[a **b**](/a%20b "\\"t\\"")'],
    [
      'only the words of unsafe links',
      '<a href="java\tscript:x()">a</a> <a href="data:,x">b</a> <a id=c>c</a>',
      'a b c',
    ],
    ['pictures', '<p><img src=a.jpg alt="A [quay]" title=Quay></p>', '![A \\[quay\\]](a.jpg "Quay")'],
    [
      'pictures without the name of their file as title',
      '<img src=/i/DSC_1.jpg alt=A title=DSC_1>',
      '![A](/i/DSC_1.jpg)',
    ],
    ['the full picture, not the small one', '<a href=b.jpg><img src=b-300x200.jpg alt=B></a>', '![B](b.jpg)'],
    ['pictures that are loaded later', '<img src="data:image/gif;base64,R0" data-src="c.jpg">', '![](c.jpg)'],
    [
      'figures with their caption',
      '<figure><img src=a.jpg alt=A><figcaption>At dusk</figcaption></figure>',
      '![A](a.jpg "At dusk")',
    ],
    [
      'captions with links',
      '<figure><a href=/p><img src=a.jpg></a><figcaption>By <a href=/z>Z</a></figcaption></figure>',
      '[![](a.jpg)](/p)\n\n*By [Z](/z)*',
    ],
    [
      'galleries',
      '<ul class="blocks-gallery-grid"><li><figure><img src=a.jpg></figure></li><li><img src=b.jpg></li></ul>',
      '![](a.jpg)\n\n![](b.jpg)',
    ],
    ['nested lists', '<ul><li>a<ol start=3><li>b</ol><li>c</ul>', '- a\n\n  3. b\n\n- c'],
    ['lists in lists without an item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['items with paragraphs', '<ol start=9><li><p>a<p>b</li><li><p>c</ol>', '9. a\n\n   b\n\n10. c'],
    ['two lists in a row', '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>', '- a\n\n* b\n\n1. c\n\n1) d'],
    [
      'tasks',
      '<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['quotes', '<blockquote><p>a</p><blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['code', '<p><code>a`b</code>, <tt>x&lt;y</tt>', '``a`b``, `x<y`'],
    [
      'code blocks with their language',
      '<pre class="brush: php">\n$a = `b`;\n\n  c</pre>',
      '```php\n$a = `b`;\n\n  c\n```',
    ],
    ['code with fences in it', '<pre><code class="language-md">```\n</code></pre>', '````md\n```\n````'],
    ['lines and definitions', 'a<hr>b<dl><dt>T<dd>D</dl>', 'a\n\n---\n\nb\n\n<dl>\n<dt>T</dt>\n<dd>D</dd></dl>'],
    [
      'what Markdown has no marks for',
      'H<sub>2</sub>O <kbd>Esc</kbd> <u>u</u>',
      'H<sub>2</sub>O <kbd>Esc</kbd> <u>u</u>',
    ],
    ['details', '<details><summary>S</summary><p>x</details>', '<details>\n<summary>S</summary>\n\nx\n\n</details>'],
    [
      'videos as links',
      '<iframe src="//www.youtube.com/embed/Xy-1?a" title="The film"></iframe>',
      '[The film](https://www.youtube.com/watch?v=Xy-1)',
    ],
    ['players without a title', '<video><source src=https://a.example/v.mp4></video>', '<https://a.example/v.mp4>'],
    ['the text of unknown elements, and no scripts', '<my-card>a<style>x{}</style></my-card><script>b()</script>', 'a'],
    ['a block inside a link or bold text', '<a href=/x><h2>A</h2><p>b</p></a>', '## [A](/x)\n\n[b](/x)'],
    ['pasted text that is not bold', '<b style="font-weight: normal">a</b>', 'a'],
  ])('writes %s', (_, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  describe('tables', () => {
    it('are tables of Markdown with headings, alignment, line breaks and bars', () => {
      const html =
        '<table><thead><tr><th>a|b<th style="text-align: right">c</thead><tr><th>1<td align=right>2<br>3<tr><td>4</table>';
      expect(htmlToMarkdown(html)).toBe('| a\\|b | c |\n| - | -: |\n| **1** | 2<br>3 |\n| 4 |  |');
    });

    it('without headings have none on the page', () => {
      const markdown = htmlToMarkdown('<table><tr><td>1<td>2<tr><td>3<td>4</table>');
      expect(rendered(markdown)).not.toContain('<th');
    });

    it('stay HTML if cells are merged or have several paragraphs', () => {
      const html =
        '<table><tr><td colspan="2" onclick="x()">a</td></tr><tr><td><p>b</p><p>c</p></td><td>d</td></tr></table>';
      const markdown = htmlToMarkdown(`before${html}after`);
      expect(markdown).toContain('<td colspan="2">a</td>');
      const { html: page, removed } = render(markdown);
      expect(removed).toEqual([]);
      expect(page).toContain('<p>b</p><p>c</p>');
    });

    it('with one cell are a frame', () => {
      expect(htmlToMarkdown('<table><tr><td><h2>A</h2>b</table>')).toBe('## A\n\nb');
    });
  });

  it.each([
    '2 * 3 * 4',
    'a_b_c and C# and C++',
    '[sic] and (so on)',
    'a < b & c > d',
    'AT&T, 100 % ~ 5',
    'https://a.example/x_y?a=1&b=2',
    'Oh! (yes) "no"',
  ])('leaves %j as it is', (text) => {
    expect(htmlToMarkdown(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))).toBe(text);
  });

  it('lets the caller rewrite links and pictures, and counts what is lost', () => {
    const lost: string[] = [];
    const markdown = htmlToMarkdown(
      '<a href=/a>a</a> <a href=/b>b</a> <img src=c.jpg alt=C><img src="data:,x" alt=D><svg></svg>',
      {
        link: (url) => (url === '/a' ? 'import:/page/1' : undefined),
        picture: ({ src }) => ({ src: `https://a.example/${src}`, alt: 'see' }),
        lost: (what) => void lost.push(what),
      },
    );
    expect(markdown).toBe('[a](import:/page/1) b ![see](https://a.example/c.jpg)D');
    expect(lost).toEqual(['picture without a URL', 'HTML element svg']);
  });

  it('reads a title as words', () => {
    expect(htmlToText('Rock &amp; <em>Roll</em> &#8211;  <script>x</script>live')).toBe('Rock & Roll – live');
  });

  it('keeps the words, marks and blocks of every character of random HTML', () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        const markdown = htmlToMarkdown(html);
        const page = render(markdown);
        expect(page.removed).toEqual([]);
        expect(charactersOf(page.html), markdown).toBe(charactersOf(html));
      }),
      { numRuns: runs({ test: 200, proof: 50_000 }) },
    );
  });

  it('gives back the demo articles', () => {
    const folder = new URL('../../content/articles/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8').replace(/^---\n.*?\n---\n/s, '');
      // What only gitcast's Markdown has is written as the rest of the world writes it.
      const page = rendered(text.replaceAll(/\[\^\d\](?:: )?|^> \[!\w+\]\n/gm, ''), PLAIN).replaceAll(
        /<figure><p>(.*?)<\/p>/g,
        '<figure>$1',
      );
      expect(withoutSpaces(rendered(htmlToMarkdown(page), PLAIN)), name).toBe(withoutSpaces(page));
    }
  });

  it('keeps the words of fifty thousand nested elements, and counts those that are too deep', () => {
    let lost = 0;
    const html = `${'<div>'.repeat(50_000)}deep <b>words</b>${'</div>'.repeat(50_000)}<p>after`;
    const markdown = htmlToMarkdown(html, { lost: () => void lost++ });
    expect(markdown).toBe('deep **words**\n\nafter');
    expect(lost).toBe(49_950);
  });

  it('keeps no script, style or handler, also where it keeps HTML', () => {
    const html =
      '<dl onclick="x()"><dt><a href="javascript:x()" onclick="x()">a</a><script>x()</script><dd style="color: red"><img src="b.jpg" onerror="x()"></dl>';
    expect(htmlToMarkdown(html)).toBe('<dl>\n<dt>a</dt>\n<dd><img src="b.jpg"></dd></dl>');
  });

  it.each([
    '<div>',
    '<b>',
    '&',
    '<ul><li>',
    '<table><tr><td>',
    '*',
    '[',
    '<p',
    '<a href=x>',
    '</b><div>',
    '`',
    ' <br>',
    '<!--',
    '<b>a</b>',
    '<script>',
    '<b><div></b>',
  ])('reads half a megabyte of %s in bounded time, without nesting deeply', (part) => {
    const markdown = htmlToMarkdown(part.repeat(2 ** 19 / part.length));
    expect(markdown).not.toMatch(/^ {300}/m);
  });
});

const withoutSpaces = (html: string): string => html.replaceAll(/\s+/g, ' ').replaceAll('> <', '><').trim();

const PLAIN = {
  highlight: false,
  baseHeading: 1,
  image: ({ src, alt }: { src: string; alt: string }) => `<img src="${src}" alt="${alt}">`,
};

const words = fc.stringMatching(/^[a-c1 .*_~`[\]()<>&!#+|:="'\\\u00e9\u{1f600}-]{1,8}$/u);
const escaped = words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
const INLINE = ['b', 'em', 'del', 'code', 'a href="/x"', 'sub', 'span'] as const;
const element = (name: string, inside: string): string => `<${name}>${inside}</${name.split(' ')[0]}>`;
const { inline } = fc.letrec<{ inline: string; node: string }>((tie) => ({
  inline: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  node: fc.oneof(
    { maxDepth: 3 },
    escaped,
    fc.tuple(fc.constantFrom(...INLINE), tie('inline')).map(([name, inside]) => element(name, inside)),
    fc.constant('<br>'),
  ),
}));
const { blocks: randomHtml } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(fc.constantFrom('p', 'p', 'h2', 'pre'), inline).map(([name, inside]) => element(name, inside)),
    inline.map((text) => element('ul', element('li', text))),
    fc
      .tuple(inline, inline)
      .map(
        (cells) =>
          `<table><tr><th>a</th><th>b</th></tr><tr>${cells.map((each) => element('td', each)).join('')}</tr></table>`,
      ),
    tie('blocks').map((inside) => element('blockquote', inside)),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), inline, tie('blocks'))
      .map(([name, text, inside]) => element(name, element('li', `<p>${text}</p>${inside}`))),
  ),
}));

const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del' };
const COMPARED = new Set('strong em del code a sub h2 pre li ul ol blockquote td th'.split(' '));

/** Every character but spaces, with the elements around it in the order of their names. */
function charactersOf(html: string): string {
  const list: string[] = [];
  const open: string[] = [];
  for (const part of htmlParts(html)) {
    if (part.type === 'tag') {
      const name = SAME[part.name] ?? part.name;
      if (!COMPARED.has(name)) continue;
      if (part.isClosing) open.pop();
      else open.push(name);
    } else {
      const text = part.type === 'text' ? part.text : part.written;
      const code = open.indexOf('pre');
      const around = [...new Set(code === -1 ? open : open.slice(0, code + 1))].sort().join(' ');
      for (const character of text.replaceAll(/\s/g, '')) list.push(`${character} ${around}`);
    }
  }
  return list.join('\n');
}
