import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Build again',
  text: 'A build of the same 10,000 articles after an earlier one: with nothing changed, with a changed first paragraph of one article, and into an empty folder with only the cache of the earlier build.',
  summary: [
    '{nothing changed, relative to cold} of a cold build if nothing changed',
    '{one article changed, relative to cold} if one article changed',
    '{empty folder and a cache, relative to cold} with an empty folder and a cache',
  ],
  obstacles: {
    'one article changed, relative to cold':
      'garbage collection is a quarter of it; all documents are read and checked (a seventh); the packs for offline use that contain the words of the search are made again (a tenth); every question of 23,000 files is answered again and every file is looked at (a tenth); the remembered words of groups of documents are merged (a twentieth). As the cold build became faster, the ratio grew. Tried: packs that are remembered one by one; remembering the words of each text (no gain: finding them takes as long as reading the text).',
    'empty folder and a cache, relative to cold':
      'creating 23,000 files in 11,000 folders, unpacking and hashing them, and reading and checking all documents before.',
  },
};
