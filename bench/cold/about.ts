import type { About } from '../suite/benchmark.ts';

const HUGO =
  "each article is two files (a page of the whole theme and its Markdown form), with lists, search and packs for offline use 23,000 files and 197 MB. In one process without the disk, garbage collection is a fifth of the time, Markdown a fifth, remembering for later builds a sixth, templates a tenth, view models a tenth, encoding and hashing a tenth. Tried: one parse of each text; plain Markdown read without marked's patterns, with the same tokens, in a third of the time; one encoding and one digest of each file; a larger young generation (no gain beyond 8 MB); pre-rendered frames (1 % of a page, not built).";
const ELEVENTY = 'as for Hugo: Eleventy writes 10,000 pages of a bare layout.';
const MEMORY =
  'each of the two processes has all documents, their pages and the program, about 300 MB. A limit on the growth of the heap and bounded memories are in place; the next step would be texts that are read again when they are rendered.';

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
