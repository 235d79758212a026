import { describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf } from '../html-tree.ts';
import { pageOf } from './block-page.ts';

describe('the countdown block', () => {
  const countdown = (more: object = {}) => ({
    type: 'countdown',
    values: [{ date: '2027-06-18T18:32:00+02:00', label: 'Avant la première étale', ...more }],
  });

  it.each([
    ['2027-06-10T12:00:00Z', '8 jours'],
    ['2027-06-17T16:32:00Z', '1 jour'],
    ['2027-06-18T13:30:00Z', '3 heures'],
    ['2027-06-18T16:30:30Z', '1 minute'],
    ['2027-06-18T16:32:00Z', 'C’est commencé'],
  ])('is correct without JavaScript at the time of the build: %s', async (now, left) => {
    const { blocks } = await pageOf([countdown()], { now });
    expect(textOf(one(blocks, '.countdown-left')).replaceAll("'", '’')).toBe(left);
  });

  it('shows the moment itself, with its time zone', async () => {
    const { blocks } = await pageOf([countdown()], { now: '2027-06-10T12:00:00Z' });
    expect(one(blocks, 'time').attributes['datetime']).toBe('2027-06-18T18:32:00+02:00');
    expect(textOf(one(blocks, 'time'))).toBe('vendredi 18 juin 2027, 18:32');
    expect(textOf(one(blocks, '[data-zone-name]'))).toBe('heure d’été d’Europe centrale');
    expect(one(blocks, '.countdown').attributes['data-countdown']).toBe('2027-06-18T18:32:00+02:00');
  });

  it('is over with the last entry of the programme, unless it counts to a later time', async () => {
    const files = {
      'events/last.yaml': 'title: Last\nstart_time: 2027-06-20T20:00:00+02:00\nend_time: 2027-06-20T22:00:00+02:00\n',
    };
    const leftAt = async (now: string, more?: object): Promise<string> =>
      textOf(one((await pageOf([countdown(more)], { now, files })).blocks, '.countdown-left'));
    expect(await leftAt('2027-06-20T19:59:59Z')).toBe('C’est commencé');
    expect(await leftAt('2027-06-20T20:00:00Z')).toBe('C’est terminé');
    expect(await leftAt('2027-06-20T20:00:00Z', { date: '2028-06-18T18:32:00+02:00' })).toBe('363 jours');
  });

  it('links to its destination', async () => {
    const { blocks } = await pageOf([countdown({ navigator: { nativeContent: 'program' } })]);
    expect(one(blocks, 'a').attributes['href']).toBe('../../program/');
    expect(textOf(one(blocks, 'a'))).toBe('Avant la première étale');
  });
});

describe('the meteo block', () => {
  const meteo = { type: 'meteo', values: [{ label: 'Port-Elme', latitude: 46.62, longitude: -1.86 }] };

  it('names the place and links to its forecast, without any request', async () => {
    const { blocks } = await pageOf([meteo]);
    for (const name of ['img', 'iframe', 'script', 'link']) expect(all(blocks, name), name).toEqual([]);
    expect(textOf(one(blocks, '.meteo-place'))).toBe('Port-Elme 46,62°, -1,86°');
    expect(one(blocks, 'a').attributes['href']).toBe('https://www.yr.no/en/forecast/daily-table/46.62,-1.86');
  });

  it('loads a forecast only after a click, and names the service', async () => {
    const { blocks } = await pageOf([meteo]);
    expect(one(blocks, '.meteo').attributes).toMatchObject({ 'data-latitude': '46.62', 'data-longitude': '-1.86' });
    expect(classesOf(one(blocks, '.meteo-more').attributes)).toContain('needs-script');
    expect(all(one(blocks, '.meteo-more'), 'button')).toHaveLength(1);
    expect(textOf(one(blocks, '.meteo-more'))).toContain('open-meteo.com');
    expect(one(blocks, '.meteo-days').children).toEqual([]);
  });

  it('names an unnamed place by its coordinates', async () => {
    const { blocks } = await pageOf([{ type: 'meteo', values: [{ latitude: 1, longitude: 2 }] }]);
    expect(textOf(one(blocks, 'strong'))).toBe('1°, 2°');
  });
});
