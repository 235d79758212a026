import { join } from 'node:path';
import { buildCold, OUT } from '../peers/build-site.ts';
import { gitcast } from '../peers/gitcast.ts';
import { commandsOf, prepared } from '../peers/peer.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { figureOf, ratio } from '../suite/statistics.ts';
import { sizesOf } from './outputs.ts';
import { hugoWithTheme } from './theme.ts';

const ARTICLES = 10_000;

export const run: Run = async ({ rounds, size }) => {
  const room = makeRoom();
  const { present, skipped } = await prepared([gitcast, hugoWithTheme]);
  const folderOf = (name: string): string => join(room, name);
  for (const { name, write } of present)
    write({ folder: folderOf(name), articles: size(ARTICLES), hasHighlighting: true });
  const series = await inTurns(
    { rounds },
    Object.fromEntries(present.map((peer) => [peer.label, () => buildCold(peer, folderOf(peer.name))])),
  );
  const [own, rival] = present.map(({ label }) => series[label]!);
  return {
    figures: [
      ...(rival
        ? [
            ratio({ name: 'relative to Hugo', aim: { most: 0.75 } }, own!, rival, 's'),
            ratio({ name: 'CPU time relative to Hugo' }, own!, rival, 'CPU s'),
          ]
        : []),
      figureOf({ name: 'time', unit: 's' }, own!, 's'),
      ...present.flatMap(({ name }) => sizesOf(name, join(folderOf(name), OUT))),
    ],
    series: Object.values(series),
    skipped,
    notes: [commandsOf(present, OUT)],
  };
};
