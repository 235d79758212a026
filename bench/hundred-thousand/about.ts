import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: '100,000 articles',
  text: 'A cold build compared with one of 10,000 in the same run, and a build after one article was changed.',
  obstacles: {
    memory:
      'About 10 kB are kept for an article: its text, its document, its page and what is computed from them once.',
  },
};
