import { buildCold, buildSite, editArticle, OUT, putAside } from '../peers/build-site.ts';
import { gitcast } from '../peers/gitcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { ratio } from '../suite/statistics.ts';

const ARTICLES = 10_000;

export const run: Run = async ({ rounds, size }) => {
  const [folder, articles] = [makeRoom(), size(ARTICLES)];
  gitcast.write({ folder, articles, hasHighlighting: true });
  let edits = 0;
  const { cold, same, edited, empty } = await inTurns(
    { rounds },
    {
      cold: () => buildCold(gitcast, folder),
      same: () => buildSite(gitcast, folder),
      edited() {
        editArticle(folder, articles / 2, `Edit ${++edits}`);
        return buildSite(gitcast, folder);
      },
      empty() {
        putAside(folder, OUT);
        return buildSite(gitcast, folder);
      },
    },
  );
  return {
    figures: [
      ratio({ name: 'nothing changed, relative to cold', aim: { most: 0.1 } }, same, cold, 's'),
      ratio({ name: 'one article changed, relative to cold', aim: { most: 0.12 } }, edited, cold, 's'),
      ratio({ name: 'empty folder and a cache, relative to cold', aim: { most: 0.25 } }, empty, cold, 's'),
    ],
    series: [
      { ...cold, name: 'gitcast, cold' },
      { ...same, name: 'gitcast, nothing changed' },
      { ...edited, name: 'gitcast, one article changed' },
      { ...empty, name: 'gitcast, empty folder and a cache' },
    ],
  };
};
