import { describe, expect, it, vi } from 'vitest';
import type { FaultAction } from '../service/faults.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { clientOf, newKey, someEvent, startTarget, type Target } from './target.ts';

const PASSING: readonly FaultAction[] = ['status-500', 'reset-before', 'reset-after', 'truncate'];
const titlesOf = async ({ client }: Target): Promise<readonly unknown[]> => {
  const reading = await client.list('event');
  return reading.type === 'unreadable' ? [] : [...reading.records.values()].map(({ fields }) => fields['title']);
};

/** A target with one event, and the fault that its next request of this method meets. */
async function withEvent(fault?: FaultAction, method?: string): Promise<Target & { readonly id: string }> {
  const target = await startTarget();
  const { id } = await target.client.create('event', someEvent(), newKey());
  if (fault && method) target.service.faults.arm([{ do: fault, method, nth: 1 }]);
  return { ...target, id: id! };
}

describe('a read', () => {
  it.each(PASSING)('is retried after %s', async (fault) => {
    const target = await withEvent(fault, 'GET');
    expect(await target.client.read('event', target.id)).toMatchObject({ id: target.id });
    expect(target.client.counts().retries).toBe(1);
  });

  it('is abandoned after five tries with growing pauses', async () => {
    const target = await startTarget();
    target.service.faults.arm([{ do: 'status-500', method: 'GET' }]);
    await expect(target.client.read('event', '1')).rejects.toMatchObject({
      name: 'RemoteError',
      type: 'server-error',
      status: 500,
      made: 'no',
      message: 'GET /v1/events/1 was answered with 500: injected fault',
    });
    expect(target.client.counts()).toEqual({ requests: 5, retries: 4 });
    expect(target.clock.slept).toEqual([188, 375, 750, 1500]);
  });

  it('that takes too long is retried', async () => {
    // Long enough for the answers that come at once, however busy the machine is.
    const target = await startTarget({ timeouts: { connect: 30_000, headers: 2000, body: 2000 } });
    const { id } = await target.client.create('event', someEvent(), newKey());
    target.service.faults.arm([{ do: 'latency', ms: 4000, method: 'GET', nth: 1 }]);
    expect(await target.client.read('event', id)).toMatchObject({ id });
    expect(target.client.counts().retries).toBe(1);
    await vi.waitFor(() => expect(target.seen).toHaveLength(3), 30_000);
  });
});

describe('an update', () => {
  it.each(['status-500', 'reset-before', 'reset-after'] as const)('is retried after %s', async (fault) => {
    const target = await withEvent(fault, 'PUT');
    const record = await target.client.update('event', target.id, { title: 'Closing night' });
    expect(record?.fields['title']).toBe('Closing night');
  });

  it('with an incomplete answer is reported as made', async () => {
    const target = await withEvent('truncate', 'PUT');
    const update = target.client.update('event', target.id, { title: 'Closing night' });
    await expect(update).rejects.toMatchObject({ type: 'lost-reply', made: 'yes', status: 200 });
    expect(await titlesOf(target)).toEqual(['Closing night']);
  });

  it('with a precondition that its own lost try invalidated may have been made', async () => {
    const target = await withEvent();
    const { etag } = (await target.client.read('event', target.id))!;
    target.service.faults.arm([{ do: 'reset-after', method: 'PUT', nth: 1 }]);
    await target.clock.sleep(1000);
    const update = target.client.update('event', target.id, { title: 'Closing night' }, { etag });
    await expect(update).rejects.toMatchObject({ type: 'lost-reply', made: 'unknown', status: 412 });
    expect(await titlesOf(target)).toEqual(['Closing night']);
  });

  it('of an object changed in the meantime is refused', async () => {
    const target = await withEvent();
    const { etag } = (await target.client.read('event', target.id))!;
    await target.clock.sleep(1000);
    await target.client.update('event', target.id, { title: 'By a colleague' });
    const update = target.client.update('event', target.id, { title: 'Closing night' }, { etag });
    await expect(update).rejects.toMatchObject({ type: 'changed', made: 'no' });
    expect(await titlesOf(target)).toEqual(['By a colleague']);
  });
});

describe('a deletion', () => {
  it.each(['status-500', 'reset-before', 'reset-after'] as const)(
    'succeeds after %s, even if the first try was carried out',
    async (fault) => {
      const target = await withEvent(fault, 'DELETE');
      await target.client.delete('event', target.id);
      expect(await titlesOf(target)).toEqual([]);
    },
  );

  it('of an object that no longer exists succeeds, and reports that', async () => {
    const target = await withEvent();
    await expect(target.client.delete('event', target.id)).resolves.toBe(true);
    await expect(target.client.delete('event', target.id)).resolves.toBe(false);
  });

  it('that is answered with success: false is refused', async () => {
    const server = await rawServer((_, response) => answerJson(response, { success: false }));
    const { client } = clientOf(server.url);
    await expect(client.delete('page', '64b7c0ffee64b7c0ffee0001')).rejects.toMatchObject({ type: 'refused' });
  });
});

describe('a creation', () => {
  it.each([
    ['status-500', 0, 'unknown'],
    ['reset-before', 0, 'unknown'],
    ['reset-after', 1, 'unknown'],
    ['truncate', 1, 'yes'],
  ] as const)('is never sent again after %s: the caller has to check', async (fault, stored, made) => {
    const target = await startTarget();
    target.service.faults.arm([{ do: fault, method: 'POST', nth: 1 }]);
    await expect(target.client.create('event', someEvent(), newKey())).rejects.toMatchObject({
      type: 'lost-reply',
      made,
    });
    expect(target.client.counts()).toEqual({ requests: 1, retries: 0 });
    expect(await titlesOf(target)).toHaveLength(stored);
  });

  it('with an incomplete answer is identified by the id in its Location', async () => {
    const target = await startTarget();
    target.service.faults.arm([{ do: 'truncate', method: 'POST', nth: 1 }]);
    const error = await target.client.create('event', someEvent(), newKey()).catch((thrown: unknown) => thrown);
    const reading = await target.client.list('event');
    expect(error).toMatchObject({ type: 'lost-reply', id: reading.type === 'read' && [...reading.records.keys()][0] });
  });

  it('that takes too long is a lost reply', async () => {
    const target = await startTarget({ timeouts: { connect: 30_000, headers: 150, body: 150 } });
    target.service.faults.arm([{ do: 'latency', ms: 2000, method: 'POST', nth: 1 }]);
    await expect(target.client.create('event', someEvent(), newKey())).rejects.toMatchObject({ type: 'lost-reply' });
    await vi.waitFor(() => expect(target.seen).toHaveLength(1), 30_000);
  });

  it('refused by the rate limit was not carried out and is sent again', async () => {
    const target = await startTarget();
    target.service.faults.arm([{ do: 'status-429', method: 'POST', nth: 1, retryAfter: 7 }]);
    await target.client.create('event', someEvent(), newKey());
    expect(target.waits).toEqual([{ milliseconds: 7000 }]);
    expect(await titlesOf(target)).toHaveLength(1);
  });

  it("with invalid fields is refused with the service's message", async () => {
    const target = await startTarget();
    await expect(target.client.create('event', { title: 'No time' }, newKey())).rejects.toMatchObject({
      type: 'refused',
      status: 400,
      made: 'no',
      message: 'POST /v1/events was refused with 400: /start_time: is required (and 1 more)',
    });
  });
});

describe('a wrong key', () => {
  it('stops at once', async () => {
    const target = await startTarget();
    const client = target.clientWith({ key: 'wrong' });
    await expect(client.list('event')).rejects.toMatchObject({
      type: 'unauthorised',
      status: 401,
      suggestion: expect.stringContaining('key'),
    });
    expect(target.client.counts()).toEqual({ requests: 1, retries: 0 });
  });
});
