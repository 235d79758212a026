import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildCold } from '../peers/build-site.ts';
import { eleventy } from '../peers/eleventy.ts';
import { gitcast, gitcastFrom } from '../peers/gitcast.ts';
import { hugo } from '../peers/hugo.ts';
import { prepared, type Peer, type Prepared } from '../peers/peer.ts';
import { zola } from '../peers/zola.ts';
import type { Figure, Run } from '../suite/benchmark.ts';
import { inTurns, type Contestant } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { ROOT } from '../suite/program.ts';
import { figureOf, highest, ratio } from '../suite/statistics.ts';
import { program } from '../../test/programs.ts';

const ARTICLES = 10_000;
const MEGABYTES = 1000;
/** With highlighted code and without. */
const AIMS: readonly (readonly [peer: Peer, aims: readonly [number, number] | undefined])[] = [
  [hugo, [1, 1.6]],
  [zola, [0.8, 0.8]],
  [eleventy, [0.5, 0.5]],
];

export const run: Run = async ({ rounds, size, against }) => {
  const room = makeRoom();
  const rivals = against === undefined ? AIMS : ([[revision(against, room), undefined]] as const satisfies typeof AIMS);
  const { present, skipped } = await prepared([gitcast, ...rivals.map(([peer]) => peer)]);
  const contestants: Record<string, Contestant> = {};
  // Earlier revisions have no setting for it.
  const variants = against === undefined ? [true, false] : [true];
  for (const hasHighlighting of variants) {
    for (const peer of present) {
      const folder = join(room, `${peer.name}-${hasHighlighting}`);
      peer.write({ folder, articles: size(ARTICLES), hasHighlighting });
      contestants[labelOf(peer, hasHighlighting)] = () => buildCold(peer, folder);
    }
  }
  const series = await inTurns({ rounds }, contestants);
  const figures = variants.flatMap((hasHighlighting): readonly Figure[] => {
    const of = (peer: Prepared) => series[labelOf(peer, hasHighlighting)]!;
    const [own, ...others] = present as readonly [Prepared, ...Prepared[]];
    const named = (name: string): string => (hasHighlighting ? name : `${name}, no highlighting`);
    return [
      figureOf({ name: named('time'), unit: 's' }, of(own), 's'),
      ...others.flatMap((peer) => {
        const most = rivals.find(([{ name }]) => name === peer.name)![1]?.[hasHighlighting ? 0 : 1];
        const aim = most === undefined ? {} : { aim: { most } };
        return [
          ratio({ name: named(`relative to ${peer.name}`), ...aim }, of(own), of(peer), 's'),
          ratio({ name: named(`CPU time relative to ${peer.name}`) }, of(own), of(peer), 'CPU s'),
        ];
      }),
      ...highest({ name: named('memory'), unit: 'MB', aim: { most: MEGABYTES } }, of(own), 'MB'),
    ];
  });
  return { figures, series: Object.values(series), skipped };
};

const labelOf = ({ label }: Prepared, hasHighlighting: boolean): string =>
  hasHighlighting ? label : `${label}, no highlighting`;

/** Another revision of the program, with the packages that are installed here. */
function revision(name: string, room: string): Peer {
  const folder = join(room, 'program');
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', name], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync(program('tar'), ['-x', '-C', folder], { input: files });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return gitcastFrom((...words) => ['node', join(folder, 'bin/gitcast.mjs'), ...words], `gitcast at ${name}`);
}
