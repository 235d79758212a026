import { describe, expect, it } from 'vitest';
import { answerJson, rawServer } from './raw-server.ts';
import { talkTo } from './target.ts';

const HOUR = 3_600_000;
const get = { method: 'GET', path: '/v1/events?limit=1', headers: {}, secrets: [] } as const;

describe('a notice in an answer', () => {
  it('is reported once: an operation is deprecated', async () => {
    const server = await rawServer((_, response) => {
      response.setHeader('deprecation', '@1767225600');
      response.setHeader('sunset', 'Thu, 31 Dec 2026 23:59:59 GMT');
      answerJson(response, {});
    });
    const { http, notices } = talkTo(server.url, { now: Date.now });
    await http.send(get);
    await http.send(get);
    expect(notices).toEqual([
      {
        type: 'deprecated',
        path: '/v1/events',
        sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
        message: 'the service has deprecated /v1/events and will remove it on Thu, 31 Dec 2026 23:59:59 GMT',
      },
    ]);
  });

  it.each([
    [HOUR, '60 minutes behind'],
    [-HOUR, '60 minutes ahead of'],
  ])('is reported once: a clock that is off by %i milliseconds', async (skew, words) => {
    const server = await rawServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + skew).toUTCString());
      answerJson(response, {});
    });
    const { http, notices } = talkTo(server.url, { now: Date.now });
    await http.send(get);
    await http.send(get);
    expect(notices).toMatchObject([{ type: 'clock-skew', message: expect.stringContaining(words) }]);
    expect(Math.abs(http.clockSkew()! - skew)).toBeLessThan(3000);
  });

  it('is not reported while the clocks agree', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}));
    const { http, notices } = talkTo(server.url, { now: Date.now });
    expect(http.clockSkew()).toBeUndefined();
    await http.send(get);
    expect(notices).toEqual([]);
    expect(Math.abs(http.clockSkew()!)).toBeLessThan(3000);
  });
});
