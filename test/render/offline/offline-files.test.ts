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
  expect(JSON.parse(output.get('en/offline/2027-06-18.json')!)).toEqual([
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
  expect(output.get('en/offline/index.html')).toContain('data-parts="2027-06-18.json"');
});
