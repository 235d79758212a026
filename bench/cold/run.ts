import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildCold, OUT } from '../peers/build-site.ts';
import { eleventy } from '../peers/eleventy.ts';
import { gitcast, gitcastFrom } from '../peers/gitcast.ts';
import { hugo } from '../peers/hugo.ts';
import { commandsOf, prepared, type Peer, type Prepared } from '../peers/peer.ts';
import { zola } from '../peers/zola.ts';
import type { Figure, Run } from '../suite/benchmark.ts';
import { inTurns, type Contestant } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { ROOT } from '../suite/program.ts';
import { figureOf, highest, ratio } from '../suite/statistics.ts';
import { program } from '../../test/programs.ts';

const ARTICLES = 10_000;
const MEGABYTES = 500;
/** Peers that highlight code, and peers that do not. gitcast always does. */
const AIMS: readonly (readonly [peer: Peer, aims: readonly [number, number] | undefined])[] = [
  [hugo, [1, 1.6]],
  [zola, [0.8, 0.8]],
  [eleventy, [0.5, 0.5]],
];

export const run: Run = async ({ rounds, size, against }) => {
  const room = makeRoom();
  const rivals = against === undefined ? AIMS : ([[revision(against, room), undefined]] as const satisfies typeof AIMS);
  const { present, skipped } = await prepared([gitcast, ...rivals.map(([peer]) => peer)]);
  const [own, ...others] = present as readonly [Prepared, ...Prepared[]];
  const variants = others.flatMap((peer) =>
    against === undefined ? [variantOf(peer, true), variantOf(peer, false)] : [variantOf(peer, true)],
  );
  const contestants: Record<string, Contestant> = {};
  for (const { peer, label, hasHighlighting } of [variantOf(own, true), ...variants]) {
    const folder = join(room, label);
    peer.write({ folder, articles: size(ARTICLES), hasHighlighting });
    contestants[label] = () => buildCold(peer, folder);
  }
  const series = await inTurns({ rounds }, contestants);
  const ours = series[own.label]!;
  const figures: readonly Figure[] = [
    figureOf({ name: 'time', unit: 's' }, ours, 's'),
    ...variants.flatMap(({ peer: { name }, label, hasHighlighting }) => {
      const most = rivals.find(([each]) => name === each.name)![1]?.[hasHighlighting ? 0 : 1];
      const named = hasHighlighting ? name : `${name} without highlighting`;
      return [
        ratio(
          { name: `relative to ${named}`, ...(most !== undefined && { aim: { most } }) },
          ours,
          series[label]!,
          's',
        ),
        ratio({ name: `CPU time relative to ${named}` }, ours, series[label]!, 'CPU s'),
      ];
    }),
    ...highest({ name: 'memory', unit: 'MB', aim: { most: MEGABYTES } }, ours, 'MB'),
  ];
  return { figures, series: Object.values(series), skipped, notes: [commandsOf(present, OUT)] };
};

const variantOf = (peer: Prepared, hasHighlighting: boolean) => ({
  peer,
  hasHighlighting,
  label: hasHighlighting ? peer.label : `${peer.label} without highlighting`,
});

/** Another revision of the program, with the packages that are installed here. */
function revision(name: string, room: string): Peer {
  const folder = join(room, 'program');
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', name], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync(program('tar'), ['-x', '-C', folder], { input: files });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return gitcastFrom((...words) => ['node', join(folder, 'bin/gitcast.mjs'), ...words], `gitcast at ${name}`);
}
