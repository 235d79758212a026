import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'The sites that people build',
  text: 'The demo in a git repository, a festival of three days with pictures in three languages: a build into an empty folder without anything that an earlier one kept, and again with nothing changed. A conference of 900 sessions with 700 speakers, and how many files sites have.',
  summary: [
    'the demo in {the demo, cold}',
    '{the demo, again} if nothing changed',
    'a conference of 900 sessions and 700 speakers in {a conference, cold}',
  ],
};
