import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Build again',
  text: 'The same articles after an earlier build: nothing changed, and the first paragraph of one article changed.',
};
