import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Service',
  text: 'Requests per second on sixteen connections to the embedded service on SQLite. Reads are compared with a bare Hono handler, writes with one that runs a single INSERT with the same durability.',
  obstacles: {
    'reads, relative to bare Hono': 'The query, the digests of key and answer, and the log of requests.',
    'writes, relative to a bare INSERT':
      'A record has seven indexes, a foreign key and a count, and about twelve writes share an fsync: on a fast disk, processor time decides.',
  },
};
