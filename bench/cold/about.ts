import type { About } from '../suite/benchmark.ts';

const THEME =
  'Pages have the whole theme, and there are lists, a search and offline data; one thread renders and is always busy.';

export const about: About = {
  title: 'Cold build',
  text: '10,000 articles of 3 kB into an empty folder. The others build the same texts with a menu, the article, a list and a feed of 20; code is highlighted.',
  obstacles: {
    'relative to Hugo': THEME,
    'relative to Eleventy': THEME,
    memory: 'All documents and their pages stay in memory.',
  },
};
