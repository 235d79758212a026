import { expect, it } from 'vitest';
import { fitting } from '../../../src/render/offline/offline-files.ts';
import { buildFiles } from '../build-harness.ts';

it('what is too large is left out, and 40 files are enough', () => {
  const noise = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(Math.min(length, 65_536)));
  const large = Buffer.concat(Array.from({ length: 50 }, () => noise(65_536)));
  const paths = ['a.png', 'large.png', ...Array.from({ length: 60 }, (_, index) => `${index}.html`)];
  const kept = fitting(paths, (path) => (path === 'large.png' ? large : noise(10)));
  expect(kept).toHaveLength(38);
  expect(kept.slice(0, 2)).toEqual(['a.png', '0.html']);
});

it('the data of an entry has all that its page says of it, in each language', async () => {
  const { output } = await buildFiles(
    {
      'hosts/ada.yaml': 'title: Ada\nstatus: published\n',
      'interest-points/quay.yaml': 'title: Quay\nstatus: published\n',
      'sessions/late.yaml':
        'title: Tard\nstatus: published\ndescription: Apportez une *lampe*.\n$cancelled: true\ninterestPointId: interest-points/quay\nhostIds: [hosts/ada]\ntime: { start: 2027-06-18T23:00:00+02:00, end: 2027-06-19T01:00:00+02:00 }\nlocaleDetails: { en: { title: Late night } }\n',
    },
    { settings: { offline: true } },
  );
  expect(JSON.parse(output.get('en/offline/0.json')!)).toEqual([
    {
      u: 'sessions/late/',
      n: 'sessions/late',
      t: 'Late night',
      w: expect.stringMatching(/^Friday,? 18 June,? .*23:00 – .*01:00$/),
      p: 'Quay',
      h: 'Ada',
      x: 'Apportez une lampe.',
      m: 'fr',
      c: true,
    },
  ]);
  expect(output.get('en/offline/index.html')).toContain('data-parts="0.json"');
});

it('a season of 60 days has its maps, its places, its practical pages and every entry', async () => {
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2027, 5, 1 + index)).toISOString().slice(0, 10),
  );
  const events = days.flatMap((day) =>
    Array.from({ length: 10 }, (_, index) => [
      `events/e-${day}-${index}.yaml`,
      `title: E\nstart_time: ${day}T20:00:00+02:00\nend_time: ${day}T21:00:00+02:00\n`,
    ]),
  );
  const { output } = await buildFiles(
    {
      ...Object.fromEntries(events),
      'maps/quay.yaml':
        'title: Quay\nstatus: published\nmedia: { url: media/quay.svg, type: image }\nwidth: 8\nheight: 8\n',
      'media/quay.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
      'places/quay.yaml': 'name: Quay\n',
      ...Object.fromEntries(
        ['food', 'way'].map((name) => [`pages/${name}.yaml`, `title: ${name}\nstatus: published\n`]),
      ),
    },
    { locales: ['en'], settings: { offline: true } },
  );
  const parts = /data-parts="([^"]*)"/.exec(output.get('offline/index.html')!)![1]!.split(' ');
  expect(parts.flatMap((part) => JSON.parse(output.get(`offline/${part}`)!) as unknown[])).toHaveLength(600);
  const { lists } = JSON.parse(/^self\.build = (.*);$/m.exec(output.get('sw.js')!)![1]!) as {
    lists: Record<string, readonly (readonly [string, string])[]>;
  };
  const kept = lists['en']!.map(([path]) => path);
  expect(kept.length).toBeLessThanOrEqual(38);
  const pages = ['program', 'favorites', 'maps', 'maps/quay', 'places', 'pages/food', 'pages/way'];
  expect(kept).toEqual(
    expect.arrayContaining([
      'index.html',
      'media/quay.svg',
      ...pages.map((path) => `${path}/index.html`),
      ...parts.map((part) => `offline/${part}`),
    ]),
  );
});
