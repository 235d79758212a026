import { expect, it } from 'vitest';
import { buildFiles } from './build-harness.ts';

const session = (start: string, end: string, timezone: string): string =>
  `title: Far away\nstatus: published\ntime: { start: ${start}, end: ${end}, timezone: ${timezone} }\n`;

const PAGES = ['en/sessions/far/index.html', 'en/program/index.html', 'en/program/places/index.html'];

const shownIn = (html: string | undefined): readonly (string | undefined)[] =>
  [...(html ?? '').matchAll(/<span class="elsewhere">(.*?)<\/span>/g)].map(([, words]) => words);

it('a session that is announced in another time zone also shows its time there, with the name of the zone', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T14:30:00', '2027-06-18T15:30:00', 'America/New_York'),
  });
  for (const page of PAGES) {
    const html = output.get(page);
    expect(html, page).toMatch(/<time datetime="2027-06-18T20:30:00\+02:00"[^>]*>20:30<\/time>/);
    expect(shownIn(html), page).toEqual(['14:30 – 15:30 (Eastern Daylight Time)']);
  }
  expect(shownIn(output.get('sessions/far/index.html'))).toEqual([
    '14:30 – 15:30 (heure d’été de l’Est nord-américain)',
  ]);
});

it('the day is shown too, if it differs there from the evening in which it is listed', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-19T09:00:00', '2027-06-19T10:00:00', 'Asia/Tokyo'),
  });
  const html = output.get('en/sessions/far/index.html');
  expect(html).toMatch(/<strong><time [^>]*>Saturday 19 June<\/time><\/strong>/);
  expect(shownIn(html)).toEqual(['Saturday 19 June, 09:00 – 10:00 (Japan Standard Time)']);
});

it('a time zone with the same local time is not shown', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T20:30:00', '2027-06-18T21:30:00', 'Europe/Berlin'),
  });
  for (const page of PAGES) expect(shownIn(output.get(page)), page).toEqual([]);
});

it('a card shows it too', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T14:30:00', '2027-06-18T15:30:00', 'America/New_York'),
    'pages/a.yaml':
      'title: A\nstatus: published\nblocks: [{ type: sessions, values: [{ broadcastSessionId: sessions/far }] }]\n',
  });
  expect(shownIn(output.get('en/pages/a/index.html'))).toEqual(['14:30 – 15:30 (Eastern Daylight Time)']);
});
