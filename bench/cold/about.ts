import type { About } from '../suite/benchmark.ts';

const HUGO =
  "a page has the whole theme, and there are lists, search and packs for offline use. One process renders and a second thread writes, so two cores are not used alike: the processor time is 0.71 of Hugo's with highlighted code. Garbage collection is a seventh of the time, excerpts and packs for offline use about a twelfth each, hashing and encoding a twentieth. Tried: several processes (1.3 times the processor time); a larger young generation (no gain beyond 16 MB); one lexing of each text; the grammars of the highlighter in a loop of our own (a third of its time).";
const ELEVENTY = 'as for Hugo: Eleventy writes 10,000 pages of a bare layout.';
const MEMORY = 'all documents, their pages and the program, with garbage that may grow to one and a half times of it.';

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
  obstacles: {
    'relative to Hugo': HUGO,
    'relative to Hugo, no highlighting': HUGO,
    'relative to Eleventy': ELEVENTY,
    'relative to Eleventy, no highlighting': ELEVENTY,
    memory: MEMORY,
    'memory, no highlighting': MEMORY,
  },
};
