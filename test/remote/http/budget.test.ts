import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RemoteError } from '../../../src/diagnostics/errors.ts';
import { Budget, Gate } from '../../../src/remote/http/budget.ts';
import type { HttpOptions } from '../../../src/remote/http/http.ts';
import type { Variant } from '../../service/variants.ts';
import { answerJson, rawServer } from '../raw-server.ts';
import { clientOf, ManualClock, newKey, someEvent, startTarget, talkTo } from '../target.ts';

const get = (path = '/') => ({ method: 'GET', path, headers: {}, secrets: [] }) as const;
const many = <T>(count: number, task: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => task(index)));

const realTime: Pick<HttpOptions, 'now' | 'sleep'> = {
  now: Date.now,
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { ...(signal && { signal }) }),
};

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}

describe('requests in flight', () => {
  it.each([1, 3, 8])('are never more than %i', async (concurrency) => {
    let [now, most, left] = [0, 0, 40];
    const server = await rawServer(async (_, response) => {
      most = Math.max(most, ++now);
      // No request is answered until the maximum number has arrived, however slow the machine is.
      await until(() => most >= concurrency);
      await wait(5);
      [now, left] = [now - 1, left - 1];
      answerJson(response, {});
    });
    const { http } = talkTo(server.url, { concurrency });
    await many(40, () => http.send(get()));
    expect([most, left]).toEqual([concurrency, 0]);
  });

  it('do not exceed the number that the service reports as left', async () => {
    let [now, most, left] = [0, 0, 40];
    const server = await rawServer(async (_, response) => {
      most = left < 4 ? Math.max(most, ++now) : (now++, 0);
      await wait(5);
      now -= 1;
      response.setHeader('ratelimit-remaining', String(left > 0 ? (left -= 1) : 0));
      answerJson(response, {});
    });
    const { http } = talkTo(server.url);
    await many(45, () => http.send(get()));
    expect(most).toBeLessThanOrEqual(4);
  });

  it('share one budget on both surfaces', async () => {
    let [now, most] = [0, 0];
    const server = await rawServer(async (_, response) => {
      most = Math.max(most, ++now);
      await until(() => most >= 2);
      await wait(5);
      now -= 1;
      answerJson(response, { id: '1', _id: '64b7c0ffee64b7c0ffee0002' });
    });
    const { client } = clientOf(server.url, { concurrency: 2 });
    await Promise.all([many(10, () => client.read('event', '1')), many(10, () => client.read('broadcast'))]);
    expect(most).toBe(2);
  });
});

describe('the rate limit of the service', () => {
  const families: readonly (readonly Variant[])[] = [
    [],
    ['ratelimit-headers'],
    ['x-ratelimit-headers'],
    ['retry-after-date'],
  ];

  it.each(families)('is respected with its headers (%s)', async (...variants) => {
    const target = await startTarget({ rateLimit: 60, variants });
    await many(100, (index) => target.client.create('event', someEvent(`Event ${index}`), newKey()));
    const refused = target.seen.filter(({ status }) => status === 429).length;
    // Sixty at once, then one per second.
    const elapsed = target.clock.slept.reduce((sum, slept) => sum + slept, 0);
    expect(elapsed).toBeLessThan(90_000);
    expect(refused).toBeLessThan(90);
    expect(target.waits.length).toBeGreaterThan(0);
    const reading = await target.client.list('event');
    expect(reading.type === 'read' && reading.records.size).toBe(100);
  });

  it('without a wait time causes growing waits, and not for ever', async () => {
    const server = await rawServer((_, response) => answerJson(response, { error: 'slow down' }, 429));
    const { http, clock } = talkTo(server.url);
    await expect(http.send(get())).rejects.toMatchObject({
      type: 'rate-limited',
      made: 'no',
      message: expect.stringContaining('slow down'),
    });
    expect(clock.slept).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000]);
  });

  it('that asks for an hour causes a wait of ten minutes', async () => {
    const server = await rawServer((_, response) => {
      response.setHeader('retry-after', '3600');
      answerJson(response, {}, 429);
    });
    const { http, clock, waits } = talkTo(server.url);
    await expect(http.send(get())).rejects.toMatchObject({ type: 'rate-limited' });
    expect(clock.slept).toEqual([600_000]);
    expect(waits[0]).toEqual({ milliseconds: 600_000 });
  });

  it('that refuses several requests at once is reported once', async () => {
    let refusals = 0;
    const server = await rawServer(async (_, response) => {
      const refuse = ++refusals <= 8;
      // All are refused at the same time, however slow the machine is.
      if (refuse) await until(() => refusals >= 8);
      if (refuse) response.setHeader('retry-after', '1');
      answerJson(response, {}, refuse ? 429 : 200);
    });
    const { http, waits } = talkTo(server.url, realTime);
    await many(8, () => http.send(get()));
    expect(waits).toEqual([{ milliseconds: 1000 }]);
  });
});

describe('a run that is stopped', () => {
  it('finishes the requests in flight and sends no more', async () => {
    const stop = new AbortController();
    const server = await rawServer(async (_, response) => {
      await until(() => stop.signal.aborted);
      answerJson(response, {});
    });
    const { http } = talkTo(server.url, { concurrency: 2, signal: stop.signal });
    const sent = many(6, () =>
      http.send(get()).then(
        () => 'done',
        (error: { type: string }) => error.type,
      ),
    );
    await until(() => server.seen.length >= 2);
    stop.abort();
    expect((await sent).sort()).toEqual(['done', 'done', 'interrupted', 'interrupted', 'interrupted', 'interrupted']);
    await expect(http.send(get())).rejects.toMatchObject({ type: 'interrupted', made: 'no' });
    expect(server.seen).toHaveLength(2);
  });

  it('does not wait for a rate limit', async () => {
    const stop = new AbortController();
    const server = await rawServer((_, response) => {
      response.setHeader('retry-after', '300');
      answerJson(response, {}, 429);
    });
    const { http } = talkTo(server.url, { signal: stop.signal, ...realTime });
    const sent = http.send(get());
    setTimeout(() => stop.abort(), 50);
    await expect(sent).rejects.toMatchObject({ type: 'interrupted' });
  });
});

describe('a budget', () => {
  it('sends the refused request before later ones', async () => {
    const { now, sleep } = new ManualClock();
    const budget = new Budget({ concurrency: 1, now, sleep });
    const order: string[] = [];
    const [first, second] = [budget.newTicket(), budget.newTicket()];
    await budget.enter(first);
    const later = budget.enter(second).then(() => order.push('second'));
    budget.learn(429, {}, 1000);
    const again = budget
      .enter(first)
      .then(() => order.push('first again'))
      .finally(() => budget.leave());
    budget.leave();
    await Promise.all([again, later]);
    expect(order).toEqual(['first again', 'second']);
  });
});

describe('budgets that share a gate', () => {
  const clock = (): Pick<HttpOptions, 'now' | 'sleep'> => {
    const { now, sleep } = new ManualClock();
    return { now, sleep };
  };

  it('have no more requests in flight than the gate allows, the oldest first', async () => {
    const gate = new Gate({ concurrency: 1, ...clock() });
    const [one, other] = [new Budget({ ...clock(), gate }), new Budget({ ...clock(), gate })];
    const order: string[] = [];
    await one.enter(one.newTicket());
    const waiting = [
      other.enter(other.newTicket()).then(() => order.push('other')),
      one.enter(one.newTicket()).then(() => order.push('one')),
    ];
    expect([one.underWay(), other.underWay()]).toEqual([1, 0]);
    one.leave();
    await waiting[0];
    expect([order, one.underWay(), other.underWay()]).toEqual([['other'], 0, 1]);
    other.leave();
    await waiting[1];
    expect(order).toEqual(['other', 'one']);
  });

  it('are stopped one by one: a failure or an interruption of one run does not concern the others', async () => {
    const gate = new Gate({ concurrency: 1, ...clock() });
    const stop = new AbortController();
    const [stopped, interrupted, other] = [
      new Budget({ ...clock(), gate }),
      new Budget({ ...clock(), gate, signal: stop.signal }),
      new Budget({ ...clock(), gate }),
    ];
    await other.enter(other.newTicket());
    const waiting = [stopped, interrupted, other].map((budget) => budget.enter(budget.newTicket()));
    const refused = Promise.allSettled(waiting.slice(0, 2));
    stopped.stop(new RemoteError('no such key', { type: 'unauthorised' }));
    stop.abort();
    expect(await refused).toMatchObject([{ reason: { type: 'unauthorised' } }, { reason: { type: 'interrupted' } }]);
    other.leave();
    await waiting[2];
    expect(other.underWay()).toBe(1);
  });

  it('wait together for a rate limit, and only the run that met it reports it', async () => {
    const waits: string[] = [];
    const gate = new Gate({ concurrency: 2, ...clock() });
    const [one, other] = ['one', 'other'].map(
      (name) => new Budget({ ...clock(), gate, onWait: () => void waits.push(name) }),
    ) as [Budget, Budget];
    await Promise.all([one.enter(one.newTicket()), other.enter(other.newTicket())]);
    expect([one.learn(429, {}, 1000), other.learn(429, {}, 1000)]).toEqual([1000, 1000]);
    expect(waits).toEqual(['one']);
  });
});

describe('a failure that stops the run', () => {
  it('holds back all unsent requests until a new run starts', async () => {
    let isRevoked = true;
    const server = await rawServer((_, response) =>
      answerJson(response, isRevoked ? {} : { id: '1' }, isRevoked ? 401 : 200),
    );
    const { client, http } = clientOf(server.url, { concurrency: 2 });
    const failures = await Promise.allSettled(Array.from({ length: 50 }, () => client.read('event', '1')));
    expect(server.seen.length).toBeLessThanOrEqual(2);
    for (const failure of failures) expect(failure).toMatchObject({ reason: { type: 'unauthorised', made: 'no' } });
    await expect(client.read('event', '1')).rejects.toMatchObject({ unsent: true });
    expect(http.counts().requests).toBe(server.seen.length);
    isRevoked = false;
    client.resume();
    expect(await client.read('event', '1')).toMatchObject({ id: '1' });
  });
});
