import type { About } from '../suite/benchmark.ts';

const about = (events: string): About => ({
  title: `Sync of ${events} events`,
  text: 'A plan with nothing to do is compared with a loop that fetches the same pages and parses the same files, a first sync with a loop that parses them and sends a POST for each.',
  obstacles: {
    'empty plan, relative to fetching and parsing':
      'Files are checked, and every field is compared with the target and with what was last synced.',
    'first sync, relative to a loop of POSTs':
      'Before each request its intent goes to the journal on disk, and afterwards the answer is compared with what was sent.',
  },
});

export const aboutSync = about('10,000');
export const aboutLargeSync = about('100,000');
