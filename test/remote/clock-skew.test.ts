import { describe, expect, it } from 'vitest';
import { clockProblem } from '../../src/remote/http/http.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { talkTo } from './target.ts';

const HOUR = 3_600_000;
const get = { method: 'GET', path: '/v1/events?limit=1', headers: {}, secrets: [] } as const;

describe("the difference to the service's clock", () => {
  it.each([
    [HOUR, '60 minutes behind'],
    [-HOUR, '60 minutes ahead of'],
  ])('is a problem if it is %i milliseconds', async (skew, words) => {
    const server = await rawServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + skew).toUTCString());
      answerJson(response, {});
    });
    const { http } = talkTo(server.url, { now: Date.now });
    await http.send(get);
    await http.send(get);
    expect(clockProblem(http.clockSkew()!)).toContain(words);
    expect(Math.abs(http.clockSkew()! - skew)).toBeLessThan(3000);
  });

  it('is none while the clocks agree', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}));
    const { http } = talkTo(server.url, { now: Date.now });
    expect(http.clockSkew()).toBeUndefined();
    await http.send(get);
    expect(clockProblem(http.clockSkew()!)).toBeUndefined();
    expect(Math.abs(http.clockSkew()!)).toBeLessThan(3000);
  });
});
