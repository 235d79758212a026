import type { About } from '../suite/benchmark.ts';

const READS =
  'All documents are read and checked, every question of all files is answered again, and the words of the search are put together again.';

export const about: About = {
  title: 'Build again',
  text: 'The same articles after an earlier build: nothing changed, the first paragraph of one article changed, and an empty folder with only the cache.',
  obstacles: {
    "one article changed, relative to Hugo's cold build": READS,
    'empty folder and a cache, relative to cold': 'Creating, unpacking and hashing 12,000 files takes most of it.',
  },
};
