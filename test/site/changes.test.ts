import { describe, expect, it } from 'vitest';
import type { Appointment, ProgrammeChange, SiteHistory } from '../../src/site/programme-history.ts';
import { pagesOf } from '../../src/site/pages.ts';
import type { ChangesPage, ProgrammePage, SlotPage } from '../../src/site/pages/view.ts';
import type { Site } from '../../src/site/site.ts';
import { event, filesOf, siteOf, viewAt } from './harbour-site.ts';

const HALL = { address: 'places/hall', title: 'Salle' };
const BARGE = { address: 'places/barge', title: 'Péniche' };
const FILES = {
  'broadcast.yaml': 'name: Harbour\n',
  'places/hall.yaml': 'name: Salle\n$locales: { en: { name: Hall } }\n',
  'places/barge.yaml': 'name: Péniche\n$locales: { en: { name: Barge } }\n',
  'events/a.yaml': event('2027-06-18T15:30:00+02:00', '2027-06-18T16:30:00+02:00', 'place_id: places/barge\n'),
  'events/b.yaml':
    'title: Nouveau\n$locales: { en: { title: Bee } }\nstart_time: 2027-06-18T20:00:00+02:00\nend_time: 2027-06-18T21:00:00+02:00\n',
  'events/c.yaml': event('2027-06-18T18:00:00+02:00', '2027-06-18T19:00:00+02:00', '$cancelled: true\n'),
};

const at = (start: string, end: string, more: Partial<Appointment> = {}): Appointment => ({
  title: 'A',
  start: Date.parse(`2027-06-${start}:00+02:00`),
  end: Date.parse(`2027-06-${end}:00+02:00`),
  ...more,
});

const WAS = at('18T14:00', '18T15:00', { place: HALL });
const IS = at('18T15:30', '18T16:30', { place: BARGE });
const MOVED = { address: 'events/a', type: 'moved', from: WAS, to: IS } as const;

type Made = Omit<ProgrammeChange, 'at' | 'commit'> & { readonly on?: string };

/** The latest first, each on a day of its own before the first of June. */
function historyOf(changes: readonly Made[]): SiteHistory {
  const dated = changes.map(({ on, ...change }, index) => ({
    ...change,
    commit: String(changes.length - index).padStart(40, '0'),
    at: Date.parse(on ?? `2027-05-${String(30 - index).padStart(2, '0')}T10:00:00Z`),
  }));
  return { head: 'f'.repeat(40), revisions: new Map(), changes: dated };
}

const opened = (changes: readonly Made[], options: Parameters<typeof siteOf>[1] = {}): Site =>
  siteOf(FILES, { history: historyOf(changes), url: 'https://harbour.example', ...options });

function bodyAt<B>(site: Site, path: string, locale: 'fr' | 'en' = 'en'): B {
  return viewAt(site, path, locale).body as B;
}

const detailsOf = (changes: readonly Made[], locale: 'fr' | 'en' = 'en'): readonly string[] =>
  bodyAt<ChangesPage>(opened(changes), '/program/changes/', locale).days.flatMap((day) =>
    day.changes.map(({ word, title, detail }) => `${word} ${title.text}: ${detail}`),
  );

describe('the page of changes', () => {
  it('keeps the fragments of changes, and so the ids in the feed, when a file is renamed', () => {
    const keyOf = (site: Site): string => bodyAt<ChangesPage>(site, '/program/changes/').days[0]!.changes[0]!.key;
    const { 'events/a.yaml': text, ...others } = FILES;
    const renamed = siteOf(
      { ...others, 'events/b.yaml': `${text}$aliases: [events/a]\n` },
      { history: historyOf([{ ...MOVED, address: 'events/b' }]), url: 'https://harbour.example' },
    );
    expect(keyOf(renamed)).toBe(keyOf(opened([MOVED])));
  });

  it('says what was moved from where to where, in the language of the page', () => {
    const title = '2027-06-18T15:30:00+02:00';
    expect(detailsOf([MOVED])).toEqual([`Moved ${title}: from 14:00 to 15:30, from Hall to Barge`]);
    expect(detailsOf([MOVED], 'fr')).toEqual([
      `Déplacé ${title}: de 14:00 à 15:30, de «\u00a0Salle\u00a0» vers «\u00a0Péniche\u00a0»`,
    ]);
  });

  it.each<[string, Appointment, Appointment]>([
    ['from Friday 18 June, 14:00 to Saturday 19 June, 14:00', at('18T14:00', '18T15:00'), at('19T14:00', '19T15:00')],
    ['from 14:00–15:00 to 15:00–17:00', at('18T14:00', '18T15:00'), at('18T15:00', '18T17:00')],
    ['from 14:00 to 14:30', at('18T14:00', '18T15:00'), at('18T14:30', '18T15:00')],
    ['until 16:00 instead of 15:00', at('18T14:00', '18T15:00'), at('18T14:00', '18T16:00')],
    ['now at Hall', at('18T14:00', '18T15:00'), WAS],
    ['no longer at Hall', WAS, at('18T14:00', '18T15:00')],
    ['from Old barn to Hall', { ...WAS, place: { address: 'places/barn', title: 'Old barn' } }, WAS],
  ])('says %s', (expected, from, to) => {
    expect(detailsOf([{ ...MOVED, from, to }])).toEqual([`Moved 2027-06-18T15:30:00+02:00: ${expected}`]);
  });

  it('shows entries that are gone with their last title, without a link', () => {
    const removed = { address: 'events/x', type: 'removed', from: { ...WAS, title: 'Ancien' } } as const;
    const { days } = bodyAt<ChangesPage>(opened([removed]), '/program/changes/');
    expect(days[0]!.changes[0]).toMatchObject({
      title: { text: 'Ancien', lang: 'fr' },
      detail: 'was Friday 18 June, 14:00, Hall',
    });
    expect(days[0]!.changes[0]).not.toHaveProperty('link');
  });

  it('shows a new title only in languages without a title of their own', () => {
    const retitled = { address: 'events/b', type: 'retitled', from: { ...WAS, title: 'Vieux' }, to: IS } as const;
    expect(detailsOf([retitled], 'fr')).toEqual(['Nouveau titre Nouveau: auparavant «\u00a0Vieux\u00a0»']);
    expect(detailsOf([retitled], 'en')).toEqual([]);
  });

  it('has the changes of a day together, and at most 200', () => {
    const many = Array.from({ length: 250 }, (): Made => ({ ...MOVED, on: '2027-05-20T10:00:00Z' }));
    const { days, marks } = bodyAt<ChangesPage>(opened(many), '/program/changes/');
    expect(days.map(({ title, changes }) => [title, changes.length])).toEqual([['Thursday, 20 May 2027', 200]]);
    expect(marks.split(' ')).toHaveLength(200);
  });

  it('is linked from the programme as soon as there is a change', () => {
    expect(bodyAt<ProgrammePage>(opened([]), '/program/').changes?.link).toBeUndefined();
    expect(bodyAt<ProgrammePage>(opened([MOVED]), '/program/').changes).toMatchObject({
      link: { href: 'changes/' },
      marks: '0000000000@1811671200',
    });
  });

  it('does not exist without a history, and neither does its feed', () => {
    const site = siteOf(FILES, { url: 'https://harbour.example' });
    const { pages } = pagesOf(site);
    expect(pages.map(({ page }) => page)).not.toContain('/program/changes/');
    expect([...filesOf(site).keys()]).not.toContain('/program/changes/feed.xml');
  });
});

describe('the feed of changes', () => {
  it('has one entry a change, with an id that stays', () => {
    const site = opened([MOVED]);
    const text = filesOf(site).get('/en/program/changes/feed.xml')!;
    const key = '0000000000-events-a-moved';
    expect(text).toContain(`<id>https://harbour.example/en/program/changes/#${key}</id>`);
    expect(text).toContain(
      '<updated>2027-05-30T10:00:00Z</updated>\n    <summary>from 14:00 to 15:30, from Hall to Barge',
    );
    expect(bodyAt<ChangesPage>(site, '/program/changes/').days[0]!.changes[0]!.key).toBe(key);
  });
});

describe('the mark of an entry of the programme', () => {
  const markOf = (changes: readonly Made[], options = {}, address = 'events/a') =>
    bodyAt<SlotPage>(opened(changes, options), `/${address}/`).slot.mark;

  it('says for a week that it was moved, and from where', () => {
    expect(markOf([MOVED])).toEqual({ type: 'moved', text: 'Moved', detail: 'was Friday 18 June, 14:00, Hall' });
    expect(markOf([MOVED], { now: '2027-06-06T10:00:00Z' })).toBeUndefined();
  });

  it('makes the site due for a build when it expires', () => {
    const site = opened([MOVED]);
    bodyAt(site, '/events/a/');
    expect(site.clock.nextChange).toBe(Date.parse('2027-06-06T10:00:00Z'));
  });

  it('is absent if it was moved back', () => {
    expect(markOf([{ ...MOVED, from: IS, to: WAS }, MOVED])).toBeUndefined();
  });

  it('says what is new, even if it was moved since', () => {
    expect(markOf([MOVED, { address: 'events/a', type: 'new', to: WAS }])).toEqual({ type: 'new', text: 'New' });
  });

  it('is shown before the commit, as the content is too', () => {
    expect(markOf([MOVED], { now: '2027-05-01T00:00:00Z' })).toMatchObject({ type: 'moved' });
  });

  it('says that it is cancelled, with and without a history', () => {
    const cancelled = { type: 'cancelled', text: 'Cancelled' };
    expect(markOf([], {}, 'events/c')).toEqual(cancelled);
    const site = siteOf(FILES);
    expect(bodyAt<SlotPage>(site, '/events/c/').slot.mark).toEqual(cancelled);
    expect(site.programme.map(({ entity }) => entity.address)).toContain('events/c');
  });
});
