import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'A workspace of 500 broadcasts',
  text: 'An agency: 500 broadcasts of 200 documents that share a theme, in one repository, of which 50 were synced. A pull request that changes one of them must cost as much as one broadcast, and one that changes the theme must stay bounded.',
};
