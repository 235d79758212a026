import type { About } from '../suite/benchmark.ts';

const HUGO =
  "a page has the whole theme, and there are lists, search and packs for offline use. One thread renders and is always busy, a second one writes and is idle for half of the time: the processor time is 0.70 of Hugo's with highlighted code. Garbage collection is a seventh of the rendering thread, the words of the search and the packs for offline use a twentieth each, hashing and encoding a twentieth; nothing else is more than a fiftieth. The steps below say what was tried.";
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
  steps: `What the steps gained, in processor seconds for 10,000 articles with highlighted code:

| step | s |
| - | - |
| as it was, without Markdown versions of pages | 39.5 |
| one process with a second thread that writes, instead of two processes | 36 |
| questions interned, one observed site, no rows for readings; young generation of 16 MB | 29 |
| highlighting by our own loop over the grammars, excerpts that stop early, no watchdog for short texts | 26 |
| packs of parts; what is remembered is packed from what was just written; ASCII is copied | 22 |

Since then the start of a text is read once, staged files are looked up instead of listed, and offsets of time zones are asked for by the week: 0.703 of Hugo's processor time instead of 0.713 in the run before.

Without gain, and not kept: two processes (1.3 times the processor time); a young generation of 64 MB (a tenth of the collections, the same time); numbering the words of the search without a string for each (a sixth less garbage, the same time); finding them in the second thread (at most a fiftieth, because the texts have to be sent).`,
};
