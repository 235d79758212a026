import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Validate staged files',
  text: 'The pre-commit hook: `gitcast validate --staged` with five staged files, in the demo and among 10,000 files. An empty Node.js process is the minimum for any hook in JavaScript.',
  summary: ['{five files in the demo} for five files'],
  obstacles: {
    'five files in the demo':
      'a third of it starts git, which lists what is staged and reads it, and a fifth starts Node.js.',
    'five files among 10,000':
      'git takes 0.25 s to unpack the 10,000 staged files, before gitcast looks for those that are related to the five. A memory of what each version of a file mentions would avoid that.',
  },
};
