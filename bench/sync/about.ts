import type { About } from '../suite/benchmark.ts';

export const aboutSync: About = {
  title: 'Sync of 10,000 events',
  text: 'A plan with nothing to do is compared with a loop that fetches the same pages and parses the same files, a first sync with a loop that parses them and sends a POST for each.',
  obstacles: {
    'empty plan, relative to fetching and parsing':
      'Files are checked, and every field is compared with the target and with what was last synced.',
    'first sync, relative to a loop of POSTs':
      'Before each request its intent goes to the journal on disk, and afterwards the answer is compared with what was sent.',
  },
};

export const aboutLargeSync: About = { ...aboutSync, title: 'Sync of 100,000 events', text: 'Ten times as many.' };
