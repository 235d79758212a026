/**
 * Lists show the state of a second ago, including deletions and changes. They are read from a second service in memory, with
 * the records of the first one except for the changes of the last second.
 */
import type { Reply } from '../../src/service/http/reply.ts';
import type { ServiceRequest } from '../../src/service/http/request.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { all, run, type Value, type Work } from '../../src/service/store/work.ts';

const LAG = 1000;

type Row = Readonly<Record<string, Value>>;

interface LaggingLists {
  readonly read: (request: ServiceRequest) => Promise<Reply>;
  readonly change: (request: ServiceRequest) => Promise<Reply>;
}

export function laggingLists({ engine, respond, options, log }: Service): LaggingLists {
  let changes: readonly { readonly at: number; readonly id: string; readonly before: Row | undefined }[] = [];
  const late = createService(':memory:', { ...options, rateLimit: 0 }).then((service) => {
    service.log.onRequest((request) => log.add(request));
    return service;
  });
  const rowOf = async (id: string): Promise<Row | undefined> =>
    (await engine.read('everything', () => all<Row>('SELECT * FROM records WHERE id = ?', id)))[0];
  const recordsThen = async (): Promise<readonly Row[]> => {
    const rows = await engine.read('everything', () => all<Row>('SELECT * FROM records'));
    const records = new Map(rows.map((row) => [row['id'], row]));
    changes = changes.filter(({ at }) => at > options.clock.now() - LAG);
    for (const { id, before } of changes.toReversed()) {
      if (before) records.set(id, before);
      else records.delete(id);
    }
    // An event refers to its place.
    return [...records.values()].toSorted((a, b) => Number(a['place_id'] !== null) - Number(b['place_id'] !== null));
  };
  return {
    read: async (request) => {
      const { engine: view, respond: answer } = await late;
      const tables = {
        broadcasts: await engine.read('everything', () => all<Row>('SELECT * FROM broadcasts')),
        api_keys: await engine.read('everything', () => all<Row>('SELECT * FROM api_keys')),
        records: await recordsThen(),
      };
      await view.write('everything', () => refill(tables));
      return answer(request);
    },
    change: async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') return respond(request);
      const named = request.segments.at(-1)!;
      const before = await rowOf(named);
      const reply = await respond(request);
      if (reply.status >= 300) return reply;
      const id = reply.headers['Location']?.split('/').at(-1) ?? named;
      changes = [...changes, { at: options.clock.now(), id, before: id === named ? before : undefined }];
      return reply;
    },
  };
}

function* refill(tables: Readonly<Record<string, readonly Row[]>>): Work<void> {
  for (const table of ['idempotency', ...Object.keys(tables).toReversed()]) yield* run(`DELETE FROM ${table}`);
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      yield* run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row));
    }
}
