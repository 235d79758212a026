import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Validate',
  text: '10,000 events, compared with a process that only reads the same files and parses them with the package `yaml`.',
  obstacles: {
    'relative to reading and parsing':
      'A third checks every value and the rules between documents, a fifth is garbage.',
  },
};
