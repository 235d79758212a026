import type { About } from '../suite/benchmark.ts';

export const about: About = {
  title: 'Service',
  text: 'Requests per second on sixteen connections, with one request under way on each, to the embedded service on SQLite. Reads are compared with a bare Hono handler that answers with a constant, writes with one that runs a single prepared INSERT with the same durability. 99 of 100 requests were answered within p99.',
  summary: [
    '{reads, relative to bare Hono} of the reads per second of a bare handler',
    '{writes, relative to a bare INSERT} of the writes per second of a bare INSERT',
    'p99 of reads {p99 of reads under load}',
    'p99 of writes {p99 of writes under load}',
  ],
};
