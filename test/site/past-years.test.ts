import { describe, expect, it } from 'vitest';
import { composeByDay } from '../../src/site/pages/programme-list.ts';
import { slotView } from '../../src/site/pages/slot-view.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { event, siteOf } from './harbour-site.ts';

function shownOn(now: string, locale: 'fr' | 'en' = 'en') {
  const files = {
    'events/old.yaml': event('2026-06-19T20:00:00+02:00', '2026-06-19T22:00:00+02:00'),
    'events/new.yaml': event('2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00'),
  };
  const site = siteOf(files, { now });
  const scope = scopeOf(site, { locale, page: '/program/' });
  const { body } = composeByDay(site.programme, scope) as unknown as {
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
    expect(shownOn('2026-12-31T22:59:59Z').times).toEqual(['Friday 19 June', 'Friday 18 June']);
    expect(shownOn('2026-12-31T23:00:00Z').times).toEqual(['Friday, 19 June 2026', 'Friday 18 June']);
  });
});
