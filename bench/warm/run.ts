import { buildCold, buildSite, editArticle, OUT, putAside } from '../peers/build-site.ts';
import { gitcast } from '../peers/gitcast.ts';
import { hugo } from '../peers/hugo.ts';
import { prepared } from '../peers/peer.ts';
import type { Run, Series } from '../suite/benchmark.ts';
import { inTurns, type Contestant } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { figureOf, ratio } from '../suite/statistics.ts';

const ARTICLES = 10_000;

export const run: Run = async ({ rounds, size }) => {
  const [folder, articles] = [makeRoom(), size(ARTICLES)];
  gitcast.write({ folder, articles, hasHighlighting: true });
  const besides = makeRoom();
  const [other] = (await prepared([hugo])).present;
  other?.write({ folder: besides, articles, hasHighlighting: true });
  let edits = 0;
  const contestants: Record<string, Contestant> = {
    cold: () => buildCold(gitcast, folder),
    same: () => buildSite(gitcast, folder),
    edited() {
      editArticle(folder, articles / 2, `Edit ${++edits}`);
      return buildSite(gitcast, folder);
    },
    ...(other && { peerCold: () => buildCold(other, besides) }),
    empty() {
      putAside(folder, OUT);
      return buildSite(gitcast, folder);
    },
  };
  const { cold, same, edited, empty, peerCold } = (await inTurns({ rounds }, contestants)) as Record<
    'cold' | 'same' | 'edited' | 'empty',
    Series
  > & { readonly peerCold?: Series };
  return {
    figures: [
      figureOf({ name: 'nothing changed', unit: 's', aim: { most: 0.5 } }, same, 's'),
      ratio({ name: 'nothing changed, relative to cold' }, same, cold, 's'),
      ratio({ name: 'one article changed, relative to cold' }, edited, cold, 's'),
      ...(peerCold
        ? [
            ratio(
              { name: "one article changed, relative to Hugo's cold build", aim: { most: 0.2 } },
              edited,
              peerCold,
              's',
            ),
          ]
        : []),
      ratio({ name: 'empty folder and a cache, relative to cold', aim: { most: 0.25 } }, empty, cold, 's'),
    ],
    series: [
      { ...cold, name: 'gitcast, cold' },
      { ...same, name: 'gitcast, nothing changed' },
      { ...edited, name: 'gitcast, one article changed' },
      { ...empty, name: 'gitcast, empty folder and a cache' },
      ...(peerCold ? [{ ...peerCold, name: 'Hugo, cold' }] : []),
    ],
  };
};
