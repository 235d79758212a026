/** Kills the service without warning, repeatedly: it must still deliver every change that it acknowledged. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { event } from '../contract/bodies.ts';
import { KillableService, killRepeatedly } from '../contract/killable-service.ts';
import { onPostgres } from '../contract/database.ts';
import { record } from '../proof/figures.ts';
import { runs } from '../seed.ts';
import { startHook } from '../webhooks/support/hook.ts';

const KILLS = runs({ test: 3, proof: 30 });
const SECRET = 'whsec_c2VjcmV0';

it('every committed delivery arrives at least once, however often the service is killed', async () => {
  const receiver = await startHook([204]);
  const delivered = (): ReadonlySet<string> =>
    new Set(receiver.heard.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
  const service = new KillableService();
  onTestFinished(() => service.dispose());

  const send = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: string }).id;
  };
  const acknowledged: string[] = [];
  let followed = false;
  await killRepeatedly(service, {
    kills: KILLS,
    whileItRuns: async () => {
      try {
        if (!followed) await send('webhooks', { url: `${receiver.url}/`, events: ['event.created'], secret: SECRET });
        followed = true;
        for (;;) acknowledged.push(await send('events', event()));
      } catch (error) {
        // The kill closed the connection; any other error is a failure.
        if (!(error instanceof TypeError)) throw error;
      }
    },
    untilKill: async () => {
      const enough = acknowledged.length + 5;
      while (acknowledged.length < enough) await wait(2);
    },
    afterKill: () => {},
    afterRestart: async () => {},
  });
  const missing = (): readonly string[] => {
    const arrived = delivered();
    return acknowledged.filter((id) => !arrived.has(id));
  };
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  record({
    what: `kills of the service with deliveries waiting, on ${onPostgres ? 'PostgreSQL' : 'SQLite'}`,
    tried: KILLS,
    failed: 0,
    note: `${acknowledged.length} changes, each delivered at least once`,
  });
}, 600_000);
