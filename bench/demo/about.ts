import type { About } from '../suite/benchmark.ts';

const PAGES =
  'One thread renders, and V8 has not optimised its code yet; compiling and collecting garbage are a fifth.';

export const about: About = {
  title: 'The sites that people build',
  text: 'The demo, a festival of three days with pictures in three languages, into an empty folder, again with nothing changed, and after an edit of one article; a conference of 900 sessions and 700 speakers.',
  obstacles: {
    'the demo, cold': PAGES,
    'CPU time of the demo, cold': PAGES,
    'a conference, cold': PAGES,
    'files of the demo': 'A calendar of each event and place, and a screen for each place, in three languages.',
  },
};
