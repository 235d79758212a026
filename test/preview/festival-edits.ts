/** Random edits of the small festival: of documents, media, templates and the clock. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { DRAWINGS, SMALL_FESTIVAL } from './small-festival.ts';

/** A festival on disk. */
export interface Edited {
  now: number;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly rename: (from: string, to: string) => void;
  /** Into the target's own folder. Undefined removes the file. */
  readonly overlay: (path: string, text: string | undefined) => void;
  /** A template of the site's own. Undefined removes it. */
  readonly override: (name: string, text: string | undefined) => void;
}

export const swap = (path: string, from: string, to: string) => {
  expect(SMALL_FESTIVAL[path]).toContain(from);
  return SMALL_FESTIVAL[path]!.replace(from, to);
};

export type Edit<W extends Edited = Edited> = (workshop: W) => void;
const writes = (path: string, ...texts: readonly string[]): fc.Arbitrary<Edit> =>
  fc.constantFrom(...texts, SMALL_FESTIVAL[path] ?? texts[0]!).map((text) => (workshop) => workshop.write(path, text));
const article = (title: string, more: string, body = 'Text.'): string =>
  `---\ntitle: ${title}\nstatus: published\n${more}\n---\n${body}\n`;

export const FESTIVAL_EDITS: readonly fc.Arbitrary<Edit>[] = [
  writes(
    'broadcast.yaml',
    swap('broadcast.yaml', '#FFFFFF', '#FAF0E0'),
    swap('broadcast.yaml', 'name: Harbour', 'name: Port'),
    swap('broadcast.yaml', 'iconFamily: lucide', 'iconFamily: hero'),
    swap('broadcast.yaml', 'logo: media/logo.svg, ', ''),
    swap('broadcast.yaml', 'limit: 2', 'limit: 1'),
    swap('broadcast.yaml', 'broadcastPageId: pages/about', 'nativeContent: contact'),
    swap('broadcast.yaml', 'isWeb: true', 'isWeb: true\nisPrivate: true'),
    'name: [broken',
  ),
  writes(
    'events/opening.yaml',
    swap('events/opening.yaml', 'title: Opening', 'title: The opening'),
    swap('events/opening.yaml', 'places/quay', 'places/hall'),
    swap('events/opening.yaml', '18T20:00', '18T18:30'),
    swap('events/opening.yaml', 'category: concert\n', ''),
    swap('events/opening.yaml', 'title: Opening', '$slug: first-night\ntitle: Opening'),
    'title: Opening\nstart_tim: 3',
  ),
  writes('events/night.yaml', 'title: Night\nstart_time: 2027-06-18T21:30:00Z\nend_time: 2027-06-19T00:30:00Z\n'),
  writes('places/quay.yaml', swap('places/quay.yaml', 'name: Quay', 'name: The quay'), 'name: Quay\n'),
  writes(
    'sessions/talk.yaml',
    swap('sessions/talk.yaml', '[hosts/ada]', '[hosts/ben, hosts/ada]'),
    swap('sessions/talk.yaml', 'status: published', 'status: draft'),
  ),
  writes(
    'hosts/ada.yaml',
    swap('hosts/ada.yaml', 'title: Ada', 'title: Ada L.'),
    swap('hosts/ada.yaml', 'status: published', 'status: draft'),
  ),
  writes('hosts/ben.yaml', 'title: Ben\nstatus: draft\n'),
  writes('categories/concert.yaml', swap('categories/concert.yaml', '#CC3300', '#008800')),
  writes(
    'pages/about.yaml',
    swap('pages/about.yaml', 'title: About', 'title: About us'),
    swap('pages/about.yaml', 'status: published', 'status: published\nisPrivate: true'),
    swap('pages/about.yaml', 'type: paragraph', 'type: paragraph, height: 300'),
  ),
  writes('pages/more.yaml', 'title: More\nstatus: published\nblocks: [{ type: title, values: [{ text: More }] }]\n'),
  writes('maps/harbour.yaml', swap('maps/harbour.yaml', 'title: Harbour', 'title: The port')),
  writes('diffusers/web.yaml', swap('diffusers/web.yaml', 'indexing: true', 'indexing: false')),
  writes('media/map.svg', ...DRAWINGS, '<svg><script>alert(1)</script></svg>'),
  writes('media/cover.yaml', 'mediaUrl: https://example.org/cover.svg\nalt: Another cover\n'),
  writes('articles/first.md', article('First', 'published_at: 2027-05-03T09:00:00Z'), article('First again', '')),
  writes('articles/second.md', article('Second', 'published_at: 2027-05-02T09:00:00Z', 'See [more](pages/more).')),
  writes('articles/second.en.md', '---\ntitle: Number two\n---\nIn English.\n'),
  writes('articles/none.md', article('None', 'published_at: 2027-04-02T09:00:00Z', '<script>x</script> <b>bold</b>')),
  writes('articles/later.md', article('Later', 'published_at: 2027-06-20T09:00:00Z')),
  fc
    .constantFrom(...Object.keys(SMALL_FESTIVAL), 'events/night.yaml', 'pages/more.yaml', 'articles/none.md')
    .map((path) => (workshop) => workshop.remove(path)),
  fc
    .constantFrom(
      ['events/ball.yaml', 'events/dance.yaml'],
      ['articles/first.md', 'articles/one.md'],
      ['articles/second.en.md', 'articles/first.en.md'],
      ['media/logo.svg', 'media/mark.svg'],
    )
    .map(
      ([from, to]) =>
        (workshop) =>
          workshop.rename(from!, to!),
    ),
  fc
    .constantFrom(
      ['events/opening.yaml', 'title: Only here\n'],
      ['events/opening.yaml', undefined],
      ['events/extra.yaml', 'title: Extra\nstart_time: 2027-06-20T18:00:00Z\nend_time: 2027-06-20T19:00:00Z\n'],
      ['broadcast.yaml', 'name: Staging\n'],
      ['broadcast.yaml', undefined],
      ['articles/second.md', '---\ntitle: Another second\n---\nAnother text.\n'],
      ['articles/second.en.md', '---\ntitle: Another, in English\n---\n'],
      ['media/map.svg', DRAWINGS[2]],
      ['media/map.svg', undefined],
    )
    .map(
      ([path, text]) =>
        (workshop) =>
          workshop.overlay(path!, text),
    ),
  fc
    .constantFrom(
      ['pages/article.eta', '<h1>Own: <%= it.page.title.text %></h1>'],
      ['pages/article.eta', undefined],
      ['blocks/title.eta', '<h2>Own title</h2>'],
      ['blocks/title.eta', '<% nowhere() %>'],
      ['blocks/title.eta', undefined],
      ['assets/js/now.js', 'console.log(1);'],
      ['assets/js/now.js', undefined],
    )
    .map(
      ([name, text]) =>
        (workshop) =>
          workshop.override(name!, text),
    ),
  fc
    .constantFrom('2027-06-01T12:00:00Z', '2027-06-11T12:00:00Z', '2027-06-18T19:30:00Z', '2027-07-01T12:00:00Z')
    .map((now) => (workshop) => void (workshop.now = Date.parse(now))),
];
