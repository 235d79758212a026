import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: '100,000 articles',
  text: 'A cold build compared with one of 10,000 in the same run, and a build after one article was changed.',
  obstacles: {
    'one article changed, relative to cold':
      'Everything in it grows with the number of articles; a build that reads only changed files would need to trust the times of files.',
    memory:
      'About 10 kB are kept for an article: its text, its document, its page and what is computed from them once.',
  },
};
