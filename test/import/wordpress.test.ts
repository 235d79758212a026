import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../src/import/source.ts';
import { wordpress } from '../../src/import/wordpress.ts';
import { runs } from '../seed.ts';
import { fieldsOf, isRead, messagesOf, problemsIn, readWith, sourceOf } from './reading.ts';

const wxr = (...items: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.8" -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Tidal &amp;amp; Loud</title>
  <link>https://www.tidal.example</link>
  <language>en-GB</language>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_blog_url>https://www.tidal.example</wp:base_blog_url>
${items.join('\n')}
</channel>
</rss>
`;

interface Item {
  readonly id: number | string;
  readonly title?: string;
  readonly content?: string;
  readonly type?: string;
  readonly status?: string;
  readonly name?: string;
  readonly link?: string;
  readonly date?: string;
  readonly gmt?: string;
  readonly meta?: Readonly<Record<string, string>>;
  readonly more?: string;
}

const item = ({ id, title = 'A title', content = '', type = 'post', status = 'publish', ...others }: Item): string => {
  const {
    name = `post-${id}`,
    date = '2027-05-02 09:00:00',
    gmt = '2027-05-02 07:00:00',
    meta = {},
    more = '',
  } = others;
  const { link = `https://www.tidal.example/2027/05/${name}/` } = others;
  const field = ([key, value]: readonly [string, string]): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  return `<item>
  <title><![CDATA[${title}]]></title>
  <link>${link}</link>
  <guid isPermaLink="false">https://www.tidal.example/?p=${id}</guid>
  <content:encoded><![CDATA[${content}]]></content:encoded>
  <wp:post_id>${id}</wp:post_id>
  <wp:post_date>${date}</wp:post_date>
  <wp:post_date_gmt>${gmt}</wp:post_date_gmt>
  <wp:post_name>${name}</wp:post_name>
  <wp:status>${status}</wp:status>
  <wp:post_type>${type}</wp:post_type>
  ${Object.entries(meta).map(field).join('')}${more}
</item>`;
};

const picture = item({
  id: 9,
  type: 'attachment',
  status: 'inherit',
  meta: { _wp_attachment_image_alt: 'The quay' },
  more: '<wp:attachment_url>http://www.tidal.example/wp-content/uploads/quay.jpg</wp:attachment_url><wp:post_parent>1</wp:post_parent>',
});

const read = (items: readonly string[], options?: Partial<ReadingOptions>) =>
  readWith(wordpress, { 'tidal.xml': wxr(...items) }, options);

const textOf = async (content: string, ...others: readonly string[]): Promise<unknown> => {
  const found = await read([item({ id: 1, content }), ...others]);
  return (found.records.find(({ id }) => id === 'tidal.example/1')!.fields as { content: string }).content;
};

describe('posts and pages of WordPress', () => {
  it('become articles and pages, keyed by the site and their number', async () => {
    const content = await read([
      item({ id: 1, title: 'Sea &amp; <em>sand</em>', content: '<p>One.</p>', meta: { _thumbnail_id: '9' } }),
      item({ id: 2, type: 'page', name: 'about', title: 'About', content: 'Us', meta: { _thumbnail_id: '9' } }),
      picture,
    ]);
    expect(fieldsOf(content, 'article')).toEqual({
      'tidal.example/1': {
        title: 'Sea & sand',
        content: 'One.',
        status: 'published',
        published_at: '2027-05-02T09:00:00+02:00',
        cover_image_url: 'https://www.tidal.example/wp-content/uploads/quay.jpg',
      },
    });
    expect(fieldsOf(content, 'page')).toEqual({
      'tidal.example/2': {
        _reference: 'tidal.example/2',
        title: 'About',
        status: 'published',
        blocks: [{ type: 'paragraph', key: 'text', values: [{ text: 'Us' }] }],
        media: { url: 'https://www.tidal.example/wp-content/uploads/quay.jpg', alt: 'The quay' },
      },
    });
    expect(content.facts).toEqual({ title: 'Tidal & Loud', language: 'en-GB' });
    expect(problemsIn(content).filter((problem) => !problem.includes('media-elsewhere'))).toEqual([]);
  });

  it('become what the options say', async () => {
    const content = await read([item({ id: 1 }), item({ id: 2, type: 'page' })], { into: 'page' });
    expect(content.records.map(({ kind }) => kind)).toEqual(['page', 'page']);
    await expect(read([], { into: 'event' })).rejects.toThrow('cannot become');
  });

  it('have the names and the addresses that they had', async () => {
    const { records } = await read([
      item({
        id: 1,
        name: 'hello',
        more: '<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>hallo</wp:meta_value></wp:postmeta>',
      }),
      item({
        id: 2,
        type: 'page',
        name: 'team',
        link: 'https://www.tidal.example/about/team/',
        more: '<wp:post_parent>3</wp:post_parent>',
      }),
      item({ id: 3, type: 'page', name: 'about', link: 'https://www.tidal.example/about/' }),
      item({ id: 4, name: '', link: 'https://www.tidal.example/?p=4', status: 'draft' }),
      item({ id: 5, name: '%e6%97%a5%e6%9c%ac' }),
    ]);
    expect(records.map(({ slug, aliases }) => [slug, aliases])).toEqual([
      ['hello', ['/2027/05/hello/', '/2027/05/hallo/']],
      ['about/team', ['/about/team/']],
      ['about', ['/about/']],
      [undefined, undefined],
      ['post-5', ['/2027/05/%e6%97%a5%e6%9c%ac/']],
    ]);
  });

  it('are not left out because of a permalink that no site can have', async () => {
    const at = (id: number, path: string, meta = {}) => item({ id, link: `https://www.tidal.example${path}`, meta });
    const content = await read([
      at(1, '/100%/'),
      at(2, '/%E3%81'),
      at(3, '//greek/%CE%B1/'),
      at(4, '/2027/hello/', { _wp_old_slug: 'ten%' }),
      at(5, '/50%25/'),
      at(6, '/assets/quay/'),
    ]);
    expect(content.records.map(({ aliases }) => aliases)).toEqual([
      undefined,
      undefined,
      ['/greek/%CE%B1/'],
      ['/2027/hello/'],
      ['/50%25/'],
      undefined,
    ]);
    expect(content.lost.get('former address that is not a path')).toBe(4);
  });

  it('are published only if WordPress shows them to everybody', async () => {
    const states = ['publish', 'future', 'draft', 'pending', 'private'].map((status, id) => item({ id, status }));
    const locked = item({ id: 7, more: '<wp:post_password>quay</wp:post_password>' });
    const content = await read([...states, locked, item({ id: 8, status: 'trash' })]);
    const found = content.records.map(({ fields }) => fields['status']);
    expect(found).toEqual(['published', 'published', 'draft', 'draft', 'draft', 'draft']);
    expect(content.lost.get('post with the status trash')).toBe(1);
    expect(content.findings).toEqual(['what WordPress does not show to everybody is a draft: 2 posts']);
  });

  it('have their date in the time zone of the site, or in the one that is given', async () => {
    const dates = async (post: Partial<Item>, timezone?: string) => {
      const { records, diagnostics } = await read([item({ id: 1, ...post })], { timezone });
      return [records[0]!.fields['published_at'], diagnostics.length];
    };
    expect(await dates({ date: '2027-01-02 09:30:00', gmt: '2027-01-02 04:00:00' })).toEqual([
      '2027-01-02T09:30:00+05:30',
      0,
    ]);
    expect(await dates({}, 'America/New_York')).toEqual(['2027-05-02T03:00:00-04:00', 0]);
    expect(await dates({ gmt: '0000-00-00 00:00:00' }, 'Europe/Paris')).toEqual(['2027-05-02T09:00:00+02:00', 0]);
    expect(await dates({ gmt: '0000-00-00 00:00:00' })).toEqual([undefined, 1]);
    expect(await dates({ gmt: '0000-00-00 00:00:00', status: 'draft' })).toEqual([undefined, 0]);
    const sent = '<pubDate>Sun, 02 May 2027 07:00:00 +0000</pubDate>';
    expect(await dates({ gmt: '', more: sent })).toEqual(['2027-05-02T09:00:00+02:00', 0]);
  });

  it('without a title are named after their first words', async () => {
    const long = 'word '.repeat(40);
    const { records } = await read([
      item({ id: 1, title: '', content: `<!-- wp:x --><p>${long}</p>` }),
      item({ id: 2, title: ' ' }),
    ]);
    expect(records.map(({ fields }) => fields['title'])).toEqual([`${'word '.repeat(12).trim()} …`, 'post 2']);
  });

  it('with the same number are reported, and the same post of two files is imported once', async () => {
    const one = item({ id: 1, title: 'One' });
    const other = item({ id: 1, title: 'Other' }).replace('?p=1', '?p=other');
    const content = await readWith(wordpress, { 'a.xml': wxr(one, other), 'b.xml': wxr(one) });
    expect(content.records.map(({ id, fields }) => [id, fields['title']])).toEqual([['tidal.example/1', 'One']]);
    expect(messagesOf(content)).toEqual(['23:1 another post has the number 1 too, so this one is not imported']);
  });

  it('count what a broadcast cannot hold', async () => {
    const term =
      '<category domain="category" nicename="a">A</category><category domain="post_tag" nicename="b">B</category>';
    const comment = '<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>';
    const { lost } = await read([
      item({ id: 1, more: `${term}${comment}<wp:is_sticky>1</wp:is_sticky>`, meta: { mood: 'x', _edit_last: '1' } }),
      item({ id: 2, type: 'nav_menu_item' }),
      picture,
    ]);
    expect(Object.fromEntries(lost)).toEqual({
      category: 1,
      tag: 1,
      comment: 1,
      'sticky post': 1,
      'custom field': 1,
      'post type nav_menu_item': 1,
      'attachment that no text shows': 1,
    });
  });

  it('without a number are reported with their line, and nothing is deleted because of them', async () => {
    const content = await read([item({ id: 1 }), item({ id: '' }).replace(/<guid.*guid>/, '')]);
    expect(content.records).toHaveLength(1);
    expect(messagesOf(content)).toEqual(['23:1 this item has no wp:post_id, so it is not imported']);
    expect(content.incomplete).toEqual(['article', 'page']);
  });
});

describe('texts of WordPress', () => {
  it('of the classic editor have the paragraphs and line breaks of their lines', async () => {
    const text =
      'One\ntwo\n\nThree <b>four</b>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nFive<!--more-->\n\n<pre>x\n\ny</pre>';
    expect(await textOf(text)).toBe('One\\\ntwo\n\nThree **four**\n\n- a\n- b\n\nFive\n\n```\nx\n\ny\n```');
  });

  it('made of blocks are their HTML, and what is between blocks is of the classic editor', async () => {
    const text =
      '<!-- wp:paragraph {"align":"center"} -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->\n\nThree\nfour\n\n' +
      '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div><!-- wp:heading --><h2>A</h2><!-- /wp:heading --></div><!-- /wp:column --></div><!-- /wp:columns -->' +
      '<!-- wp:buttons --><div><!-- wp:button --><div><a href="/go">Go</a></div><!-- /wp:button --></div><!-- /wp:buttons -->' +
      '<!-- wp:verse --><pre class="wp-block-verse">a\nb</pre><!-- /wp:verse -->' +
      '<!-- wp:embed {"url":"https://video.example/1"} --><figure><div class="wp-block-embed__wrapper">\nhttps://video.example/1\n</div><figcaption>Film</figcaption></figure><!-- /wp:embed -->';
    expect(await textOf(text)).toBe(
      'One two\n\nThree\\\nfour\n\n## A\n\n[Go](https://www.tidal.example/go)\n\na\\\nb\n\n<https://video.example/1>\n\n*Film*',
    );
  });

  it('report blocks that WordPress fills in itself', async () => {
    const { lost } = await read([
      item({ id: 1, content: '<!-- wp:latest-posts /--><!-- wp:post-title /--><!-- wp:query-title /-->' }),
    ]);
    expect(Object.fromEntries(lost)).toEqual({
      'block latest-posts': 1,
      'block post-title': 1,
      'block query-title': 1,
    });
  });

  it('keep footnotes as a list at the end', async () => {
    const { records } = await read([
      item({
        id: 1,
        content:
          '<!-- wp:paragraph --><p>Tide<sup data-fn="ab-1" class="fn"><a href="#ab-1">1</a></sup>.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->',
        meta: { footnotes: '[{"id":"ab-1","content":"Twice a <em>day</em>"}]' },
      }),
    ]);
    expect(records[0]!.fields['content']).toBe('Tide<sup>1</sup>.\n\n---\n\n1. Twice a *day*');
  });

  it('link to the documents that posts became, and keep other links', async () => {
    const text =
      '<a href="/2027/05/post-2/#x">a</a> <a href="http://tidal.example/?p=2">b</a> <a href="https://tidal.example/2027/05/old">c</a> ' +
      '<a href="/tag/sea/">d</a> <a href="#top">e</a> <a href="https://else.example/2027/05/post-2/">f</a>';
    const other = item({ id: 2, meta: { _wp_old_slug: 'old' } });
    const own = 'import:/article/tidal.example%2F2';
    expect(await textOf(text, other)).toBe(
      `[a](${own}) [b](${own}) [c](${own}) [d](https://www.tidal.example/tag/sea/) e [f](https://else.example/2027/05/post-2/)`,
    );
  });

  it('show the full picture with its description, and never a different one', async () => {
    const text = (name: string): string => `<img src="http://www.tidal.example/wp-content/uploads/${name}" alt="">`;
    const other = picture.replaceAll('>9<', '>10<').replace('quay.jpg', 'quay-80x80.jpg').replace('The quay', 'Small');
    const shown = (alt: string, name: string): string =>
      `![${alt}](https://www.tidal.example/wp-content/uploads/${name})`;
    expect(await textOf(text('quay-300x200.jpg'), picture, other)).toBe(shown('The quay', 'quay.jpg'));
    expect(await textOf(text('quay-80x80.jpg'), picture, other)).toBe(shown('Small', 'quay-80x80.jpg'));
    expect(await textOf(text('quay-300x200.jpg'), other)).toBe(shown('', 'quay-300x200.jpg'));
  });
});

describe('shortcodes of WordPress', () => {
  const quay = '![The quay](https://www.tidal.example/wp-content/uploads/quay.jpg)';

  it.each([
    [
      '[caption id="a" width="3"]<a href="/x"><img src="/a.jpg" alt="A" /></a> At <b>dusk</b>[/caption]',
      '[![A](https://www.tidal.example/a.jpg)](https://www.tidal.example/x)\n\n_At **dusk**_',
    ],
    ['a\n[gallery ids="9"]\nb', `a\n\n${quay}\n\nb`],
    ['[gallery columns="2"]', quay],
    ['[embed]https://video.example/1[/embed]', '<https://video.example/1>'],
    ['[youtube=https://video.example/2]', '<https://video.example/2>'],
    ['[audio mp3="https://a.example/b.mp3"][/audio]', '<https://a.example/b.mp3>'],
    ['[sourcecode language="css"]a {}[/sourcecode]', '```css\na {}\n```'],
    ['[vc_row][vc_column width="1/2"]a[/vc_column][/vc_row]', 'a'],
    ['[[gallery]] and [sic] and a[0]', '[gallery] and [sic] and a[0]'],
  ])('become what they show: %s', async (text, markdown) => {
    expect(await textOf(text, picture)).toBe(markdown);
  });

  it('that nobody knows stay, and are reported by name', async () => {
    const text = '[contact-form-7 id="3"] and [tabs]x[/tabs] and [tabs]y[/tabs]';
    const content = await read([item({ id: 1, content: text })]);
    expect(content.records[0]!.fields['content']).toBe(text);
    expect(content.findings).toEqual([
      'the shortcode [contact-form-7] has no meaning here and is kept as text in 1 place',
      'the shortcode [tabs] has no meaning here and is kept as text in 2 places',
    ]);
  });
});

describe('The Events Calendar', () => {
  const times = {
    _EventStartDate: '2027-06-18 20:30:00',
    _EventStartDateUTC: '2027-06-18 18:30:00',
    _EventEndDate: '2027-06-18 23:00:00',
    _EventEndDateUTC: '2027-06-18 21:00:00',
    _EventTimezone: 'Europe/Paris',
    _EventVenueID: '2',
  };

  it('has events and venues, which become events and places', async () => {
    const content = await read([
      item({
        id: 1,
        type: 'tribe_events',
        title: 'Opening',
        content: 'Loud.',
        meta: times,
        more: '<category domain="tribe_events_cat" nicename="c">Concert</category>',
      }),
      item({ id: 2, type: 'tribe_venue', title: 'Dock 4', meta: { _VenueAddress: 'Quay 1', _VenueCity: 'Port' } }),
    ]);
    expect(fieldsOf(content, 'event')).toEqual({
      'tidal.example/1': {
        title: 'Opening',
        start_time: '2027-06-18T20:30:00+02:00',
        end_time: '2027-06-18T23:00:00+02:00',
        category: 'Concert',
        place_id: 'tidal.example/2',
        description: 'Loud.',
      },
    });
    expect(fieldsOf(content, 'place')).toEqual({ 'tidal.example/2': { name: 'Dock 4', description: 'Quay 1, Port' } });
    expect(problemsIn(content)).toEqual([]);
  });

  it('has drafts, which no agenda can hold, and events without an end', async () => {
    const content = await read([
      item({ id: 1, type: 'tribe_events', status: 'draft', meta: times }),
      item({ id: 2, type: 'tribe_events', meta: { _EventStartDate: '2027-06-18 20:30:00' } }),
    ]);
    const why = '"A title" has no start and end that make sense';
    expect(content.records.map(({ id, unclear }) => [id, unclear])).toEqual([['tidal.example/2', why]]);
    expect(content.lost.get('event with the status draft')).toBe(1);
    expect(messagesOf(content)).toEqual([`24:3 ${why}`]);
  });
});

describe('files of WordPress', () => {
  it('are recognised by their start', () => {
    expect(wordpress.isFor(sourceOf({ 'a.xml': wxr() }))).toBe(true);
    expect(wordpress.isFor(sourceOf({ 'a.xml': wxr(), 'b.xml': '<rss><channel/></rss>' }))).toBe(false);
    expect(wordpress.isFor(sourceOf({ 'a.xml': '<?xml version="1.0"?><schedule/>' }))).toBe(false);
  });

  it('that are something else, or declare entities, are refused with a sentence', async () => {
    const message = (text: string): Promise<unknown> =>
      readWith(wordpress, { 'a.xml': text }).catch((error: Error) => error.message);
    expect(await message('<html/>')).toBe('a.xml is not an export of WordPress');
    expect(await message('')).toContain('cannot be read as XML');
    expect(await message(`<!DOCTYPE rss [<!ENTITY a "b">]>${wxr()}`)).toContain('cannot be read as XML');
  });

  it('that are damaged are read or refused, and never crash', async () => {
    const whole = wxr(
      item({
        id: 1,
        content: '<!-- wp:list --><ul><li>[caption]a[/caption]</li></ul><!-- /wp:list -->[gallery ids="9"]',
        meta: { footnotes: '[{}]' },
      }),
      picture,
    );
    const pieces = ['', '<', '>', '[', ']', '&', '\u0000', '"', '-->', ']]>', '{', '9999999999', '\ud83d'];
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(40), fc.constantFrom(...pieces), async (at, length, piece) => {
        await isRead(wordpress, { 'a.xml': whole.slice(0, at) + piece + whole.slice(at + length) });
        await isRead(wordpress, {
          'a.xml': wxr(item({ id: 1, content: whole.slice(at, at + 400).replaceAll(']]>', piece) })),
        });
      }),
      { numRuns: runs({ test: 200, proof: 5000 }) },
    );
  });

  it.each(['[embed]', '<!-- wp:x ', '[/embed][embed]', '<sup data-fn="a">', '[a b=c', '\n'])(
    'with half a megabyte of %j are read in bounded time',
    async (part) => {
      expect(await textOf(part.repeat(2 ** 19 / part.length))).toBeDefined();
    },
  );
});
