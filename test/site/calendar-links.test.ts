import { expect, it } from 'vitest';
import { composeAllDays } from '../../src/site/pages/programme-frame.ts';
import { BY_DAY } from '../../src/site/pages/programme-list.ts';
import { composePlace } from '../../src/site/pages/document-pages.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { event, siteOf } from './harbour-site.ts';

const at = (place: string, category: string) =>
  event('2027-06-18T22:00:00+02:00', '2027-06-19T01:00:00+02:00', `place_id: places/${place}\ncategory: ${category}\n`);
const TEXTS = {
  'places/quay.yaml': 'name: Quay\n',
  'places/barge.yaml': 'name: Barge\n',
  'places/shop.yaml': 'name: Shop\n',
  'events/a.yaml': at('quay', 'talk'),
  'events/b.yaml': at('barge', 'concert'),
};

it('the programme links to a calendar of everything, of each category and of each place, to download and to subscribe', () => {
  const site = siteOf(TEXTS, { url: 'https://fest.example/2027/' });
  const { body } = composeAllDays(BY_DAY, site.programme, scopeOf(site, { locale: 'en', page: '/program/' }));
  expect(body).toMatchObject({
    calendars: {
      whole: { file: '../calendar.ics', subscribe: 'webcal://fest.example/2027/en/calendar.ics' },
      groups: [
        { links: [{ file: 'categories/concert/calendar.ics' }, { file: 'categories/talk/calendar.ics' }] },
        {
          links: [
            { title: { text: 'Barge' }, file: '../places/barge/calendar.ics' },
            { subscribe: 'webcal://fest.example/2027/en/places/quay/calendar.ics' },
          ],
        },
      ],
      schedules: [{ href: '../schedule.json' }, { href: '../schedule.xml' }],
    },
  });
});

it('a place links to its calendar if something takes place there, and without a URL of the site only to download', () => {
  const site = siteOf(TEXTS);
  const page = (address: string) =>
    composePlace(site.entity(address)!, scopeOf(site, { locale: 'fr', page: `/${address}/` })).body;
  expect(page('places/quay')).toMatchObject({ calendar: { file: 'calendar.ics' } });
  expect(page('places/quay')).not.toHaveProperty('calendar.subscribe');
  expect(page('places/shop')).not.toHaveProperty('calendar');
});
