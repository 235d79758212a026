import { describe, expect, it } from 'vitest';
import { contrast } from '../../src/kinds/colour.ts';
import { linksIn, withDestinations } from '../../src/markdown/links.ts';
import { plainText, readText } from '../../src/markdown/reading.ts';
import { decodeReferences } from '../../src/markdown/html-parts.ts';
import { contentsOf } from '../../src/render/markdown/headings.ts';
import { huesOn } from '../../src/render/theme/mark-colours.ts';
import { excerpt } from '../../src/site/text/excerpt.ts';
import type { MarkdownOptions } from '../../src/render/markdown/elements.ts';
import { html, render } from './rendered.ts';

/** The same text rendered together with an author's own HTML. */
const beside = (text: string): string => html(`${text}\n\n<b>x</b>`).replace(/(?:<p>)?<b>x<\/b>(?:<\/p>)?\n?/, '');
const idsIn = (page: string): readonly string[] => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
const hrefsIn = (page: string): readonly string[] => [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id!);

describe('footnotes', () => {
  const TEXT = 'Tide[^t] and barge[^b], tide[^T].\n\n[^b]: A *boat*.\n[^t]: Twice a day.\n\n    More[^b].\n\nAfter.';

  it('follow the text, numbered in the order of their references, with links there and back', () => {
    expect(html('Tide[^t].\n\n[^t]: Twice *a day*.')).toBe(
      '<p>Tide<sup class="footnote-reference"><a href="#fn_1" id="fnref_1" aria-label="Footnote 1">1</a></sup>.</p>\n' +
        '<section class="footnotes" aria-label="Footnotes">\n<ol>\n<li id="fn_1"><p>Twice <em>a day</em>. ' +
        '<a class="footnote-back" href="#fnref_1" aria-label="Back to reference 1">↩</a></p></li>\n</ol>\n</section>\n',
    );
    const page = html(TEXT);
    expect(idsIn(page)).toEqual(['fnref_1', 'fnref_2', 'fnref_1_2', 'fn_1', 'fnref_2_2', 'fn_2']);
    expect(new Set(hrefsIn(page))).toEqual(new Set(idsIn(page)));
    expect(page.indexOf('After')).toBeLessThan(page.indexOf('Twice'));
  });

  it('are the same beside an author’s own HTML', () => {
    expect(beside(TEXT).replaceAll('\n', '')).toBe(html(TEXT).replaceAll('\n', ''));
  });

  it('without a definition stay text, and without a reference are not shown', () => {
    expect(html('a[^x] [^y\n\n[^z]: hidden')).toBe('<p>a[^x] [^y</p>\n');
  });

  it('of several texts on a page, and headings that look like them, have different ids', () => {
    const ids = [
      ...idsIn(html('# fn 1\n# fn_1\na[^1]\n\n[^1]: b')),
      ...idsIn(html('a[^1]\n\n[^1]: b', { idPrefix: 't2-' })),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are no part of the id of a heading', () => {
    const text = '## Tides[^1]\n\n[^1]: b';
    expect(render(text).headings).toEqual([{ level: 2, id: 'tides', text: 'Tides' }]);
    expect(readText(text).headings).toEqual(['tides']);
    expect(render(`${text}\n\n<i>x</i>`).headings[0]!.id).toBe('tides');
  });

  it('keep the positions of links, so that a sync changes only their destinations', () => {
    const text = 'a[^1]\n\n[^1]: See [b](pages/b) and\n    [c](pages/c).\n\n    ![d](media/d.png)\n';
    expect(linksIn(text).map(({ url }) => url)).toEqual(['pages/b', 'pages/c', 'media/d.png']);
    expect(withDestinations(text, ({ url }) => `/${url}`)).toBe(text.replaceAll(/(pages|media)\//g, '/$1/'));
  });

  it('cannot be forged, nested or repeated until a build hangs', () => {
    expect(html('<sup data-footnote="1">x</sup><li id="fn_1">y</li>')).not.toMatch(/data-footnote|id=/);
    expect(idsIn(html('a[^1]<sup data-footnote="1">x</sup>\n\n[^1]: b'))).toEqual(['fnref_1', 'fnref_1_2', 'fn_1']);
    expect(html(`a[^1]\n\n${'[^1]: '.repeat(20_000)}b`)).toContain('fn_1');
    expect(html('a[^1]\n\n[^1]: b[^1]')).toContain('fnref_1_2');
    expect(render(`${'a\n# b\n'.repeat(20_000)}c[^1]\n[^1]: d`).headings).toHaveLength(20_000);
  });
});

describe('task lists', () => {
  it('have boxes that say whether a task is done, also beside an author’s own HTML', () => {
    const expected =
      '<ul>\n<li class="task"><span class="box box-done" role="img" aria-label="Done"></span> tickets</li>\n' +
      '<li class="task"><span class="box" role="img" aria-label="To do"></span> train</li>\n</ul>\n';
    expect(html('- [x] tickets\n- [ ] train')).toBe(expected);
    expect(beside('- [x] tickets\n- [ ] train')).toBe(expected);
  });
});

describe('admonitions', () => {
  it.each(['note', 'tip', 'important', 'warning', 'caution'])('of the type %s have a title', (type) => {
    const text = `> [!${type.toUpperCase()}]\n> Mind the **gap**.\n>\n> - so`;
    expect(html(text)).toMatch(
      new RegExp(
        `^<div class="admonition admonition-${type}">\\n<p class="admonition-title">\\w+</p>\\n<p>Mind the <st`,
      ),
    );
    expect(beside(text).replaceAll('\n', '')).toBe(html(text).replaceAll('\n', ''));
    expect(plainText(text)).toBe('Mind the gap. so');
  });

  it.each(['> [!NOTICE]\n> a', '> [!NOTE] a', '> a\n> [!NOTE]', '> `[!NOTE]`\n> a'])('%j is only a quote', (text) => {
    expect(html(text)).toMatch(/^<blockquote>/);
  });

  it('may be empty, or end their mark with a line break', () => {
    expect(html('> [!tip]')).toContain('>Tip</p>\n</div>');
    expect(html('> [!TIP]  \n> a')).toContain('>Tip</p>\n<p>a</p>');
    expect(html('> [!TIP]\n> **a**')).toContain('>Tip</p>\n<p><strong>a</strong></p>');
  });

  it('of an unknown type in an author’s HTML are quotes', () => {
    expect(html('<blockquote data-admonition="x&quot;y">a</blockquote>')).toBe('<blockquote>a</blockquote>');
  });
});

describe('captions', () => {
  it('are the titles of pictures that are alone in a paragraph', () => {
    const image: MarkdownOptions['image'] = ({ src, alt, title }) => `<img ${src} ${alt} ${title}>`;
    const figure = '<figure>\n<img a.jpg Boat undefined>\n<figcaption>At &lt;dusk&gt;</figcaption>\n</figure>\n';
    expect(html('![Boat](a.jpg "At <dusk>")', { image })).toBe(figure);
    expect(html('![Boat](a.jpg "At <dusk>")\n\n<i>x</i>', { image })).toContain(figure);
    expect(html('[![Boat](a.jpg "Dusk")](b)', { image })).toMatch(
      /^<figure>\n<a href="b"><img.*<\/a>\n<figcaption>Dusk/,
    );
    expect(html('See ![Boat](a.jpg "Dusk")', { image })).not.toContain('figure');
    expect(html('![Boat](a.jpg)', { image })).toBe('<p><img a.jpg Boat undefined></p>\n');
  });
});

describe('highlighted code', () => {
  it.each([
    ['js', 'const a = "b<c"; // &amp;'],
    ['yaml', 'a: <b> & "c" &amp;'],
    ['sh', 'echo "$HOME" && ls'],
    ['c++', 'int a = 1;'],
    ['html', '<p class="a">b</p><style>p { color: red }</style><script>let a = 1;</script>'],
  ])('in %s has classes, and the same characters', (language, code) => {
    const page = html(`\`\`\`${language}\n${code}\n\`\`\``);
    expect(page).toContain('<span class="hljs-');
    expect(page).not.toContain('style=');
    const decoded = decodeReferences(page.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'"));
    expect(decoded.trim()).toBe(code);
    expect(beside(`\`\`\`${language}\n${code}\n\`\`\``)).toBe(page);
  });

  // Themes of users name these classes.
  it.each([
    [
      'ts',
      'const a = "b<c"; // d',
      '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;b&lt;c&quot;</span>; <span class="hljs-comment">// d</span>',
    ],
    [
      'yaml',
      'a: b # c',
      '<span class="hljs-attr">a:</span> <span class="hljs-string">b</span> <span class="hljs-comment"># c</span>',
    ],
    [
      'console',
      '$ echo "$HOME"',
      '<span class="hljs-meta prompt_">$ </span><span class="language-bash"><span class="hljs-built_in">echo</span> <span class="hljs-string">&quot;<span class="hljs-variable">$HOME</span>&quot;</span></span>',
    ],
    [
      'html',
      '<style>p { color: red }</style>',
      '<span class="hljs-tag">&lt;<span class="hljs-name">style</span>&gt;</span><span class="language-css"><span class="hljs-selector-tag">p</span> { <span class="hljs-attribute">color</span>: red }</span><span class="hljs-tag">&lt;/<span class="hljs-name">style</span>&gt;</span>',
    ],
  ])('in %s has exactly these classes', (language, code, expected) => {
    expect(html(`\`\`\`${language}\n${code}\n\`\`\``)).toBe(
      `<pre tabindex="0"><code class="language-${language}">${expected}\n</code></pre>\n`,
    );
  });

  it.each(['', 'none', 'español', '../core', '__proto__', 'constructor'])(
    'in no known language, %j, is plain',
    (name) => {
      expect(html(`\`\`\`${name}\nconst a\n\`\`\``)).not.toContain('hljs');
    },
  );

  it('has no classes if the site does not want them', () => {
    expect(html('```js\nconst a\n```', { highlight: false })).toContain('<code class="language-js">const a\n</code>');
  });

  it('looks the same whatever was highlighted before', () => {
    const text = '```md\n# a\n\n```\n\n```html\n<script>let a</script>\n```';
    const before = html(text);
    html('```php\n<?php echo 1; ?>\n```\n\n```css\na { b: c }\n```');
    expect(html(text)).toBe(before);
  });

  it('is plain if it or one of its lines is very long, because patterns take longer with each character', () => {
    const code = (text: string): string => `\`\`\`js\n${text}\n\`\`\`\n\n`;
    expect(html(code('let a\n'.repeat(1400)))).not.toContain('hljs');
    expect(html(code(`let ${'a'.repeat(500)}`))).not.toContain('hljs');
    const many = html(code('let a\n'.repeat(1000)).repeat(20));
    expect(many.match(/hljs-keyword/g)!.length).toBeLessThan(11_000);
  });
});

it('the colours of code and admonitions are readable on the cards of any theme', () => {
  const channels = [0, 51, 102, 119, 128, 153, 204, 255];
  for (const r of channels)
    for (const g of channels)
      for (const b of channels) {
        const hues = Object.values(huesOn({ r, g, b }));
        expect(Math.min(...hues.map((hue) => contrast(hue, { r, g, b })))).toBeGreaterThanOrEqual(4.5);
      }
});

describe('the headings of a page', () => {
  it('have a link to themselves, next to them', () => {
    expect(html('## The "tide" & *me*', { anchors: true })).toBe(
      '<div class="heading"><h2 id="the-tide-me">The "tide" &amp; <em>me</em></h2>' +
        '<a class="anchor" href="#the-tide-me" aria-label="Link to “The &quot;tide&quot; &amp; me”"></a></div>\n',
    );
  });

  it('never take the id of another part of the page', () => {
    const text = '# Main\n# Map 1\n# T2 fares\n# Icon heart';
    expect(render(text).headings.map(({ id }) => id)).toEqual(readText(text).headings);
    expect(readText(text).headings).toEqual([
      'section-main',
      'section-map-1',
      'section-t2-fares',
      'section-icon-heart',
    ]);
  });

  it('are listed before a long text, in two levels', () => {
    const long = 'word '.repeat(200);
    const text = `## A\n\n${long}\n\n### B\n\n#### C\n\n${long}\n\n## D\n\n${long}`;
    expect(contentsOf(render(text))).toEqual([
      { id: 'a', text: 'A', entries: [{ id: 'b', text: 'B', entries: [] }] },
      { id: 'd', text: 'D', entries: [] },
    ]);
    expect(contentsOf(render('## A\n\n## B\n\n## C'))).toEqual([]);
    expect(contentsOf(render(`## A\n\n${long.repeat(4)}`))).toEqual([]);
  });
});

describe('an excerpt', () => {
  it.each([
    ['![Alt text](media/a.png)', ''],
    ['![Alt text](media/a.png "Caption")\n\nTrains stop.', 'Trains stop.'],
    ['| Train | Leaves |\n|-|-|\n| TGV | 9:04 |\n\nMore trains.', 'More trains.'],
    ['## Trains\n\n- [x] tickets\n- [ ] coat', 'tickets coat'],
    ['1. Pack\n2. Leave', 'Pack Leave'],
    ['Tide[^1].\n\n[^1]: Twice a day.', 'Tide.'],
    ['> [!WARNING]\n> Slippery.', 'Slippery.'],
    ['```js\nlet a\n```\n\nDone.', 'Done.'],
    ['<h2>Head</h2><table><tr><th>a</th></tr></table><p>Words</p>', 'Words'],
    ['# Only a heading', 'Only a heading'],
    ['| a | b |\n|-|-|\n| c | d |', 'a b c d'],
  ])('of %j is %j: no alternative texts, tables, headings, code and marks', (text, expected) => {
    expect(excerpt(text)).toBe(expected);
  });
});
