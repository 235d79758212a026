import { describe, expect, it } from 'vitest';
import { startHook } from '../webhooks/support/hook.ts';
import { folderWith, gitcast } from './in-memory.ts';
import { whileServing, type Card } from './while-serving.ts';

const EVENT = { title: 'x', start_time: '2027-01-01T10:00:00Z', end_time: '2027-01-01T11:00:00Z' };
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

async function post({ url, key }: Card, path: string, body: object, id?: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(id !== undefined && { 'x-request-id': id }),
  };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

type Line = Readonly<Record<string, unknown>>;
const linesOf = (stderr: string): readonly Line[] =>
  stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('the log of service', () => {
  it('as JSON, every line of a request has its id, and so has the delivery that it led to, and none a secret', async () => {
    const hook = await startHook([204]);
    let key = '';
    const { stderr } = await whileServing(folderWith(), '--allow-private-webhooks', async (card) => {
      ({ key } = card);
      await post(card, '/v1/webhooks', { url: hook.url, events: ['event.created'], secret: SECRET });
      const created = await post(card, `/v1/events?api_key=${key}`, EVENT, 'proxy-7.1:a');
      expect(created.headers.get('x-request-id')).toBe('proxy-7.1:a');
      await expect.poll(() => hook.heard.length).toBe(1);
      expect((await post(card, '/v1/events', {}, key)).headers.get('x-request-id')).not.toBe(key);
    });
    const lines = linesOf(stderr);
    expect(lines.filter(({ requestId }) => requestId === 'proxy-7.1:a')).toEqual([
      expect.objectContaining({
        event: 'request',
        level: 'info',
        method: 'POST',
        status: 201,
        operation: 'event.create',
      }),
      expect.objectContaining({
        event: 'delivery',
        level: 'info',
        deliveryId: hook.ids[0],
        state: 'delivered',
        status: 204,
      }),
    ]);
    expect(lines.every(({ time, requestId }) => typeof time === 'string' && typeof requestId === 'string')).toBe(true);
    expect(stderr).not.toContain(key);
    expect(stderr).not.toContain(SECRET);
  });

  it('as text, is one line for each request', async () => {
    const ask = async ({ url }: Card): Promise<void> =>
      void (await fetch(`${url}/v1/nothing`, { headers: { 'x-request-id': 'abc' } }));
    const { stderr } = await whileServing(folderWith(), '', ask, { LOG_FORMAT: 'text' });
    expect(stderr).toMatch(/^2027-01-01T00:00:00\.000Z GET \/v1\/nothing 404 [\d.]+ ms abc\n$/);
  });

  it('is JSON with --json or by LOG_FORMAT, and --quiet leaves out what nobody has to look at', async () => {
    const ask = async ({ url }: Card): Promise<void> => void (await fetch(`${url}/v1/nothing`));
    const json = await whileServing(folderWith(), '', ask);
    expect(linesOf(json.stderr)).toMatchObject([{ event: 'request', status: 404 }]);
    const started = Promise.withResolvers<void>();
    const { stderr } = await gitcast('service --port 0 --database s.db', {
      cwd: folderWith(),
      env: { LOG_FORMAT: 'json' },
      stopped: started.promise,
      onOutput: (text) => void fetch(`${/http:\S+?:\d+/.exec(text)![0]}/v1/nothing`).then(() => started.resolve()),
    });
    expect(linesOf(stderr)).toMatchObject([{ event: 'request', status: 404 }]);
    expect((await whileServing(folderWith(), '--quiet', ask)).stderr).toBe('');
  });

  it('refuses a format that it does not have, and names where it is set', async () => {
    const cwd = folderWith();
    const variable = await gitcast('service --database s.db', { cwd, env: { LOG_FORMAT: 'pretty' } });
    expect([variable.exitCode, variable.stderr]).toEqual([1, expect.stringContaining('set it to text or json')]);
  });
});
