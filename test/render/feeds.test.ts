import { beforeAll, describe, expect, it } from 'vitest';
import { contentType } from '../../src/values/content-type.ts';
import { buildFiles } from './build-harness.ts';
import type { Output } from './built-site.ts';

const ARTICLE = `---
title: A year in numbers
status: published
published_at: 2026-05-01T10:00:00+02:00
cover_image_url: media/été.png
---
The third edition is over. See [the night](../events/night.yaml) and [below](#numbers).

## Numbers

| year | visitors |
| - | - |
| 2026 | 16 800 |

![The bridge](media/été.png) ![Elsewhere](https://other.example/x.png) <b>bold</b> <script>alert(1)</script>
`;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface JsonFeed {
  readonly version: string;
  readonly items: readonly Readonly<Record<string, string>>[];
}

describe('the feeds', () => {
  let output: Output;
  let item: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ output } = await buildFiles(
      {
        'articles/numbers.md': ARTICLE,
        'media/été.png': PIXEL,
        'events/night.yaml':
          'title: Night\nstart_time: 2027-06-18T22:00:00+02:00\nend_time: 2027-06-19T01:00:00+02:00\n',
      },
      { force: true },
    ));
    item = (JSON.parse(output.get('feed.json')!) as JsonFeed).items[0]!;
  });

  it('have the whole text as HTML, with tables as tables and nothing that can run', () => {
    expect(item['content_html']).toContain('<td>16 800</td>');
    expect(item['content_html']).not.toMatch(/<script|alert\(1\)/);
    expect(item['summary']).toBeUndefined();
    const atom = output.get('feed.xml')!;
    expect(atom).toContain('<content type="html">&lt;p&gt;The third edition is over.');
    expect(atom).toContain('&lt;td&gt;16 800&lt;/td&gt;');
    expect(atom).not.toContain('<summary>');
  });

  it('have absolute addresses, and load no picture from another host', () => {
    const html = item['content_html']!;
    expect(html).toContain('href="https://harbour.example/events/night/"');
    expect(html).toContain('href="https://harbour.example/articles/numbers/#numbers"');
    expect(html).toContain('src="https://harbour.example/media/%C3%A9t%C3%A9.png"');
    expect(html).not.toContain('other.example');
    expect(item['image']).toBe('https://harbour.example/media/%C3%A9t%C3%A9.png');
    expect([...html.matchAll(/(?:href|src)="(?!https:)/g)]).toEqual([]);
  });

  it('are found from the home page and the list of articles', () => {
    for (const page of ['index.html', 'articles/index.html']) {
      expect(output.get(page)).toContain('<link rel="alternate" type="application/atom+xml"');
      expect(output.get(page)).toContain('<link rel="alternate" type="application/feed+json"');
    }
  });

  it.each([
    ['feed.xml', 'application/atom+xml; charset=utf-8'],
    ['en/feed.json', 'application/feed+json; charset=utf-8'],
    ['sitemap.xml', 'application/xml; charset=utf-8'],
    ['search.json', 'application/json'],
  ])('%s is served as %s', (path, type) => {
    expect(contentType(path)).toBe(type);
    expect(contentType(`/srv/site/${path}`)).toBe(type);
  });
});
