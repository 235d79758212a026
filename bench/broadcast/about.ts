import type { About } from '../suite/benchmark.ts';

const about = (events: string, others: string): About => ({
  title: `${events} events through every command`,
  text: `${events} events with their places, ${others}, in a git repository. Each command runs once.`,
});

export const aboutBroadcast = about('10,000', '2,000 articles, and 3,000 sessions with 1,000 hosts');
export const aboutLargeBroadcast = about('100,000', 'and 20,000 articles');
