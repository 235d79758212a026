import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../src/site/blocks/moment-blocks.ts';
import { clockAt } from '../../src/site/site-clock.ts';
import { observedSite } from '../../src/site/question.ts';
import { answerOf, questionsNamed, theQuestion, type SiteQuestion } from '../../src/site/question.ts';
import type { Site } from '../../src/site/site.ts';
import { event, siteOf } from './harbour-site.ts';

const FILES = {
  'broadcast.yaml': 'name: Harbour\ntheme: { accentColor: "#0b3c49" }\n',
  'places/quay.yaml': 'name: Quay\n',
  'hosts/lena.yaml': 'title: Lena\n',
  'events/a.yaml': event('2027-06-18T20:30', '2027-06-18T22:00', 'place_id: places/quay\n'),
};

/** Everything a page can take from a site. */
const ASKED: readonly (readonly [SiteQuestion[0], (site: Site) => unknown])[] = [
  ['rootEntity', (site) => site.rootEntity],
  ['words', (site) => site.words],
  ['isPrivate', (site) => site.isPrivate],
  ['programme', (site) => site.programme],
  ['now', (site) => site.clock.now],
  ['of', (site) => site.of('event')],
  ['has', (site) => site.has('host')],
  ['find', (site) => site.find('place', 'places/quay')],
  ['entity', (site) => site.entity('events/a')],
  ['slotOf', (site) => site.slotOf('events/a')],
  ['slotsAt', (site) => site.slotsAt('places/quay')],
  ['slotsWith', (site) => site.slotsWith('hosts/lena')],
  ['meanwhile', (site) => site.meanwhile('events/a')],
  ['nameOf', (site) => site.nameOf('events/a', 'fr')],
  ['sharesText', (site) => site.sharesText('events/a', 'fr')],
  ['roomName', (site) => site.roomName('places/a', 'fr')],
  ['mediaSize', (site) => site.media('media/missing.jpg')],
  ['hasCome', (site) => site.clock.hasCome(Date.parse('2027-06-18T20:30:00Z'))],
  ['field', (site) => site.root.name],
  ['hasField', (site) => 'menu' in site.root],
];

function notedBy(use: (site: Site) => unknown): { readonly questions: readonly SiteQuestion[]; readonly got: unknown } {
  const questions: SiteQuestion[] = [];
  const got = use(observedSite(siteOf(FILES), (question) => questions.push(question)));
  return { questions, got };
}

describe('the questions of a page', () => {
  it.each(ASKED)('%s is noted once, and asked again it has the same answer', (type, use) => {
    const { questions, got } = notedBy(use);
    expect(questions.map((question) => question[0])).toEqual([type]);
    expect(answerOf(questions[0]!, siteOf(FILES))).toEqual(got);
  });

  it('about the time that is left are about its borders: the exact time is another one in each build', () => {
    const instant = Date.parse('2030-01-01T00:00:00Z');
    const { questions, got } = notedBy((site) => timeLeft(instant, site.clock));
    expect(got).toMatchObject({ unit: 'day' });
    expect(new Set(questions.map(([name]) => name))).toEqual(new Set(['hasCome']));
    const at = (now: number) => questions.map((question) => answerOf(question, { clock: clockAt(now) } as Site));
    const days = (got as { readonly amount: number }).amount;
    const last = instant - days * 86_400_000;
    expect([at(last), at(last - 86_399_999)]).toEqual([at(last - 1000), at(last - 1000)]);
    expect(at(last + 1)).not.toEqual(at(last));
    expect(at(last - 86_400_000)).not.toEqual(at(last));
  });

  it('about the theme are about its parts, since its colours are on no page', () => {
    const { questions } = notedBy((site) => site.root.theme?.logo);
    expect(questions).toEqual([
      ['hasParts', 'theme'],
      ['field', 'theme', 'logo'],
    ]);
    const without = siteOf({ ...FILES, 'broadcast.yaml': 'name: Harbour\n' });
    expect(questions.map((question) => answerOf(question, without))).toEqual([false, undefined]);
  });

  it('are one object if they are equal, wherever a name has spaces or dots', () => {
    const questions: readonly SiteQuestion[] = [
      ['hasParts', 'theme'],
      ['hasField', 'theme'],
      ['field', 'theme'],
      ['field', 'theme', 'logo'],
      ['field', 'theme.logo'],
      ['field'],
      ['find', 'place', 'a b'],
      ['find', 'place', 'a'],
      ['entity', 'a b'],
      ['hasCome', 1],
    ];
    expect(new Set(questions.map(theQuestion)).size).toBe(questions.length);
    expect(new Set([...questions, ...structuredClone(questions)].map(theQuestion)).size).toBe(questions.length);
    expect(questionsNamed('find')('place', 'a')).toBe(theQuestion(['find', 'place', 'a']));
  });
});
