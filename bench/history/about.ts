import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'History',
  text: 'A cold build of the demo with 2,000 commits, each of which changes an event, compared with the same content outside of a repository. Pages show when their content last changed, so the build reads the commits.',
  obstacles: {
    'CPU time relative to no history':
      'git lists the commits, and every version of a changed event is read once; a later build reads only new commits. The build itself became faster, so the same work is a larger part of it.',
  },
};
