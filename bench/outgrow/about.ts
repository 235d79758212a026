import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Service with a million records',
  text: 'PostgreSQL compared with SQLite, two copies of the service with one, and the last pages of a long list with the first. Pages of a list are requested one at a time.',
};
