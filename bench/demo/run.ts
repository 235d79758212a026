import { appendFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCold, buildSite, OUT } from '../peers/build-site.ts';
import { gitcast as peer } from '../peers/gitcast.ts';
import { writeProgramme } from '../programme/corpus.ts';
import type { Run } from '../suite/benchmark.ts';
import { commitAll } from '../suite/git.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { ROOT } from '../suite/program.ts';
import { figureOf } from '../suite/statistics.ts';
import { writeConference } from './conference.ts';

const ARTICLE = 'content/articles/clean-river.md';
const CONFIG = 'site: { url: "https://bench.example", timezone: Europe/Paris, locales: [en] }\n';

export const run: Run = async ({ rounds, size }) => {
  const room = makeRoom();
  const [demo, conference, festival] = ['demo', 'conference', 'festival'].map((name) => join(room, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [demo, conference, festival]) mkdirSync(join(folder, 'content'), { recursive: true });
  cpSync(join(ROOT, 'content'), join(demo, 'content'), { recursive: true });
  cpSync(join(ROOT, 'gitcast.config.yaml'), join(demo, 'gitcast.config.yaml'));
  writeFileSync(join(demo, '.gitignore'), '.gitcast/\ndist/\n');
  commitAll(demo);
  writeConference(join(conference, 'content'), { sessions: size(900), speakers: size(700) });
  writeProgramme(join(festival, 'content'), { days: 10, entries: size(3000), places: 20, categories: 62 });
  for (const folder of [conference, festival]) writeFileSync(join(folder, 'gitcast.config.yaml'), CONFIG);
  let edits = 0;
  const { cold, again, edited, talks } = await inTurns(
    { rounds },
    {
      cold: () => buildCold(peer, demo),
      again: () => buildSite(peer, demo),
      edited() {
        appendFileSync(join(demo, ARTICLE), `\nEdit ${++edits}.\n`);
        return buildSite(peer, demo);
      },
      talks: () => buildCold(peer, conference),
    },
  );
  await buildCold(peer, festival);
  const filesIn = (folder: string): number =>
    readdirSync(join(folder, OUT), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  return {
    figures: [
      figureOf({ name: 'the demo, cold', unit: 's', aim: { most: 3 } }, cold, 's'),
      figureOf({ name: 'CPU time of the demo, cold', unit: 's', aim: { most: 4.5 } }, cold, 'CPU s'),
      figureOf({ name: 'the demo, again', unit: 's', aim: { most: 0.5 } }, again, 's'),
      figureOf({ name: 'the demo, one article changed', unit: 's', aim: { most: 2.6 } }, edited, 's'),
      figureOf({ name: 'a conference, cold', unit: 's', aim: { most: 3 } }, talks, 's'),
      { name: 'files of the demo', value: filesIn(demo), unit: '', aim: { most: 1100 } },
      { name: 'files of a festival with 3,000 events', value: filesIn(festival), unit: '', aim: { most: 7000 } },
    ],
    series: [
      { ...cold, name: 'the demo, cold' },
      { ...again, name: 'the demo, again' },
      { ...edited, name: 'the demo, one article changed' },
      { ...talks, name: '900 sessions and 700 speakers, cold' },
    ],
  };
};
