import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'The sites that people build',
  text: 'The demo in a git repository, a festival of three days with pictures in three languages: a build into an empty folder without anything that an earlier one kept, and again with nothing changed. A conference of 900 sessions with 700 speakers, and how many files sites have.',
  summary: [
    'the demo in {the demo, cold}',
    '{the demo, again} if nothing changed',
    'a conference of 900 sessions and 700 speakers in {a conference, cold}',
  ],
  obstacles: {
    'CPU time of the demo, cold':
      'the rendering thread is half of it: pages a quarter, packs for offline use a tenth, garbage a twentieth. The optimising compiler of V8 and parallel garbage collection are a fifth, link previews an eighth, the 32 pictures of drawings a seventh. Tried: no optimising compiler (a twentieth less, not measured for large sites); collection in one thread (no gain); compressing previews by other filters and levels (no gain).',
    'a conference, cold':
      'one thread renders 1,690 pages and 1,037 other files: half of the time. Packs for offline use are about a fifth, because the whole programme is packed before it turns out not to fit; garbage collection is a twelfth, reading and checking 1,600 documents a fourteenth. Tried: an estimate from an eighth of the packs (wrong when few parts have most of the bytes).',
    'the demo, cold':
      'the rendering thread is busy for three quarters of it, and waits for pictures and link previews afterwards: see the processor time.',
    'files of the demo':
      'a link preview of each page without a picture (309), a calendar of each event and place (315), and a screen for each place (57), in three languages.',
  },
};
