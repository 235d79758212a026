import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Validate',
  text: '`gitcast validate` on a broadcast of 10,000 events, compared with a process that only reads the same files and parses them with the package `yaml`. The first run has nothing that an earlier one kept.',
  summary: ['{relative to reading and parsing} of the time to read and parse the same files with `yaml`'],
};
