import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'A large broadcast through every command',
  text: '10,000 events with their places, and 3,000 sessions with 1,000 hosts, in a git repository, with `gitcast serve` as the target. Each command runs once, as a user runs it.',
};
