import { describe, expect, it } from 'vitest';
import { BOOKLETS } from '../../src/site/links/urls.ts';
import type { BookletPage, HomePage, SlotPage } from '../../src/site/pages/view.ts';
import type { Site } from '../../src/site/site.ts';
import { event, filesOf, siteOf, viewAt } from './harbour-site.ts';
import { slotView } from '../../src/site/pages/slots.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { inShort } from '../model/harbour.ts';

const FILES = {
  'broadcast.yaml': `name: Harbour
home:
  blocks:
    - { type: title, values: [{ text: Welcome }] }
    - { type: countdown, values: [{ date: 2027-06-18T20:00:00+02:00 }] }
    - { type: title, values: [{ text: News }] }
    - { type: articles, values: [{ query: { filters: [] } }] }
`,
  'articles/thanks.md':
    '---\ntitle: Thanks\nstatus: published\npublished_at: 2027-06-01T12:00:00+02:00\n---\nThanks.\n',
  'events/opening.yaml': event('2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00'),
  'events/night.yaml': event('2027-06-19T01:00:00+02:00', '2027-06-19T09:00:00+02:00'),
  'events/gone.yaml': event('2027-06-18T21:00:00+02:00', '2027-07-18T21:00:00+02:00', '$cancelled: true\n'),
  'events/encore.yaml': event('2027-06-26T20:00:00+02:00', '2027-06-26T22:00:00+02:00'),
};

const at = (now: string, files: Record<string, string> = FILES): Site => siteOf(files, { now });
const bodyAt = (site: Site, path: string) => viewAt(site, path).body;
const homeAt = (now: string, files?: Record<string, string>) => {
  const site = at(now, files);
  const home = bodyAt(site, '/') as HomePage;
  const nextChange = site.clock.nextChange;
  return { home, nextChange: nextChange === undefined ? undefined : new Date(nextChange).toISOString() };
};

describe('the home page', () => {
  it.each([
    ['2027-06-18T05:59:00+02:00', 'before'],
    ['2027-06-18T06:00:00+02:00', 'during'],
    // A night belongs to its evening until 10:00.
    ['2027-06-19T08:00:00+02:00', 'during'],
    // Between two weekends, the second one is to come. An entry that is cancelled does not count.
    ['2027-06-20T12:00:00+02:00', 'before'],
    ['2027-06-26T21:00:00+02:00', 'during'],
    ['2027-06-26T22:00:00+02:00', 'after'],
  ])('at %s is that %s the event', (now, phase) => {
    expect(homeAt(now).home.phase).toBe(phase);
  });

  it('has the dates of what takes place, like the structured data, the booklet and the schedule', () => {
    const datesOf = (files: Record<string, string>) => {
      const site = siteOf(files, { now: '2027-06-01T12:00:00Z', url: 'https://harbour.example' });
      const [home, booklet] = ['/', BOOKLETS.a4].map((path) => bodyAt(site, path)) as [HomePage, BookletPage];
      const [festival] = viewAt(site, '/').seo.things;
      const schedule = filesOf(site).get('/en/schedule.json') ?? '';
      return [
        home.occasion!.dates.replaceAll(/\s/g, ' '),
        booklet.dates,
        String(festival!['startDate']),
        String(festival!['endDate']),
        ...(schedule.match(/(?<="(?:start|end)":")\d{4}-\d\d-\d\d(?=",")/g) ?? []),
      ];
    };
    expect(datesOf(FILES)).toEqual([
      '18 – 26 June 2027',
      'Friday, 18 June 2027 – Saturday, 26 June 2027',
      '2027-06-18T20:00:00+02:00',
      '2027-06-26T22:00:00+02:00',
      '2027-06-18',
      '2027-06-26',
    ]);
    // If all of it is cancelled, it has the dates on which it was to take place.
    const cancelled = Object.entries(FILES).map(([path, text]) => [
      path,
      text.replace(/^title:/, '$cancelled: true\n$&'),
    ]);
    expect(datesOf({ ...Object.fromEntries(cancelled), 'events/gone.yaml': FILES['events/gone.yaml'] })[0]).toBe(
      '18 June – 18 July 2027',
    );
  });

  it('shows what is on now and what is next, and the build names the instant at which that changes', () => {
    const shownAt = (now: string) => {
      const { home, nextChange } = homeAt(now);
      return [home.nowNext!.now, home.nowNext!.next]
        .map((slots) => slots.map(({ address }) => address))
        .concat([[nextChange ?? '']]);
    };
    expect(shownAt('2027-06-18T21:30:00+02:00')).toEqual([
      ['events/opening'],
      ['events/night'],
      ['2027-06-18T20:00:00.000Z'],
    ]);
    expect(shownAt('2027-06-18T22:00:00+02:00')).toEqual([[], ['events/night'], ['2027-06-18T23:00:00.000Z']]);
    expect(shownAt('2027-06-19T08:59:00+02:00').slice(0, 2)).toEqual([['events/night'], []]);
  });

  it('begins with articles when the event is over, in the order of their author until then', () => {
    const typesAt = (now: string, files?: Record<string, string>) => {
      const { content, news } = homeAt(now, files).home;
      return { types: content.blocks.map(({ type }) => type), news };
    };
    const during = { types: ['title', 'countdown', 'title', 'articles'], news: { first: 2, last: 3 } };
    expect(typesAt('2027-06-26T21:00:00+02:00')).toEqual(during);
    const after = { types: ['title', 'articles', 'title', 'countdown'], news: { first: 0, last: 1 } };
    expect(typesAt('2027-06-26T22:00:00+02:00')).toEqual(after);
    const withoutList = { ...FILES, 'broadcast.yaml': 'name: Harbour\n' };
    expect(typesAt('2027-06-26T21:00:00+02:00', withoutList)).toEqual({ types: [], news: undefined });
    expect(typesAt('2027-06-26T22:00:00+02:00', withoutList).types).toEqual(['title', 'articles']);
  });

  it('begins with the recordings when the event is over, each with the picture of its host if it has none', () => {
    const files = {
      ...FILES,
      'media/ada.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
      'hosts/ada.yaml': 'title: Ada\nstatus: published\nmedia: { url: media/ada.svg, type: image }\n',
      'events/talk.yaml': event(
        '2027-06-18T18:00:00+02:00',
        '2027-06-18T19:00:00+02:00',
        '$recording: https://video.example/talk\n$hosts: [hosts/ada]\n',
      ),
    };
    const [title, recordings, ...others] = homeAt('2027-06-26T22:00:00+02:00', files).home.content.blocks;
    expect(title).toMatchObject({ type: 'title', texts: ['Recordings'] });
    expect(recordings).toMatchObject({
      type: 'sessions',
      cards: [{ address: 'events/talk', media: { source: { name: 'media/ada.svg' } } }],
    });
    expect(others.map(({ type }) => type)).toEqual(['title', 'articles', 'title', 'countdown']);
    expect(homeAt('2027-06-26T21:00:00+02:00', files).home.content.blocks[0]).toMatchObject({ texts: ['Welcome'] });
  });
});

describe('the page of an event', () => {
  it('says that it is on and that it is over, but not how long until it starts: that would change every day', () => {
    const stateAt = (now: string, name = 'opening') => {
      const site = at(now);
      const { state } = bodyAt(site, `/events/${name}/`) as SlotPage;
      return [state, site.clock.nextChange];
    };
    const [start, end] = ['2027-06-18T18:00:00Z', '2027-06-18T20:00:00Z'].map(Date.parse);
    expect(stateAt('2027-06-18T19:59:59+02:00')).toEqual([undefined, start]);
    expect(stateAt('2027-06-18T20:00:00+02:00')).toEqual(['now', end]);
    expect(stateAt('2027-06-18T22:00:00+02:00')[0]).toBe('over');
    expect(stateAt('2027-06-20T22:00:00+02:00', 'gone')[0]).toBeUndefined();
  });

  it('shows since when something else is on that began on an earlier day', () => {
    const site = siteOf({
      'events/show.yaml': event('2027-06-18T10:00:00+02:00', '2027-06-20T22:00:00+02:00'),
      'events/talk.yaml': event('2027-06-19T09:00:00+02:00', '2027-06-19T10:00:00+02:00'),
    });
    expect((bodyAt(site, '/events/talk/') as SlotPage).meanwhile[0]!.since?.text).toBe('since Fri 18');
    expect((bodyAt(site, '/events/show/') as SlotPage).meanwhile[0]!.since).toBeUndefined();
  });
});

const concert = (keys: string) => ({ 'events/a.yaml': event('2027-06-18T20:00Z', '2027-06-18T21:00Z', keys) });
const STREAM = '$stream: https://live.example/a\n';
const RECORDING = '$recording: https://media.example/a\n';

describe('what is known of an entry around its time', () => {
  const shown = (keys: string, now = '2027-06-18T20:00:00Z') => {
    const site = siteOf(concert(keys), { now });
    const { mark, live = [] } = slotView(site.programme[0]!, scopeOf(site, { locale: 'en', page: '/' }));
    return [mark?.text, ...live.map(({ text, url }) => [text, url].join(' ').trim())].filter(Boolean);
  };

  it.each([
    ['', []],
    ['$full: true\n', ['Full']],
    [`$full: true\n${STREAM}`, ['Full', 'Live stream https://live.example/a']],
    [`$full: true\n${STREAM}${RECORDING}`, ['Recording https://media.example/a']],
    [`$full: true\n${STREAM}$cancelled: true\n`, ['Cancelled']],
  ])('with %j is %j', (keys, expected) => expect(shown(keys)).toEqual(expected));

  it('is no stream or missing place when it is over, and no recording before it starts', () => {
    const keys = `$full: true\n${STREAM}`;
    expect(shown(keys, '2027-06-18T21:00:00Z')).toEqual([]);
    expect(shown(keys + RECORDING, '2027-06-18T21:00:00Z')).toEqual(['Recording https://media.example/a']);
    expect(shown(keys + RECORDING, '2027-06-18T19:59:00Z')).toEqual(['Full', 'Live stream https://live.example/a']);
  });

  it.each([
    ['$stream: http://live.example/a\n', ['bad-url 4:10']],
    ['$recording: live.example/a\n', ['bad-url 4:13']],
    ['$full: very\n', ['wrong-type 4:8']],
  ])('is checked: %j', (keys, expected) => expect(inShort(concert(keys))).toEqual(expected));
});
