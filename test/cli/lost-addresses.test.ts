/** The one warning about addresses that the last build had. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, gitcast } from './in-memory.ts';

const FILES = {
  'gitcast.config.yaml': 'site: { timezone: UTC }\n',
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content/places/dock.yaml': 'name: Dock\n',
};

const build = async (cwd: string, env: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await gitcast('build --json', { cwd, env });
  const { lost, diagnostics } = JSON.parse(stdout) as {
    lost: string[];
    diagnostics: { code: string; message: string }[];
  };
  return { lost, messages: diagnostics.flatMap(({ code, message }) => (code === 'address-gone' ? [message] : [])) };
};

describe('a build', () => {
  it('warns once of the addresses that the last one had, and not of those that lead on', async () => {
    const cwd = folderWith(FILES);
    expect(await build(cwd)).toEqual({ lost: [], messages: [] });
    for (const name of ['quay', 'dock']) rmSync(join(cwd, `content/places/${name}.yaml`));
    writeFileSync(join(cwd, 'content/places/pier.yaml'), 'name: Pier\n$aliases: [places/quay]\n');
    expect(await build(cwd)).toEqual({
      lost: ['/places/dock/'],
      messages: ['the site lacks an address that it had before: /places/dock/'],
    });
    expect(await build(cwd)).toEqual({ lost: [], messages: [] });
  });

  it('compares with the published site in CI, and goes on without it', async () => {
    const asked: string[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url!);
      response.end(JSON.stringify({ addresses: ['/places/quay/', '/places/gone/', '/articles/gone/'] }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2027`;
    const inCi = (cwd: string) => {
      writeFileSync(join(cwd, 'gitcast.config.yaml'), `site: { timezone: UTC, url: '${url}' }\n`);
      return build(cwd, { CI: 'true' });
    };
    expect(await inCi(folderWith(FILES))).toEqual({
      lost: ['/places/gone/', '/articles/gone/'],
      messages: ['the site lacks 2 addresses that it had before: /places/gone/, /articles/gone/'],
    });
    expect(asked).toEqual(['/2027/gitcast.json']);
    server.close();
    expect((await inCi(folderWith(FILES))).lost).toEqual([]);
  });
});
