import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: '100,000 articles',
  text: 'The same with ten times as many articles: a cold build compared with one of 10,000 in the same run, and a build after one of the articles was changed.',
  summary: [
    '{cold, relative to 10,000 articles} times as long as 10,000',
    '{one article changed, relative to cold} of that if one article changed',
    '{memory} of memory',
  ],
  obstacles: {
    'one article changed, relative to cold':
      'as for 10,000 articles, everything in it grows with their number: all documents are read and checked, every question of 115,000 files is answered again, every file is looked at, and the words of the search and the packs for offline use are put together from all of them. The aim is below that of 10,000 articles; a build that reads only changed files would need to trust the times of files.',
    memory:
      'measured with two processes, of which there is one now: it keeps about 10 kB for an article: its text (3.4 kB), its document, its page and its file with their paths, excerpts and values that are computed once, and V8 lets garbage grow by half as much again. Tried: bounded memories of answers and readings, shorter lists. The next step would be texts that are read again when they are rendered.',
  },
};
