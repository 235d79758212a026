import { expect, it, onTestFinished, vi } from 'vitest';
import { openDoor } from '../../src/service/service-listener.ts';
import { temporaryService } from '../contract/service.ts';

async function ask(url: string, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it('health and readiness need no key, and are cached nowhere', async () => {
  const { url } = await temporaryService({ profile: 'documented' });
  for (const [path, status] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ] as const) {
    const { headers, ...answer } = await ask(url, path);
    expect(answer).toEqual({ status: 200, text: JSON.stringify({ status }) });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await ask(url, path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  }
});

it('a service without its database is alive and not ready, and says why without details', async () => {
  const { url, service } = await temporaryService();
  vi.spyOn(service.engine, 'read').mockRejectedValue(new Error('connect ECONNREFUSED db.internal'));
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await ask(url, '/healthz')).status).toBe(200);
  const { status, headers, text } = await ask(url, '/readyz');
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(JSON.parse(text)).toEqual({ status: 'unavailable', reason: 'the database cannot be reached' });
});

it('a database that does not answer makes the service unready, not the question endless', async () => {
  const { url, service } = await temporaryService();
  vi.spyOn(service.engine, 'read').mockImplementation(() => new Promise(() => {}));
  onTestFinished(() => void vi.restoreAllMocks());
  const { status, text } = await ask(url, '/readyz');
  expect([status, text]).toEqual([503, expect.stringContaining('the database did not answer within 2 s')]);
});

it('readiness asks the database once for everyone who asks in the same second', async () => {
  const { url, service } = await temporaryService();
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
  onTestFinished(() => void vi.restoreAllMocks());
  const read = vi.spyOn(service.engine, 'read');
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(url, '/readyz')));
  expect(all.every(({ status }) => status === 200)).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  now.mockReturnValue(6001);
  await ask(url, '/readyz');
  expect(read).toHaveBeenCalledTimes(2);
});

it('a copy whose database is still being prepared is alive and not ready, and asks clients to come back', async () => {
  const door = await openDoor({});
  onTestFinished(() => door.close());
  expect((await ask(door.url, '/healthz')).status).toBe(200);
  const ready = await ask(door.url, '/readyz');
  expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('the database is being prepared')]);
  const { status, headers, text } = await ask(door.url, '/v1/events');
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', request_id: headers.get('x-request-id') });
});
