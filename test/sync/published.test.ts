import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Files } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const article = (title: string, text: string, status = 'published'): string =>
  `---\ntitle: ${title}\nstatus: ${status}\npublished_at: 2026-05-02T09:00:00+02:00\n---\n${text}\n`;

const FILES: Files = {
  'broadcast.yaml': 'name: Harbour festival\n',
  'articles/guide.md': article('Guide', 'See [the fares](fares.md#adults).'),
  'articles/fares.md': article('Fares', '## Adults\n\nTen euros.'),
  'media/a map.svg': SVG,
  'media/poster.svg': SVG,
};

/** A website that has what was built so far. */
async function website(stage: Stage): Promise<{ readonly publish: () => Promise<void>; readonly asked: string[] }> {
  const files = new Set<string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(files.has(decodeURI(request.url!)) ? 200 : 404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(stage.folder, 'gitcast.config.yaml'), stage.configText().replace('https://harbour.example', url));
  const publish = async (): Promise<void> => {
    await stage.gitcast('build', '--manifest', 'site.json');
    const { files: built } = JSON.parse(readFileSync(join(stage.folder, 'site.json'), 'utf8')) as {
      files: Record<string, unknown>;
    };
    for (const path of Object.keys(built)) files.add(`/${path.replace(/(^|\/)index\.html$/, '$1')}`);
  };
  return { publish, asked };
}

describe('sync --published', () => {
  it('stops before it sends the address of a page or file that the website does not have yet, and names it', async () => {
    const stage = await openStage({ files: FILES });
    const site = await website(stage);
    await site.publish();
    expect((await stage.sync('--published', 'live')).exitCode).toBe(0);
    stage.write('articles/news.md', article('News', '![A map](<media/a map.svg>) and [the guide](guide.md)'));
    stage.write('articles/more.md', article('More', '[News](news.md)'));
    for (const source of ['live', 'site.json']) {
      stage.forgetRequests();
      const { exitCode, stderr, stdout } = await stage.gitcast('sync', '--yes', '--published', source);
      expect([exitCode, stdout + stderr]).toEqual([
        1,
        expect.stringMatching(
          /would send 2 addresses of the website that are not published yet: \S+\/articles\/news\/ \(articles\/more\), \S+\/media\/a%20map\.svg \(articles\/news\)/,
        ),
      ]);
      expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    }
    await site.publish();
    expect((await stage.sync('--published', 'live')).exitCode).toBe(0);
    expect(stage.contents('article')).toHaveLength(4);
  });

  it('lets a sync through that names nothing of the website, whatever state that is in', async () => {
    const stage = await openStage({ files: FILES });
    const site = await website(stage);
    await site.publish();
    await stage.sync();
    stage.write('broadcast.yaml', 'name: Harbour festival\nisWeb: false\n');
    stage.write('articles/plain.md', article('Plain', 'No links.'));
    stage.write('articles/hidden.md', article('Hidden', '![Poster](media/poster.svg)', 'draft'));
    rmSync(join(stage.folder, 'site.json'));
    expect((await stage.gitcast('build')).exitCode).toBe(1);
    site.asked.length = 0;
    expect((await stage.sync('--published', 'live')).exitCode).toBe(0);
    expect(site.asked).toEqual([]);
  });
});
