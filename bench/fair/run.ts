import { join } from 'node:path';
import { buildCold, OUT } from '../peers/build-site.ts';
import { eleventy, PACKAGES } from '../peers/eleventy.ts';
import { gitcast } from '../peers/gitcast.ts';
import { hugo } from '../peers/hugo.ts';
import { commandsOf, prepared, type Peer } from '../peers/peer.ts';
import type { Figure, Run, Series } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { ratio } from '../suite/statistics.ts';
import { sizesOf } from '../equal/outputs.ts';
import { writeArticlesFrom, writeSite, type Scenario } from './scenario.ts';

const SITES = [
  ['blog', 1000],
  ['heavy', 1000],
  ['blog', 5000],
  ['heavy', 5000],
] as const;
const LARGEST = 'heavy, 5,000 posts';
const AIMS: Readonly<Record<string, number>> = { Hugo: 1.2, Eleventy: 1 };

const DIFFERENCES =
  'gitcast writes no tags: no names of tags on a post, no page for each of the ten tags and none for all of them; and, beside `heavy`, no sidebar of recent posts and tags on each page. Breadcrumbs are in its JSON-LD and a link to the list. The others write no search index, no JSON-LD, no Open Graph, no contents of a post, no sitemap, no offline copies and no style.';

/** As its own script starts them. */
const PEERS: readonly Peer[] = [
  { ...hugo, build: (out) => ['hugo', '--noBuildLock', '--destination', out] },
  {
    ...eleventy,
    prepare() {
      // Its settings name the highlighter, which its image has installed globally.
      process.env['NODE_PATH'] = PACKAGES;
      return eleventy.prepare();
    },
    build: (out) => eleventy.build(out).filter((word) => word !== '--quiet'),
  },
];

export const run: Run = async ({ rounds, size, checkout }) => {
  const { present, skipped } = await prepared([gitcast, ...PEERS]);
  const room = makeRoom();
  const figures: Figure[] = [];
  const measured: Series[] = [];
  for (const [name, posts] of SITES) {
    const site = `${name}, ${posts.toLocaleString('en')} posts`;
    const folderOf = (peer: Pick<Peer, 'name'>): string => join(room, site, peer.name);
    writeSites(folderOf, { checkout: checkout!, name, posts: size(posts), corpus: join(room, 'corpus') });
    const series = await inTurns(
      { rounds },
      Object.fromEntries(present.map((peer) => [`${peer.label}, ${site}`, () => buildCold(peer, folderOf(peer))])),
    );
    const [own, ...others] = present.map((peer) => ({ peer, taken: series[`${peer.label}, ${site}`]! }));
    for (const { peer, taken } of others) {
      const aim = site === LARGEST ? { aim: { most: AIMS[peer.name]! } } : {};
      figures.push(ratio({ name: `${site}: relative to ${peer.name}`, ...aim }, own!.taken, taken, 's'));
    }
    if (site === LARGEST) figures.push(...present.flatMap((peer) => sizesOf(peer.name, join(folderOf(peer), OUT))));
    measured.push(...Object.values(series));
  }
  return { figures, series: measured, skipped, notes: [DIFFERENCES, commandsOf(present, OUT)] };
};

function writeSites(folderOf: (peer: Pick<Peer, 'name'>) => string, scenario: Scenario): void {
  for (const generator of [hugo, eleventy]) writeSite(generator.name.toLowerCase(), folderOf(generator), scenario);
  writeArticlesFrom(join(folderOf(hugo), 'content/posts'), folderOf(gitcast));
}
