import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Validate',
  text: '`gitcast validate` on a broadcast of 10,000 events, compared with a process that only reads the same files and parses them with the package `yaml`. The first run has nothing that an earlier one kept; when it is run again, no file has changed.',
  summary: ['{relative to reading and parsing} of the time to read and parse the same files with `yaml`'],
  obstacles: {
    'relative to reading and parsing':
      'reading and parsing is a quarter of it, with a reader for plain YAML that falls back to `yaml`. A third checks every value and the rules between documents, a fifth is garbage collection, a tenth loads the program. A second thread would take about as long for half of the files as the aim allows for all, without what the two exchange.',
  },
};
