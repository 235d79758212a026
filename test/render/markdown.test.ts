import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/markdown/reading.ts';
import type { MarkdownOptions } from '../../src/render/markdown/elements.ts';
import { html, render } from './rendered.ts';

describe('headings', () => {
  it('start one level below the page title and never skip a level', () => {
    const { headings } = render('### By train\n\n##### From Paris\n\n#### Fares\n\n# By boat');
    expect(headings.map(({ level, text }) => `${level} ${text}`)).toEqual([
      '2 By train',
      '3 From Paris',
      '3 Fares',
      '2 By boat',
    ]);
  });

  it('go no deeper than six', () => {
    const { headings } = render('# a\n## b\n### c', { baseHeading: 5 });
    expect(headings.map(({ level }) => level)).toEqual([5, 6, 6]);
  });

  it('have ids that change only with their words, and are unique', () => {
    const { headings } = render('## À table !\n## À table\n## À table 2\n## !!!', { idPrefix: 'food-' });
    expect(headings.map(({ id }) => id)).toEqual([
      'food-a-table',
      'food-a-table-2',
      'food-a-table-2-2',
      'food-section',
    ]);
  });

  it('are the same in Markdown and in HTML', () => {
    expect(html('<h1>By <b>train</b></h1>\n<h3>Fares</h3>')).toBe(
      '<h2 id="by-train">By <b>train</b></h2>\n<h3 id="fares">Fares</h3>',
    );
  });
});

describe('links', () => {
  it.each([
    ['https://a.example/?b=1&c=2', '<a href="https://a.example/?b=1&amp;c=2" rel="noopener">x</a>'],
    ['https://bücher.example:80/ü', '<a href="https://xn--bcher-kva.example:80/%C3%BC" rel="noopener">x</a>'],
    ['mailto:a@b.example', '<a href="mailto:a@b.example">x</a>'],
    ['tel:+33261912031', '<a href="tel:+33261912031">x</a>'],
    ['#fares', '<a href="#fares">x</a>'],
    ['../tickets/', '<a href="../tickets/">x</a>'],
    ['<media/opening hours.pdf>', '<a href="media/opening%20hours.pdf">x</a>'],
    ['media/a%20b.pdf', '<a href="media/a%20b.pdf">x</a>'],
    ['//cdn.example/x', '<a href="//cdn.example/x" rel="noopener">x</a>'],
  ])('to %s are kept', (url, expected) => {
    expect(html(`[x](${url})`)).toBe(`<p>${expected}</p>\n`);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '<java\tscript:alert(1)>',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript&#58;alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:x',
  ])('to %s are reduced to their words, and reported', (url) => {
    const { html, removed } = render(`[x](${url})`);
    expect(html).toBe('<p>x</p>\n');
    expect(removed.map(({ what }) => what)).toEqual(['link']);
  });

  it('with character references are checked as the characters that a browser sees', () => {
    expect(html('[x](javascript&colon;alert(1))')).toBe('<p>x</p>\n');
    expect(html('[x](https://a.example/?a&colon=1&b;)')).toContain('href="https://a.example/?a&amp;colon=1&amp;b;"');
    expect(html('<a href="javascript&colon;alert(1)">x</a>')).toBe('<p>x</p>\n');
  });

  it('are resolved for the current page, and then checked again', () => {
    const resolveUrl = (url: string) => (url === 'bad' ? 'javascript:x' : url === 'none' ? undefined : `../../${url}`);
    expect(html('[a](media/b.pdf) [c](bad) [d](none)', { resolveUrl })).toBe(
      '<p><a href="../../media/b.pdf">a</a> c d</p>\n',
    );
  });

  it('to a phone number keep it on one line', () => {
    expect(html('[02 61 91 or 20 31](tel:+33261912031) at 10 30')).toBe(
      '<p><a href="tel:+33261912031">02\u00a061\u00a091 or 20\u00a031</a> at 10 30</p>\n',
    );
  });

  it('are never nested', () => {
    expect(html('<a href="/a">b <a href="/c">d</a> e</a>')).toBe('<p><a href="/a">b d e</a></p>\n');
  });
});

describe('pictures', () => {
  it('are lazy, with their alt text', () => {
    expect(html('See ![The *old* bridge](media/bridge.jpg "At dusk")')).toBe(
      '<p>See <img src="media/bridge.jpg" alt="The old bridge" title="At dusk" loading="lazy" decoding="async"></p>\n',
    );
  });

  it('are rendered by the site, in Markdown and in HTML', () => {
    const image: MarkdownOptions['image'] = ({ src, alt }) => `<picture><img src="${src}" alt="${alt}"></picture>`;
    const expected = '<p><picture><img src="media/a.jpg" alt="b"></picture></p>';
    expect(html('![b](media/a.jpg)', { image }).trim()).toBe(expected);
    expect(html('<p><img src="media/a.jpg" alt="b" onerror="x()"></p>', { image })).toBe(expected);
  });

  it('with other URLs than those of the web or the site are reduced to their words', () => {
    expect(html('![a <b> c](data:image/svg+xml;base64,AAAA)')).not.toContain('<img');
    expect(html('![words](mailto:x)')).toBe('<p>words</p>\n');
  });
});

describe('tables', () => {
  it('scroll in a region that is reachable by keyboard and named after its columns', () => {
    expect(html('| Train | Leaves |\n| :- | -: |\n| TGV | 9:04 |')).toBe(
      '<section class="table" tabindex="0" aria-label="Train, Leaves"><table>\n<thead>\n<tr>\n' +
        '<th scope="col" data-align="left">Train</th>\n<th scope="col" data-align="right">Leaves</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td data-align="left">TGV</td>\n<td data-align="right">9:04</td>\n</tr>\n</tbody>\n</table></section>\n',
    );
  });

  it('with the same columns have different names', () => {
    const twice = html('|a|\n|-|\n|1|\n\n|a|\n|-|\n|2|');
    expect(twice).toContain('aria-label="a"');
    expect(twice).toContain('aria-label="a (2)"');
  });

  it('without column headings have a generic name', () => {
    const table = html('| | |\n|-|-|\n|a|b|', { tableLabel: 'Tableau' });
    expect(table).toContain('aria-label="Tableau"');
    expect(table).not.toMatch(/<th/);
  });

  it('in HTML get the same frame', () => {
    expect(html('<table><tr><th>Hour</th></tr><tr><td>9</td></tr></table>')).toBe(
      '<section class="table" tabindex="0" aria-label="Hour">' +
        '<table><tr><th>Hour</th></tr><tr><td>9</td></tr></table></section>',
    );
  });
});

describe('the rest of Markdown', () => {
  it('code keeps its characters, names its language and can be scrolled by keyboard', () => {
    expect(html('```none evil="x"\na: <b> & "c" &amp;\n```')).toBe(
      '<pre tabindex="0"><code class="language-none">a: &lt;b&gt; &amp; "c" &amp;amp;\n</code></pre>\n',
    );
  });

  it.each(['español', 'c++', 'f#', 'ελληνικά', 'हिन्दी'])('code may be in %s', (language) => {
    const text = `\`\`\`${language} more\nx\n\`\`\``;
    expect(html(text)).toContain(`class="language-${language}"`);
    expect(html(`${text}\n\n<b>y</b>`)).toContain(`class="language-${language}"`);
  });

  it('quotes, lists, emphasis and breaks are rendered as expected', () => {
    expect(html('> *a* **b** ~~c~~ `d`\n\n3. e  \n   f\n\n---')).toBe(
      '<blockquote>\n<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>\n</blockquote>\n' +
        '<ol start="3">\n<li>e<br>\nf</li>\n</ol>\n<hr>\n',
    );
  });

  it('character references are kept, and loose ampersands are escaped', () => {
    expect(html('9&nbsp;h & R&D &#233;')).toBe('<p>9&nbsp;h &amp; R&amp;D é</p>\n');
  });

  it('plain text for search is on one line and without markup', () => {
    const text = '## A & B\n\nfive **min**utes\nfrom `<gate>` ![alt](a.jpg)\n\n|c|d|\n|-|-|\n|e|f|\n\n    &amp;';
    expect(render(text).text).toBe('A & B five minutes from <gate> c d e f &amp;');
  });
});

describe('raw HTML', () => {
  it('inside a line does not turn off Markdown there', () => {
    expect(html('<kbd>Ctrl</kbd> + **C**')).toBe('<p><kbd>Ctrl</kbd> + <strong>C</strong></p>\n');
  });

  it('in noscript is shown, because pages work without scripts', () => {
    expect(html('<noscript>Read **this**</noscript>')).toBe('<p>Read <strong>this</strong></p>\n');
  });

  it.each([
    ['<!-- one --> two <!-- three\n\n**Else**.', 'two &lt;!-- three<p><strong>Else</strong>.</p>', '<!--'],
    ['First.\n\n<!-- todo\n\nElse.', '<p>First.</p>\n&lt;!-- todo\n\nElse.', '<!--'],
    ['First.\n\n<div\n\nElse.', '<p>First.</p>\n&lt;div\n\nElse.', '<div'],
    ['<div title="open>Words\n\n[a](b)', '&lt;div title="open&gt;Words<p><a href="b">a</a></p>', '<div'],
    [`<div title='open\n\nWords\n\n<b id="'>`, `&lt;div title='open<p>Words</p>\n<p>&lt;b id="'&gt;</p>`, '<div'],
    ['<p>Words <![CDATA[ else', '<p>Words &lt;![CDATA[ else</p>', '<!'],
  ])('keeps what follows an unfinished tag or comment, like its plain text: %j', (text, shown, name) => {
    const rendered = render(text);
    expect(rendered.html.trim()).toBe(shown);
    expect(rendered.removed).toEqual([{ what: 'unfinished tag', name }]);
    expect(plainText(text)).toBe(rendered.text);
  });

  it('reports an element that is removed with its content, but not the content itself', () => {
    const { text, removed } = render('<p>a <svg><text onclick="x">A</text></svg> <blink>b</blink></p>');
    expect(text).toBe('a b');
    expect(removed.map(({ name }) => name)).toEqual(['svg', 'blink']);
  });

  it('reads ten thousand unfinished comments quickly', () => {
    expect(render(`<p>${'<!-- a '.repeat(10_000)}`).text).toMatch(/^(?:<!-- a ){9999}<!-- a$/);
  });

  it('that is never closed is shown as text, and hides nothing', () => {
    const { html: shown, removed } = render('The <option> flag and <title> **stay**.');
    expect(shown).toBe('<p>The &lt;option&gt; flag and &lt;title&gt; <strong>stay</strong>.</p>\n');
    expect(removed).toEqual([
      { what: 'loose tag', name: 'option' },
      { what: 'loose tag', name: 'title' },
    ]);
  });

  it('keeps allowed elements, also around Markdown', () => {
    const figure = '<figure>\n\n![Pontoon](media/p.svg)\n\n<figcaption>The <kbd>new</kbd> one</figcaption>\n</figure>';
    expect(html(figure)).toBe(
      '<figure><p><img src="media/p.svg" alt="Pontoon" loading="lazy" decoding="async"></p>\n' +
        '<figcaption>The <kbd>new</kbd> one</figcaption>\n</figure>',
    );
    expect(html('H<sub>2</sub>O, <abbr title="a b">ab</abbr>, <mark>m</mark>')).toBe(
      '<p>H<sub>2</sub>O, <abbr title="a b">ab</abbr>, <mark>m</mark></p>\n',
    );
    expect(html('<details open><summary>More</summary>\n\n*text*\n\n</details>')).toContain('<summary>More</summary>');
  });

  it('loses everything else, and reports it', () => {
    const { html, removed } = render(
      'a <script>alert(1)</script><iframe src="https://x.example"></iframe> <b style="color:red" onclick="x()" class="c">d</b>',
    );
    expect(html).toBe('<p>a  <b>d</b></p>\n');
    expect(removed.map(({ what, name }) => `${what} ${name}`).toSorted()).toEqual([
      'attribute class',
      'attribute onclick',
      'attribute style',
      'element iframe',
      'element script',
    ]);
  });

  it('that is a whole article is not read as Markdown', () => {
    const article = '<div>\n\n    <p>Not * code * at all</p>\n\n    <p>- nor a list</p>\n</div>';
    expect(html(article)).toBe(article);
    expect(html('<https://a.example> is *a link*')).toContain('<em>a link</em>');
  });

  it('may be a copied page', () => {
    const page = '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><p>Hello</p></body></html>';
    expect(html(page)).toBe('<p>Hello</p>');
  });

  it('that is never closed cannot swallow the page', () => {
    expect(html('a <b>c <i>d')).toBe('<p>a <b>c <i>d</i></b></p>\n');
    expect(html('<div><table><tr><td>a')).toMatch(/<\/td><\/tr><\/table><\/section><\/div>$/);
    expect(html('</div></main></body>x')).toBe('x');
  });
});
