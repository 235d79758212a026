import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Validate staged files',
  text: 'The pre-commit hook: `gitcast validate --staged` with five staged files, in the demo and among 10,000 files, all but the first time with what the check before remembers. An empty Node.js process is the minimum for any hook in JavaScript.',
  summary: ['{five files in the demo} for five files'],
  obstacles: {
    'five files in the demo':
      'a third of it starts git, which lists what is staged and reads it, a quarter starts Node.js, and a third loads the checks.',
    'five files among 10,000':
      'a check that remembers the one before reads only the five files, but compares the list of all 10,000 with what it remembers of each. Without a memory, it would take four times the processor time, and almost three times if only the five files were checked and all were read.',
  },
};
