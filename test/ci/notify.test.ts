import { describe, expect, it } from 'vitest';
import { openCi } from '../../src/ci/open-ci.ts';
import type { Work } from '../../src/ci/work.ts';
import { proxyServer } from '../remote/proxy-server.ts';
import { temporaryFolder } from './folders.ts';
import { serve, type Heard } from './stand-in-server.ts';

const work: Work = { with: () => work } as Partial<Work> as Work;

async function notified(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const said: string[] = [];
  const say = (sentence: string): void => void said.push(sentence);
  const ci = openCi({ folder: temporaryFolder(), env, work, now: () => new Date(), say, warn: say, runsAny: true });
  await ci.notify('The sync to production failed.');
  return said;
}

describe('a notification', () => {
  it('is sent through the proxy of the environment', async () => {
    const heard: Heard[] = [];
    const chat = await serve((request) => {
      heard.push(request);
      return { body: {} };
    });
    const proxy = await proxyServer({ to: Number(new URL(chat).port) });
    const env = {
      GITCAST_NOTIFY_URL: 'http://chat.example/hooks/secret?thread=1',
      http_proxy: `http://127.0.0.1:${proxy.port}`,
    };
    expect(await notified(env)).toEqual([]);
    expect(proxy.asked).toEqual([expect.stringContaining('chat.example')]);
    expect(heard).toMatchObject([
      { method: 'POST', path: '/hooks/secret', body: { text: 'The sync to production failed.' } },
    ]);
  });

  it.each([
    ['is refused', 403, 'The notification was answered with 403.'],
    ['fails', 500, 'The notification was answered with 500.'],
  ])('that %s fails no job', async (_, status, sentence) => {
    const chat = await serve(() => ({ status, body: {} }));
    expect(await notified({ GITCAST_NOTIFY_URL: `${chat}/hooks/secret` })).toEqual([sentence]);
  });

  it('whose address is wrong fails no job, and shows nothing of it', async () => {
    for (const address of ['secret', 'http://127.0.0.1:1/secret'])
      expect(await notified({ GITCAST_NOTIFY_URL: address })).toEqual(['The notification could not be sent.']);
  });
});
