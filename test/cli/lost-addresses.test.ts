/** The one warning about addresses that the last build had. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteRecordIn } from '../../src/values/site-record.ts';
import { proxyServer } from '../remote/proxy-server.ts';
import { answerJson, rawServer } from '../remote/raw-server.ts';
import { folderWith, gitcast, textOf, writeInto } from './in-memory.ts';

const FILES = {
  'gitcast.config.yaml': 'site: { timezone: UTC }\n',
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content/places/dock.yaml': 'name: Dock\n',
};

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly words?: string;
}

const build = async (cwd: string, { env = {}, words = '' }: Surroundings = {}) => {
  const { stdout } = await gitcast(`build --json ${words}`.trim(), { cwd, env });
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

  it('compares with the published site of its target in CI, through the proxy, and goes on without it', async () => {
    const addresses = ['/places/quay/', '/places/gone/', '/articles/gone/'];
    const server = await rawServer((_, response) => answerJson(response, { digest: 'd', until: null, addresses }));
    const proxy = await proxyServer({ to: Number(new URL(server.url).port) });
    const env = { CI: 'true', HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    const settings =
      "site: { timezone: UTC, url: 'http://other.test' }\ntargets: { local: { siteUrl: 'http://harbour.test/2027' } }\n";
    const files = { ...FILES, 'gitcast.config.yaml': settings };
    expect(await build(folderWith(files), { env, words: '--target local' })).toEqual({
      lost: ['/places/gone/', '/articles/gone/'],
      messages: ['the site lacks 2 addresses that it had before: /places/gone/, /articles/gone/'],
    });
    expect(proxy.asked).toEqual([expect.stringMatching('^GET http://harbour.test/2027/gitcast.json')]);
    const unreachable = { ...env, HTTP_PROXY: 'http://127.0.0.1:1' };
    expect((await build(folderWith(files), { env: unreachable })).lost).toEqual([]);
  });

  it('counts the same addresses in `gitcast.json`, without sheets of lists and what only its pages load', async () => {
    const articles = Array.from({ length: 13 }, (_, index) => [
      `content/articles/a${index}.md`,
      `---\ntitle: A${index}\nstatus: published\npublished_at: 2026-05-01T09:00:00Z\n---\nText\n`,
    ]);
    const cwd = folderWith({ ...FILES, ...Object.fromEntries(articles) });
    const files = {
      'gitcast.config.yaml': "site: { timezone: UTC, locales: [en, fr], url: 'https://harbour.test' }\n",
    };
    writeInto(cwd, files);
    await build(cwd);
    const { addresses } = siteRecordIn(textOf(cwd, 'dist/gitcast.json'))!;
    expect(textOf(cwd, 'dist/fr/articles/page/2/index.html')).toContain('page-head');
    expect(addresses).toEqual(expect.arrayContaining(['/', '/fr/articles/a0/', '/feed.xml', '/calendar.ics']));
    expect(addresses.filter((path) => /page\/|assets|404|search/.test(path))).toEqual(['/fr/search/', '/search/']);
  });
});
