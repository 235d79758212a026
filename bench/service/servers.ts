/**
 * The servers to compare, each in its own process: `node servers.ts NAME FOLDER`. The bare ones use Hono and its
 * adaptor. A server sends `{url, …}` to its parent when it is ready, and its memory on request.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { Hono } from 'hono';
import { SERVICE_OPTIONS } from '../suite/service-options.ts';

export type ServerName = 'service' | 'bare-reads' | 'bare-writes';

export interface Ready {
  readonly url: string;
  readonly key?: string;
}

const SERVERS: Readonly<Record<ServerName, (folder: string) => Promise<Ready>>> = {
  async service(folder) {
    const { createService } = await import('../../src/service/service.ts');
    const { createBroadcast } = await import('../../src/service/administration.ts');
    const { listen } = await import('../../src/service/service-listener.ts');
    const service = await createService(join(folder, `service-${process.pid}.db`), SERVICE_OPTIONS);
    const { key } = await createBroadcast(service, { name: 'Harbour' });
    return { url: (await listen(service)).url, key };
  },

  /** Responds with a constant. */
  async 'bare-reads'() {
    const { Hono } = await import('hono');
    const answer = { id: '64b7c0ffee64b7c0ffee0001', title: 'Opening night', start_time: '2027-06-18T20:30:00+02:00' };
    return serve(new Hono().get('/v1/events/:id', (c) => c.json(answer)));
  },

  /** Runs one prepared INSERT, as durable as the service's, and responds with a constant. */
  async 'bare-writes'(folder) {
    const { Hono } = await import('hono');
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(folder, `bare-${process.pid}.db`));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('CREATE TABLE events (id INTEGER PRIMARY KEY, fields TEXT NOT NULL) STRICT');
    const insert = database.prepare('INSERT INTO events (fields) VALUES (?)');
    return serve(
      new Hono().post('/v1/events', async (c) => {
        insert.run(await c.req.text());
        return c.json({ created: true }, 201);
      }),
    );
  },
};

async function serve(app: Hono): Promise<Ready> {
  const { createAdaptorServer } = await import('@hono/node-server');
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const [name, folder] = process.argv.slice(2) as [ServerName, string];
process.send!(await SERVERS[name](folder));
process.on('message', () => process.send!({ bytes: process.memoryUsage.rss() }));
flushCompileCache();
