import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Build again',
  text: 'A build of the same 10,000 articles after an earlier one: with nothing changed, with a changed first paragraph of one article, and into an empty folder with only the cache of the earlier build.',
  summary: [
    '{nothing changed, relative to cold} of a cold build if nothing changed',
    '{one article changed, relative to cold} if one article changed',
    "{one article changed, relative to Hugo's cold build} of Hugo's cold build then",
    '{empty folder and a cache, relative to cold} with an empty folder and a cache',
  ],
  obstacles: {
    'one article changed, relative to cold':
      'garbage collection is a fifth of it, and so is reading and checking all documents; every question of all files is answered again (a tenth); the words of the search are put together again, and the packs for offline use are read (a fourteenth each). A second thread looks at the published files meanwhile. As the cold build became faster, the ratio grew. Tried: a larger young generation (no gain); packs that are remembered one by one; remembering the words of each text (no gain: finding them takes as long as reading the text).',
    "one article changed, relative to Hugo's cold build":
      'reading and checking all documents takes a fifth of it, garbage collection as well; every question of all files is answered again (a tenth); the words of the search are put together again, and the packs for offline use are made from all of their texts (a tenth each). A second thread looks at the published files meanwhile. Tried: a larger young generation (no gain); packs that are remembered one by one; remembering the words of each text (no gain: finding them takes as long as reading the text).',
    'empty folder and a cache, relative to cold':
      'creating 12,000 files in 11,000 folders, unpacking and hashing them, and reading and checking all documents before. It takes less time than ever; as the cold build became faster, the ratio grew.',
  },
};
