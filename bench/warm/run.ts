import { buildCold, buildSite, editArticle, OUT } from '../peers/build-site.ts';
import { gitcast } from '../peers/gitcast.ts';
import { commandsOf, prepared } from '../peers/peer.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { figureOf, ratio } from '../suite/statistics.ts';

const ARTICLES = 10_000;

export const run: Run = async ({ rounds, size }) => {
  const [folder, articles] = [makeRoom(), size(ARTICLES)];
  gitcast.write({ folder, articles, hasHighlighting: true });
  let edits = 0;
  const { cold, same, edited } = await inTurns(
    { rounds },
    {
      cold: () => buildCold(gitcast, folder),
      same: () => buildSite(gitcast, folder),
      edited() {
        editArticle(folder, articles / 2, `Edit ${++edits}`);
        return buildSite(gitcast, folder);
      },
    },
  );
  return {
    figures: [
      figureOf({ name: 'nothing changed', unit: 's', aim: { most: 0.5 } }, same, 's'),
      ratio({ name: 'nothing changed, relative to cold' }, same, cold, 's'),
      ratio({ name: 'one article changed, relative to cold' }, edited, cold, 's'),
    ],
    series: [
      { ...cold, name: 'gitcast, cold' },
      { ...same, name: 'gitcast, nothing changed' },
      { ...edited, name: 'gitcast, one article changed' },
    ],
    notes: [commandsOf((await prepared([gitcast])).present, OUT)],
  };
};
