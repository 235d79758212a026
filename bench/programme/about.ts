import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Pages of a large programme',
  text: '500 entries on one day, and 3,000 over ten days on twenty stages with 62 tracks: what a visitor downloads, compressed, and the time from a tap on a filter until the page is drawn again.',
};
