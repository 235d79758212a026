import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Cold build',
  text: 'A build of 10,000 articles of 3 kB into an empty folder, without anything that an earlier build kept. The other generators build the same texts with a bare layout: a menu, the article, a list of all articles on the home page and a feed of 20. Once with highlighted code and once without.',
  summary: [
    '10,000 articles in {time}',
    "{relative to Hugo} of Hugo's time",
    "{relative to Zola} of Zola's",
    "{relative to Eleventy} of Eleventy's",
    '{memory} of memory',
  ],
};
