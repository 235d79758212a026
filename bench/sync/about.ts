import type { About } from '../suite/benchmark.ts';

const about = (events: string): About => ({
  title: `Sync of ${events} events`,
  text: `Against the embedded service on the same machine. A plan with nothing to do is compared with a loop that only fetches the same pages and parses the same files. A first sync is compared with a loop that parses the files and sends a POST for each, with as many requests at the same time. Both are measured without the time to load Node.js and the modules.`,
  summary: [
    'a plan with nothing to do takes {empty plan, relative to fetching and parsing} of the time to fetch and parse',
    'a first sync {first sync, relative to a loop of POSTs} of the time of a bare loop of requests',
  ],
  obstacles: {
    'empty plan, relative to fetching and parsing':
      'a third of it reads and checks the files, a third compares every field of every document with the target and with what was last synced, a tenth reads the state. In place: the target is read while the files are, in turns; texts and instants that are already in their normal form are not converted; objects that nothing shares a name with are not looked at; a state that nobody edited is not searched for repeated keys; garbage is collected as seldom as in a build. What is left is processor time of one thread, a quarter more than that of the bare loop.',
    'first sync, relative to a loop of POSTs':
      'the files are checked and the target is compared before the first request; before each request its intent goes to the journal on disk, and afterwards the answer is compared with what was sent and noted, so that a sync that is killed at any point goes on without a double. That takes 1.7 times the processor time of the bare loop. In place: the journal stays open, and while many changes are under way more of them share a write; what it has is known without reading it again; a text in its normal form is digested once; a plan that nobody is shown is not sealed; garbage is collected as seldom as in a build. Tried without gain: more changes under way at the same time, fewer at once in a turn of the event loop.',
  },
});

export const aboutSync = about('10,000');
export const aboutLargeSync = about('100,000');
