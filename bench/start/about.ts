import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Start-up',
  text: 'The installed package on the demo and on what `gitcast init` writes, compared with a Node.js process that does nothing.',
  obstacles: {
    'validate, times an empty process': 'Most of it loads modules, with compiled code from a cache.',
    'validate of the starter, times an empty process': 'Nothing is remembered, so everything is loaded and checked.',
    'build of the starter, times an empty process':
      'Each page is the first of its type, rendered by code that V8 has not optimised yet.',
  },
};
