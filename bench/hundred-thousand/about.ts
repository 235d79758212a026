import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: '100,000 articles',
  text: 'The same with ten times as many articles: a cold build compared with one of 10,000 in the same run, and a build after one of the articles was changed.',
  summary: [
    '{cold, relative to 10,000 articles} times as long as 10,000',
    '{one article changed, relative to cold} of that if one article changed',
    '{memory} of memory',
  ],
};
