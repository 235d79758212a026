import { join } from 'node:path';
import { buildCold, buildSite, editArticle } from '../peers/build-site.ts';
import { gitcast } from '../peers/gitcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { highest, ratio } from '../suite/statistics.ts';

const ARTICLES = 100_000;

export const run: Run = async ({ rounds, size }) => {
  const room = makeRoom();
  const [small, large] = [join(room, 'small'), join(room, 'large')];
  gitcast.write({ folder: small, articles: size(ARTICLES) / 10, hasHighlighting: true });
  gitcast.write({ folder: large, articles: size(ARTICLES), hasHighlighting: true });
  let edits = 0;
  const { tenth, whole, edited } = await inTurns(
    { rounds, hasWarmUp: false },
    {
      tenth: () => buildCold(gitcast, small),
      whole: () => buildCold(gitcast, large),
      edited() {
        editArticle(large, size(ARTICLES) / 2, `Edit ${++edits}`);
        return buildSite(gitcast, large);
      },
    },
  );
  return {
    figures: [
      ratio({ name: 'cold, relative to 10,000 articles', aim: { most: 11 } }, whole, tenth, 's'),
      ratio({ name: 'one article changed, relative to cold' }, edited, whole, 's'),
      ...highest({ name: 'memory', unit: 'MB', aim: { most: 2200 } }, whole, 'MB'),
    ],
    series: [
      { ...tenth, name: 'gitcast, 10,000 articles' },
      { ...whole, name: 'gitcast, 100,000 articles' },
      { ...edited, name: 'gitcast, one of them changed' },
    ],
  };
};
