import type { About } from '../suite/benchmark.ts';

const THEME =
  'Pages have the whole theme, and there are lists, a search and offline data; one thread renders and is always busy.';
const MEMORY = 'All documents and their pages stay in memory.';

export const about: About = {
  title: 'Cold build',
  text: '10,000 articles of 3 kB into an empty folder. The others build the same texts with a menu, the article, a list and a feed of 20.',
  obstacles: {
    'relative to Hugo': THEME,
    'relative to Hugo, no highlighting': THEME,
    'relative to Eleventy': THEME,
    'relative to Eleventy, no highlighting': THEME,
    memory: MEMORY,
    'memory, no highlighting': MEMORY,
  },
};
