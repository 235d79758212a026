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
      'all documents are read and checked again, the packs for offline use and the words of the search are made from all of them, and both processes ask every question again. What was read from texts is remembered; whole documents are not yet.',
    'empty folder and a cache, relative to cold':
      'half of the time creates 23,000 files in 11,000 folders, and all documents are read and checked before.',
  },
};
