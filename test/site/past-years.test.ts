import { describe, expect, it } from 'vitest';
import { composeAllDays } from '../../src/site/pages/programme-frame.ts';
import { BY_DAY } from '../../src/site/pages/programme-list.ts';
import { slotView } from '../../src/site/pages/slots.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { event, siteOf } from './harbour-site.ts';

function shownOn(now: string, locale: 'fr' | 'en' = 'en') {
  const files = {
    'events/old.yaml': event('2026-06-19T20:00:00+02:00', '2026-06-19T22:00:00+02:00'),
    'events/new.yaml': event('2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00'),
  };
  const site = siteOf(files, { now });
  const scope = scopeOf(site, { locale, page: '/program/' });
  const { body } = composeAllDays(BY_DAY, site.programme, scope) as unknown as {
    body: { groups: readonly { title: { text: string } }[]; jump: readonly { text: string }[] };
  };
  return {
    days: body.groups.map(({ title }, index) => [title.text, body.jump[index]!.text]),
    times: site.programme.map((slot) => slotView(slot, scope).time.day),
    nextChange: site.clock.nextChange,
  };
}

describe('a day of a past year', () => {
  it('shows its year, unlike a day of this year or a later one', () => {
    expect(shownOn('2027-03-01T12:00:00Z')).toEqual({
      days: [
        ['Friday, 19 June 2026', '19 Jun 2026'],
        ['Friday 18 June', 'Fri 18 Jun'],
      ],
      times: ['Friday, 19 June 2026', 'Friday 18 June'],
      nextChange: Date.parse('2028-01-01T00:00:00+01:00'),
    });
    expect(shownOn('2027-03-01T12:00:00Z', 'fr').times).toEqual(['vendredi 19 juin 2026', 'vendredi 18 juin']);
  });

  it("shows it from New Year on, in the site's time zone", () => {
    expect(shownOn('2026-12-31T22:59:59Z').times).toEqual(['Friday 19 June', 'Friday, 18 June 2027']);
    expect(shownOn('2026-12-31T23:00:00Z').times).toEqual(['Friday, 19 June 2026', 'Friday 18 June']);
  });
});

describe('a programme over New Year', () => {
  const times = (now: string) => {
    const files = {
      'events/summer.yaml': event('2027-06-20T20:00:00+02:00', '2027-06-20T22:00:00+02:00'),
      'events/eve.yaml': event('2027-12-31T22:00:00+01:00', '2027-12-31T23:00:00+01:00'),
      'events/night.yaml': event('2028-01-01T00:30:00+01:00', '2028-01-01T02:00:00+01:00'),
    };
    const site = siteOf(files, { now });
    return site.programme.map((slot) => slotView(slot, scopeOf(site, { locale: 'en', page: '/' })).time.day);
  };

  it('shows the year of the second year, and that of the first one when it is past', () => {
    expect(times('2027-05-01T00:00:00Z')).toEqual(['Sunday 20 June', 'Friday 31 December', 'Saturday, 1 January 2028']);
    expect(times('2026-05-01T00:00:00Z')).toEqual(times('2027-05-01T00:00:00Z'));
    expect(times('2028-01-01T00:00:00Z').slice(0, 2)).toEqual(['Sunday, 20 June 2027', 'Friday, 31 December 2027']);
  });
});
