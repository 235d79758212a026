import { describe, expect, it } from 'vitest';
import { outputsOf } from '../../src/render/outputs.ts';
import { pagesOf, viewOf } from '../../src/site/pages.ts';
import type { Site } from '../../src/site/site.ts';
import { llmsText } from '../../src/site/markdown-pages/llms.ts';
import { markdownPage } from '../../src/site/markdown-pages/markdown-page.ts';
import { openDemo } from './demo-content.ts';
import { event, siteOf } from './harbour-site.ts';

const markdownOf = (site: Site, path: string): string =>
  markdownPage(
    viewOf(
      site,
      pagesOf(site).pages.find(({ page }) => page === path)!,
      'en',
    ),
  );

const site = siteOf(
  {
    'places/quay.yaml': 'name: "Quay [east] *1*"\n',
    'hosts/lena.yaml': 'title: Léna\nstatus: published\n',
    'events/late.yaml': event('2027-06-19T00:30', '2027-06-19T01:45', 'place_id: places/quay\n'),
    'articles/a.md': `---
title: Getting there
status: published
---
Take *the ferry*, see [the event](../events/late.yaml#x), [a draft](hidden.md) and ![the bridge](media/the bridge.jpg).

| from | to |
| - | - |
| 1 | 2 |
`,
    'articles/hidden.md': '---\ntitle: Hidden\nstatus: draft\n---\nX\n',
    'articles/html.md': '---\ntitle: HTML\nstatus: published\n---\nSeen. <!-- ask Paul --> <script>alert(1)</script>\n',
    'articles/code.md': '---\ntitle: Code\nstatus: published\n---\n## Generics\n\nA `List<Item>` is *one*.\n',
    'sessions/talk.yaml': `title: A talk
status: published
time: { start: "2027-06-19T10:00:00+02:00", end: "2027-06-19T11:00:00+02:00" }
hostIds: [hosts/lena]
blocks:
  - { type: title, values: [{ text: Bring a pen }] }
  - { type: paragraph, values: [{ text: "And **paper**, see [the ferry](articles/a.md)." }] }
`,
  },
  { url: 'https://harbour.example' },
);

describe('the Markdown form of a page', () => {
  it('is a file of the site, and `llms.txt` its list, only if the configuration asks for them', () => {
    const files = { 'articles/a.md': '---\ntitle: A\nstatus: published\n---\nX\n' };
    const markdown = (input: object): readonly string[] => {
      const made = siteOf(files, input);
      return outputsOf(made, pagesOf(made).pages)
        .map(({ path }) => path)
        .filter((path) => /(?:\.md|llms\.txt)$/.test(path));
    };
    expect(markdown({})).toEqual([]);
    expect(markdown({ settings: { markdown: true } })).toEqual(
      expect.arrayContaining(['index.md', 'articles/a/index.md', 'program/index.md', 'llms.txt']),
    );
  });

  it('has the text as its author wrote it, with links that work beside the page', () => {
    const text = markdownOf(site, '/articles/a/');
    expect(text).toMatch(/^# Getting there\n\n/);
    expect(text).toContain('Take *the ferry*, see [the event](../../events/late/#x)');
    expect(text).toContain('| from | to |\n| - | - |\n| 1 | 2 |');
    expect(text).toMatch(/\n<https:\/\/harbour\.example\/en\/articles\/a\/>\n$/);
  });

  it('does not show where a hidden document is, and no comment or HTML', () => {
    expect(markdownOf(site, '/articles/a/')).toContain('[a draft](#)');
    const html = markdownOf(site, '/articles/html/');
    expect(html).toContain('Seen.');
    expect(html).not.toMatch(/Paul|script|alert/);
  });

  it('of an event has its time for people and for programs, and escapes names', () => {
    const text = markdownOf(site, '/events/late/');
    expect(text).toContain('2027-06-19T00:30:00+02:00/2027-06-19T01:45:00+02:00');
    expect(text).toContain('[Quay \\[east\\] \\*1\\*](../../places/quay/index.md)');
  });

  it('keeps the marks of a text whose code has angle brackets', () => {
    expect(markdownOf(site, '/articles/code/')).toContain('## Generics\n\nA `List<Item>` is *one*.');
  });

  it('has the blocks and the hosts of a session', () => {
    const text = markdownOf(site, '/sessions/talk/');
    expect(text).toContain('## Bring a pen\n\nAnd **paper**, see [the ferry](');
    expect(text).toContain('- [Léna](../../hosts/lena/index.md)');
  });

  it('exists for every page of the demo, and says more than its title', () => {
    const demo = openDemo();
    const short = pagesOf(demo).pages.filter((page) => markdownPage(viewOf(demo, page, 'fr')).split('\n\n').length < 3);
    expect(short.map(({ page }) => page)).toEqual([]);
  });
});

describe('llms.txt', () => {
  it('names the festival and lists every document with its Markdown form', () => {
    const text = llmsText(site, 'en');
    expect(text).toMatch(/^# Harbour festival\n\n/);
    expect(text).toContain('- [Getting there](https://harbour.example/en/articles/a/index.md)\n');
    expect(text).toMatch(
      /\[A talk\]\(https:\/\/harbour\.example\/en\/sessions\/talk\/index\.md\): .*19 June 2027, 10:00/,
    );
    expect(text).not.toContain('Hidden');
  });
});
