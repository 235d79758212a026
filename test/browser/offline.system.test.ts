import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeProgramme } from '../../bench/programme/corpus.ts';
import { gitcast } from '../cli/in-memory.ts';
import { needsBrowser } from '../needs.ts';
import { keptFiles } from '../render/offline/kept-files.ts';
import { violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useHost, type Host } from './host.ts';
import { folderOfFile } from '../temporary-folder.ts';

const STARTER = fileURLToPath(new URL('../../templates/starter', import.meta.url));
const BRUNCH = '/events/sunday-brunch/';

describe.runIf(needsBrowser())('the worker of a site', () => {
  const browser = useBrowser({ workers: 'allowed' });
  const host = useHost();
  const root = folderOfFile();
  const folder = (name: string): string => join(root, name);

  const build = async (out: string, site: string): Promise<void> => {
    writeFileSync(join(root, 'gitcast.config.yaml'), `site: { timezone: Europe/London, ${site} }\n`);
    const built = await gitcast(`build --out ${out} --now 2027-06-01T12:00:00Z`, { cwd: root });
    if (built.exitCode !== 0) throw new Error(built.stderr + built.stdout);
  };
  beforeAll(async () => {
    cpSync(join(STARTER, 'content'), join(root, 'content'), { recursive: true });
    await build('first', 'locales: [en, ar]');
    const brunch = join(root, 'content', 'events', 'sunday-brunch.yaml');
    writeFileSync(brunch, `${readFileSync(brunch, 'utf8').replace('T10:30', 'T11:45')}\n$cancelled: true\n`);
    await build('moved', 'locales: [en, ar]');
    await build('removed', 'locales: [en, ar], offline: false');
  });
  const rightAnswer: Host['instead'] = (_, answer) => answer;
  afterEach(() => void Object.assign(host, { network: 'up', instead: rightAnswer }));

  // Not `expect.poll`, which works only in tests.
  const controlled = (page: Page): Promise<void> =>
    vi.waitFor(async () => expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'), {
      timeout: 60_000,
    });
  const visit = async (path = '/', url = host.url): Promise<Page> => {
    host.folder = folder('first');
    const page = await browser.open(`${url}${path}`, { bypassCSP: true });
    await controlled(page);
    return page;
  };
  const openCut = async (page: Page, path: string): Promise<string> => {
    host.network = 'cut';
    await page.goto(`${host.url}${path}`);
    return page.innerText('main');
  };
  /** To be polled: a browser joins a search for an update with one that is under way. */
  const afterUpdate = async <T>(page: Page, read: () => T | Promise<T>): Promise<T> => {
    await page.evaluate('navigator.serviceWorker.ready.then((all) => all.update()).catch(() => {})');
    return read();
  };
  const openEntry = async (page: Page, path: string): Promise<string> => {
    await openCut(page, path);
    await page.locator('[data-entry]:not([hidden])').waitFor();
    return page.innerText('main');
  };

  it('shows what visitors need, after one visit and without a network', async () => {
    const page = await visit();
    for (const path of ['/program/', '/favorites/', '/places/', '/maps/orchard/', '/pages/good-to-know/', '/']) {
      await openCut(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.goto(`${host.url}/maps/orchard/`);
    expect(await page.evaluate(`fetch('../../media/orchard-map.svg').then(({ ok }) => ok)`)).toBe(true);
    expect(await page.evaluate('document.styleSheets[0].cssRules.length')).toBeGreaterThan(100);
    // The address without its slash leads to the page.
    await page.goto(`${host.url}/program`);
    expect(new URL(page.url()).pathname).toBe('/program/');
  });

  it('shows an entry that was never opened by a page that can keep it, and is accessible', async () => {
    const page = await visit();
    const shown = await openEntry(page, BRUNCH);
    for (const words of ['Sunday brunch', '20 June 2027, 10:30 – 14:00', 'Orchard kitchen', 'One long table'])
      expect(shown).toContain(words);
    expect(await page.title()).toBe('Sunday brunch');
    expect(await page.locator('.mark-cancelled').isVisible()).toBe(false);
    expect(await page.locator('h1:visible').count()).toBe(1);
    expect(await violationsOf(page, page.url(), { ready: '[data-entry]:not([hidden])' })).toEqual([]);
    await openEntry(page, BRUNCH);
    await page.click('[data-entry] [data-favourite]');
    await openCut(page, '/favorites/');
    await expect.poll(() => page.innerText('main')).toContain('Sunday brunch');
    expect(await openEntry(page, '/events/opening-concert/')).toContain('Opening concert');
  });

  it('shows an entry from right to left, in the language of its address', async () => {
    const page = await visit('/ar/');
    const shown = await openEntry(page, `/ar${BRUNCH}`);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('[data-part="t"]').getAttribute('lang')).toBe('en');
    expect(shown).toContain('Sunday brunch');
    expect(new URL(page.url()).pathname).toBe('/ar/offline/');
  });

  it('keeps what a visitor opens, with its pictures, and says of any other page that it is not here', async () => {
    const page = await visit();
    await page.goto(`${host.url}/articles/welcome/`);
    await page.waitForLoadState('networkidle');
    expect(await openCut(page, '/articles/welcome/')).toContain('The orchard opens its gate');
    expect(new URL(page.url()).pathname).toBe('/articles/welcome/');
    await openCut(page, '/articles/getting-here/');
    expect(new URL(page.url()).pathname).toBe('/offline/');
    expect(await page.locator('[data-nothing]').isVisible()).toBe(true);
    // In another tab: the page of the browser for an error may come later than the error.
    const tab = await page.context().newPage();
    await expect(tab.goto(`${host.url}/calendar.ics`)).rejects.toThrow('ERR_FAILED');
  });

  it('loads only what an update changed, and shows a hint on a page that is older than the site', async () => {
    const page = await visit();
    await page.goto(`${host.url}/program/`);
    await controlled(page);
    host.folder = folder('moved');
    host.sent.length = 0;
    await expect.poll(() => afterUpdate(page, () => page.textContent('.updated'))).toContain('This page was updated');
    const sent = host.sent.map(({ path }) => path);
    expect(sent).toContain('/program/index.html');
    expect(sent.filter((path) => /assets\/site|maps/.test(path))).toEqual([]);
    const shown = await openEntry(page, BRUNCH);
    expect(shown).toContain('11:45');
    expect(await page.locator('[data-entry] .mark-cancelled').innerText()).toMatch(/cancelled/i);
  });

  it('keeps the earlier build when the network breaks during an update', async () => {
    const page = await visit();
    host.folder = folder('moved');
    host.network = 'cut after the list';
    await expect.poll(() => afterUpdate(page, () => host.network)).toBe('cut');
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.ready.then(({ installing }) => installing)'))
      .toBeNull();
    expect(await openEntry(page, BRUNCH)).toContain('10:30');
    host.network = 'up';
    await page.goto(`${host.url}/`);
    const updated = async (): Promise<string> => {
      host.network = 'up';
      return afterUpdate(page, async () => {
        // A network that is cut during the update ends it again.
        await page.waitForFunction(
          'navigator.serviceWorker.ready.then(({ installing, waiting }) => !installing && !waiting)',
        );
        return openEntry(page, BRUNCH);
      });
    };
    await expect.poll(updated).toContain('11:45');
  });

  it('stores no page that a host sends in place of a script', async () => {
    host.instead = (path, answer) =>
      /^\/assets\/site\..*\.css$/.test(path)
        ? new Response('<!DOCTYPE html>Welcome', { headers: { 'content-type': 'text/html' } })
        : answer;
    host.folder = folder('first');
    const page = await browser.open(`${host.url}/`);
    await expect
      .poll(() =>
        page.evaluate(`caches.open('gitcast ${host.url}/').then((all) => all.keys()).then((all) => all.length)`),
      )
      .toBeGreaterThan(0);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found?.installing ?? null)'))
      .toBeNull();
    expect(
      await page.evaluate(`caches.match('${host.url}/assets/site.css', { ignoreSearch: true }).then(Boolean)`),
    ).toBe(false);
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
  });

  it('shows the stored page when the network hangs, but waits for a server on this machine', async () => {
    const page = await visit();
    host.network = 'hangs';
    await page.goto(`${host.url}/program/`);
    expect(await page.innerText('main')).toContain('Sunday brunch');
    host.network = 'up';
    const own = await visit('/', host.local);
    host.network = 'hangs';
    const opened = own.goto(`${host.local}/program/`).then(
      () => 'opened',
      () => 'failed',
    );
    // Longer than a worker waits for another host.
    expect(await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, 1500, 'waiting'))])).toBe(
      'waiting',
    );
  });

  it('is removed, with all that it stored, by a build with `site.offline: false`', async () => {
    // By the address of this machine: for a slow host, the worker would show the page that it stored, which uses it.
    const page = await visit('/', host.local);
    host.folder = folder('removed');
    await page.goto(`${host.local}/program/`);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'))
      .toBe(0);
    expect(await page.evaluate('caches.keys()')).toEqual([]);
    await page.goto(`${host.local}/`);
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
    expect(await page.locator('[data-worker]').count()).toBe(0);
  });

  it('keeps 3,000 events in at most 40 files and 3 MB, and loads at most 200 kB when one of them moves', async () => {
    rmSync(join(root, 'content'), { recursive: true });
    mkdirSync(join(root, 'content'));
    writeProgramme(join(root, 'content'), { days: 10, entries: 3000, places: 20, categories: 62 });
    await build('large', 'locales: [en]');
    const event = join(root, 'content/events/event-7.yaml');
    writeFileSync(event, readFileSync(event, 'utf8').replaceAll(/T\d\d(?=:\d\d:00\+)/g, 'T15'));
    await build('later', 'locales: [en]');
    const [before, after] = [keptFiles(folder('large'), 'en'), keptFiles(folder('later'), 'en')];
    expect(before.requests).toBeLessThanOrEqual(40);
    expect(before.bytes).toBeLessThanOrEqual(3_000_000);
    expect(after.bytesAfter(before)).toBeGreaterThan(5000);
    expect(after.bytesAfter(before)).toBeLessThanOrEqual(200_000);

    host.folder = folder('large');
    const page = await browser.open(`${host.url}/`);
    await controlled(page);
    for (const number of [0, 7, 1234, 2999]) {
      const path = `/events/event-${number}/`;
      const title = /property="og:title" content="([^"]*)"/.exec(
        readFileSync(join(folder('large'), path, 'index.html'), 'utf8'),
      )![1]!;
      await openEntry(page, path);
      expect(await page.innerText('[data-part="t"]')).toBe(title);
    }
    for (const path of ['/program/', '/favorites/', '/places/']) {
      await openCut(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    host.network = 'up';
    host.folder = folder('later');
    await page.goto(`${host.url}/`);
    host.sent.length = 0;
    await afterUpdate(page, () => controlled(page));
    const sum = (): number => host.sent.reduce((all, { bytes }) => all + bytes, 0);
    await expect.poll(sum).toBeGreaterThan(5000);
    expect(sum()).toBeLessThanOrEqual(200_000);
  });
});
