import { readdirSync, readFileSync } from 'node:fs';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { send } from '../../src/service/deliveries/send.ts';

/** Names that this process looked up with the system's resolver. */
const asked: string[] = [];
const original = dns.lookup;

beforeAll(() => {
  const noting = (name: string, _: unknown, callback: (error: Error) => void): void => {
    asked.push(name);
    callback(Object.assign(new Error('not here'), { code: 'ENOTFOUND' }));
  };
  dns.lookup = noting as never;
  syncBuiltinESMExports();
});

afterAll(() => {
  dns.lookup = original;
  syncBuiltinESMExports();
});

const deliver = (url: string) => send({ url, headers: {}, body: '{}', timeoutMs: 5_000, allowPrivate: false });

describe('a delivery', () => {
  const folder = join(import.meta.dirname, '../../content/webhooks');
  const demo = readdirSync(folder).map(
    (name) => (parse(readFileSync(join(folder, name), 'utf8')) as { url: string }).url,
  );

  it('to a webhook of the demo looks up no external name', async () => {
    expect(demo.length).toBeGreaterThan(0);
    for (const url of demo) {
      expect(await deliver(url)).toEqual({ error: expect.stringContaining('is reserved for examples') });
    }
    expect(asked).toEqual([]);
  });

  it.each(['a.example', 'a.EXAMPLE.', 'example.org', 'hooks.example.com', 'a.invalid'])(
    'to %s looks up no name either',
    async (host) => {
      await deliver(`https://${host}/hook`);
      expect(asked).toEqual([]);
    },
  );

  it('to any other name looks it up', async () => {
    expect(await deliver('https://hooks.notexample.org/')).toEqual({
      error: 'the name hooks.notexample.org cannot be resolved',
    });
    expect(asked).toEqual(['hooks.notexample.org']);
  });
});
