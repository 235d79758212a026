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
  obstacles: {
    'reads, relative to bare Hono':
      'more than half of the CPU time is the HTTP server of Node.js, which both have. The rest is the query, the digests of the key and of the answer, and the log of requests. In place: no framework for plain paths, keys that are looked up again only after a change, rows that are not dictionaries, no AsyncLocalStorage.',
    'writes, relative to a bare INSERT':
      'a record has seven indexes, a foreign key and a count that a trigger keeps, where the bare INSERT fills one table: SQLite is about a third of the CPU time of a write. About twelve writes share an fsync, so the ratio is highest on a slow disk; on a fast one, CPU time decides. In place: no savepoints unless one of the writes has to be undone, journals of statements in memory, one parse of the fields. The next steps would be counts without a trigger, for which SQLite copies the pages that a statement changes (a third of the INSERT), and commits in a thread, so that requests are read while the disk works.',
  },
};
