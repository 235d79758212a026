import { describe, expect, it } from 'vitest';
import { observedSite } from '../../src/site/observed-site.ts';
import { answerOf, questionKey, type SiteQuestion } from '../../src/site/question.ts';
import type { Site } from '../../src/site/site.ts';
import { event, siteOf } from './harbour-site.ts';

const FILES = {
  'broadcast.yaml': 'name: Harbour\ntheme: { accentColor: "#0b3c49" }\n',
  'places/quay.yaml': 'name: Quay\n',
  'hosts/lena.yaml': 'title: Lena\n',
  'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00', 'place_id: places/quay\n'),
};

/** Everything a page can take from a site. */
const ASKED: readonly (readonly [SiteQuestion['type'], (site: Site) => unknown])[] = [
  ['root-entity', (site) => site.rootEntity],
  ['words', (site) => site.words],
  ['is-private', (site) => site.isPrivate],
  ['programme', (site) => site.programme],
  ['now', (site) => site.clock.now],
  ['of', (site) => site.of('event')],
  ['has', (site) => site.has('host')],
  ['find', (site) => site.find('place', 'places/quay')],
  ['entity', (site) => site.entity('events/a')],
  ['slot-of', (site) => site.slotOf('events/a')],
  ['slots-at', (site) => site.slotsAt('places/quay')],
  ['slots-with', (site) => site.slotsWith('hosts/lena')],
  ['meanwhile', (site) => site.meanwhile('events/a')],
  ['name-of', (site) => site.nameOf('events/a', 'fr')],
  ['shares-text', (site) => site.sharesText('events/a', 'fr')],
  ['room-name', (site) => site.roomName('places/a', 'fr')],
  ['media-size', (site) => site.media('media/missing.jpg')],
  ['has-come', (site) => site.clock.hasCome(Date.parse('2027-06-18T20:30:00Z'))],
  ['field', (site) => site.root.name],
  ['has-field', (site) => 'menu' in site.root],
];

function notedBy(use: (site: Site) => unknown): { readonly questions: readonly SiteQuestion[]; readonly got: unknown } {
  const questions: SiteQuestion[] = [];
  const got = use(observedSite(siteOf(FILES), (question) => questions.push(question)));
  return { questions, got };
}

describe('the questions of a page', () => {
  it.each(ASKED)('%s is noted once, and asked again it has the same answer', (type, use) => {
    const { questions, got } = notedBy(use);
    expect(questions.map((question) => question.type)).toEqual([type]);
    expect(answerOf(questions[0]!, siteOf(FILES))).toEqual(got);
  });

  it('about the theme are about its parts, since its colours are on no page', () => {
    const { questions } = notedBy((site) => site.root.theme?.logo);
    expect(questions).toEqual([
      { type: 'has-parts', path: ['theme'] },
      { type: 'field', path: ['theme', 'logo'] },
    ]);
    const without = siteOf({ ...FILES, 'broadcast.yaml': 'name: Harbour\n' });
    expect(questions.map((question) => answerOf(question, without))).toEqual([false, undefined]);
  });

  it('that differ have different keys, wherever a name has spaces or dots', () => {
    const questions: readonly SiteQuestion[] = [
      { type: 'has-parts', path: ['theme'] },
      { type: 'has-field', path: ['theme'] },
      { type: 'field', path: ['theme'] },
      { type: 'field', path: ['theme', 'logo'] },
      { type: 'field', path: ['theme.logo'] },
      { type: 'field', path: [] },
      { type: 'find', kind: 'place', pointer: 'a b' },
      { type: 'find', kind: 'place', pointer: 'a' },
      { type: 'entity', address: 'a b' },
      { type: 'has-come', instant: 1 },
    ];
    expect(new Set(questions.map(questionKey)).size).toBe(questions.length);
    expect(questionKey({ type: 'now' })).toBe(questionKey({ type: 'now' }));
  });
});
