import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDevServer } from '../preview/dev-server.ts';
import { useBrowser } from './browser.ts';
import { needsBrowser } from '../needs.ts';
import { listen } from '../listen.ts';

describe.runIf(needsBrowser())(
  'a page from another server, in the same browser as gitcast dev',
  { timeout: 90_000 },
  () => {
    const { open } = useBrowser();
    const running = useDevServer();
    let stranger: Server;
    let elsewhere: string;
    beforeAll(async () => {
      stranger = createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Elsewhere</title>'),
      );
      elsewhere = `http://localhost:${await listen(stranger)}/`;
    });
    afterAll(() => {
      stranger.closeAllConnections();
      stranger.close();
    });
    const outcome = (script: string) => `(async () => { ${script} })().catch((error) => 'failed: ' + error.name)`;

    it.each(['localhost', '127.0.0.1'])('cannot read anything from it at %s', async (name) => {
      const page = await open(elsewhere);
      const server = `http://${name}:${running.server.port}`;
      for (const path of ['/', '/__gitcast/client.js', '/__gitcast/events']) {
        const read = outcome(`return (await fetch('${server}${path}')).text()`);
        expect(await page.evaluate(read)).toBe('failed: TypeError');
        const blind = outcome(`return (await fetch('${server}${path}', { mode: 'no-cors' })).type`);
        // Refused completely: not even an opaque response, whose size could be measured.
        expect(['opaque', 'failed: TypeError']).toContain(await page.evaluate(blind));
      }
      const listened = `return new Promise((resolve) => {
      const source = new EventSource('${server}/__gitcast/events?page=/');
      source.onopen = () => resolve('open');
      source.onerror = () => resolve('refused');
    })`;
      expect(await page.evaluate(outcome(listened))).toBe('refused');
      const loaded = `return new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = '${server}/__gitcast/client.js';
      script.onload = () => resolve('loaded');
      script.onerror = () => resolve('refused');
      document.head.append(script);
    })`;
      expect(await page.evaluate(outcome(loaded))).toBe('refused');
      expect(running.server.clients).toBe(0);
    });

    it('cannot change anything, neither with a script nor with a form', async () => {
      const page = await open(elsewhere);
      const server = running.url;
      const before = running.site.revision;
      const body = `JSON.stringify({ local: '2027-06-19T12:00' })`;
      for (const options of [
        `{ method: 'POST', mode: 'no-cors', body: ${body} }`,
        `{ method: 'POST', body: ${body}, headers: { 'x-gitcast-token': '${running.token}' } }`,
      ])
        await page.evaluate(outcome(`return (await fetch('${server}/__gitcast/now', ${options})).type`));
      await page.setContent(
        `<form method="post" enctype="text/plain" action="${server}/__gitcast/now"><input name='{"local":"2027-06-19T12:00","x":"' value='"}'><button>Go</button></form>`,
      );
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/now') && response.request().method() === 'POST'),
        page.locator('button').click(),
      ]);
      expect(answer.status()).toBe(403);
      expect(running.site.revision).toBe(before);
    });

    it('cannot frame it', async () => {
      const page = await open(elsewhere);
      const answer = page.waitForResponse((response) => response.url() === `${running.url}/program/`);
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: '${running.url}/program/' }))`,
      );
      expect((await answer).status()).toBe(403);
    });
  },
);
