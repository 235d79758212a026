import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { useBrowser } from './browser.ts';
import { useHost, type Host } from './host.ts';
import { needsBrowser } from '../needs.ts';

const STARTER = fileURLToPath(new URL('../../templates/starter', import.meta.url));
const SOON = { timeout: 60_000 };
const CHRONICLE = '---\ntitle: Chronicle\nstatus: published\npublished_at: 2026-01-01T10:00:00\n---\n';
const BRUNCH = '/events/sunday-brunch/';

describe.runIf(needsBrowser())('the worker of a site', () => {
  const browser = useBrowser({ workers: 'allowed' });
  const host = useHost();
  const root = mkdtempSync(join(tmpdir(), 'gitcast-offline-'));
  const [first, moved, removed, long] = ['first', 'moved', 'removed', 'long'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];

  beforeAll(async () => {
    cpSync(join(STARTER, 'content'), join(root, 'content'), { recursive: true });
    const build = async (out: string, site = ''): Promise<void> => {
      writeFileSync(join(root, 'gitcast.config.yaml'), `site: { timezone: Europe/London, locales: [en, fr]${site} }\n`);
      const built = await gitcast(`build --out ${out} --now 2027-06-01T12:00:00Z`, { cwd: root });
      if (built.exitCode !== 0) throw new Error(built.stderr + built.stdout);
    };
    await build(first);
    const brunch = join(root, 'content', 'events', 'sunday-brunch.yaml');
    writeFileSync(brunch, readFileSync(brunch, 'utf8').replace('T10:30', 'T11:45'));
    await build(moved);
    await build(removed, ', offline: false');
    const sentence = (_: unknown, index: number): string => createHash('sha512').update(`${index}`).digest('base64url');
    const chronicle = CHRONICLE + Array.from({ length: 2500 }, sentence).join(' ');
    writeFileSync(join(root, 'content', 'articles', 'chronicle.md'), chronicle);
    await build(long);
  });
  afterEach(() => void Object.assign(host, { network: 'up', instead: rightAnswer }));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const visit = async (url = host.url): Promise<Page> => {
    host.folder = first;
    host.sent.length = 0;
    const page = await browser.open(`${url}/`);
    await controlled(page);
    // The page looks for an update before it offers this.
    await offered(page);
    return page;
  };
  const offered = (page: Page): Promise<void> =>
    page.locator('.offline button', { hasText: /\d MB/ }).waitFor({ state: 'attached' });
  // Not `expect.poll`, which works only in tests.
  const controlled = (page: Page): Promise<void> =>
    vi.waitFor(
      async () => expect(await page.evaluate(`navigator.serviceWorker.controller?.state`)).toBe('activated'),
      SOON,
    );
  /**
   * To be polled: a browser joins a search for an update with one that is under way, of the page or its own after a
   * visit, and that one may fail or find what was served before.
   */
  const afterUpdate = async <T>(page: Page, read: () => T | Promise<T>): Promise<T> => {
    await page.evaluate('navigator.serviceWorker.ready.then((all) => all.update()).catch(() => {})');
    return read();
  };
  const state = (
    page: Page,
  ): Promise<{ readonly languages: readonly string[]; readonly lists: object; readonly refused?: object }> =>
    page.evaluate(`caches.match('${host.url}/__offline/kept').then((found) => found.json())`);
  const openCut = async (page: Page, path: string): Promise<string> => {
    host.network = 'cut';
    await page.goto(`${host.url}${path}`);
    return page.innerText('main');
  };
  const rulesOf = (page: Page): Promise<number> => page.evaluate('document.styleSheets[0].cssRules.length');
  const rightAnswer: Host['instead'] = (_, answer) => answer;
  /** As hosts do that answer every address, and portals of Wi-Fi networks. */
  const pageInsteadOf =
    (file: string): Host['instead'] =>
    (path, answer) =>
      path.startsWith(`/assets/offline/${file}.`)
        ? new Response('<!DOCTYPE html>Welcome', { headers: { 'content-type': 'text/html' } })
        : answer;
  /** Until no new worker is about to replace the one that answers: what the earlier one was asked meanwhile would fail. */
  const settled = (page: Page): Promise<void> =>
    vi.waitFor(async () => {
      const script = `navigator.serviceWorker.getRegistration().then((found) =>
        found.installing === null && found.waiting === null && found.active.state)`;
      expect(await page.evaluate(script)).toBe('activated');
    }, SOON);
  /** Until a worker has tried to store the site, and failed. */
  const refused = (page: Page): Promise<void> =>
    vi.waitFor(async () => {
      expect(host.sent.map(({ path }) => path)).toContainEqual(expect.stringMatching(/^\/assets\/offline\//));
      const script = 'navigator.serviceWorker.getRegistration().then((found) => found?.installing ?? null)';
      expect(await page.evaluate(script)).toBeNull();
    }, SOON);

  // Each visit stores the site in a new profile. Only the last of these tests changes what is stored.
  describe('after one visit', () => {
    let page: Page;
    beforeAll(async () => {
      page = await visit();
    });
    beforeEach(() => void (host.folder = first));
    afterAll(() => page.context().close());

    it('shows pages of the programme that were never opened, after one visit and without a network', async () => {
      expect(await openCut(page, BRUNCH)).toContain('One long table');
      for (const path of [
        '/program/',
        '/favorites/',
        '/maps/orchard/',
        '/search/',
        '/',
        '/pages/good-to-know/',
        '/articles/',
        '/articles/getting-here/',
      ])
        expect(await openCut(page, path), path).not.toBe('');
      // A drawing of the map and the style sheet are stored too.
      await page.goto(`${host.url}/maps/orchard/`);
      expect(await page.evaluate(`fetch('../../media/orchard-map.svg').then(({ ok }) => ok)`)).toBe(true);
      expect(await rulesOf(page)).toBeGreaterThan(100);
      // The address without its slash leads to the page.
      await page.goto(`${host.url}/program`);
      expect(new URL(page.url()).pathname).toBe('/program/');
      // Exactly the bytes that the host would send.
      const stored = await page.evaluate(`fetch('${BRUNCH}').then((answer) => answer.text())`);
      expect(stored).toBe(readFileSync(join(first, BRUNCH, 'index.html'), 'utf8'));
    });

    it('searches without a network: `/` opens a field on the page, arrows choose, Escape closes, and Enter opens the best result', async () => {
      await openCut(page, '/program/');
      // Nobody waits for the index: what is typed meanwhile is searched too.
      await page.keyboard.type('/brunhc kitchen');
      const field = page.locator('#search-words');
      expect([await field.inputValue(), new URL(page.url()).pathname]).toEqual(['brunhc kitchen', '/program/']);
      await expect.poll(() => page.locator('.search-results section').first().innerText()).toContain('Sunday brunch');
      await expect
        .poll(() => page.locator('.search-results mark').allInnerTexts())
        .toEqual(expect.arrayContaining(['brunch', 'kitchen']));
      expect(await page.locator('.search-results .result-facts').first().innerText()).toContain('Orchard kitchen');
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate('document.activeElement.className')).toBe('result');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      expect(await field.isVisible()).toBe(false);
      // The words of before are selected, and Enter does not open a result that was found for them.
      await page.keyboard.type('/long table');
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).pathname).toBe(BRUNCH);
      // On the page of the search, Escape clears the field.
      await page.goto(`${host.url}/search/?q=brunch`);
      await expect.poll(() => page.locator('.result').count()).toBeGreaterThan(0);
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
      expect([await field.inputValue(), await page.locator('.result').count()]).toEqual(['', 0]);
    });

    it('saves a calendar without a network, and says of another download that it needs one', async () => {
      await page.goto(host.url + BRUNCH);
      const calendar = page.locator('.fact-actions a[download]');
      const saved = async (): Promise<readonly string[]> => {
        const [download] = await Promise.all([page.waitForEvent('download'), calendar.click()]);
        return [download.suggestedFilename(), await text(await download.createReadStream())];
      };
      const sent = readFileSync(join(first, BRUNCH, 'calendar.ics'), 'utf8');
      const setOnline = async (isOnline: boolean): Promise<void> => {
        await page.context().setOffline(!isOnline);
        await expect.poll(() => page.evaluate('navigator.onLine')).toBe(isOnline);
      };
      await setOnline(false);
      expect(await saved()).toEqual(['calendar.ics', sent]);
      await calendar.evaluate((link) => link.setAttribute('href', '/fr/calendar.ics'));
      await calendar.click();
      await expect.poll(() => page.locator('.fact-actions [role="alert"]').allInnerTexts()).toHaveLength(1);
      expect(await page.locator('.fact-actions [role="alert"]').innerText()).toContain('You are offline.');
      await calendar.evaluate((link) => link.setAttribute('href', 'calendar.ics'));
      await setOnline(true);
      expect(await saved()).toEqual(['calendar.ics', sent]);
      expect(await page.locator('.fact-actions [role="alert"]').count()).toBe(0);
    });

    it('leaves the area of a picture that is not stored empty, without a sign for an error', async () => {
      await openCut(page, '/');
      const loaded = (path: string): Promise<unknown> =>
        page.evaluate(
          `new Promise((resolve) => Object.assign(new Image(), { src: '${path}', onload: () => resolve('shown'), onerror: () => resolve('broken') }))`,
        );
      expect(await loaded('/media/_/bridge-0123456789abcdef-480.avif')).toBe('shown');
      expect(await loaded('/media/bridge.svg')).toBe('shown');
      await expect(page.evaluate(`fetch('/media/bridge.svg')`)).rejects.toThrow('Failed to fetch');
    });

    it('says without a network that a page is not stored, and stores all pages on request, with their size', async () => {
      const screen = '/kiosk/';
      // The French pages are not stored.
      for (const path of [screen, '/fr/', '/fr/program/', '/fr/offline/']) {
        await openCut(page, path);
        expect(new URL(page.url()).pathname, path).toBe('/offline/');
      }
      // In another tab: the page of the browser for an error may come later than the error.
      const tab = await page.context().newPage();
      await expect(tab.goto(`${host.url}/feed.xml`)).rejects.toThrow('ERR_FAILED');
      await tab.close();
      await expect(page.evaluate(`fetch('/fr/search.json')`)).rejects.toThrow('Failed to fetch');
      host.network = 'up';
      await page.goto(`${host.url}/`);
      const take = page.locator('.offline button');
      await expect.poll(() => take.textContent()).toMatch(/\d MB/);
      await take.click();
      await expect.poll(() => page.textContent('.offline')).toContain('is saved on this device');
      await openCut(page, screen);
      expect(new URL(page.url()).pathname).toBe(screen);
    });
  });

  it('keeps the other language after a visit to it', async () => {
    const page = await visit();
    await page.goto(`${host.url}/fr/`);
    await expect.poll(async () => (await state(page)).languages).toEqual(['en', 'fr']);
    expect(await openCut(page, `/fr${BRUNCH}`)).toContain('One long table');
  });

  it('loads only what an update changed, and shows a hint on a page that is older than the site', async () => {
    const page = await visit();
    expect(await openCut(page, BRUNCH)).toContain('10:30');
    // Published while the visitor has no network: the stored pages stay those of one build.
    host.folder = moved;
    expect(await openCut(page, '/program/')).toContain('10:30');
    host.network = 'up';
    host.sent.length = 0;
    await expect.poll(() => afterUpdate(page, () => page.textContent('.updated'))).toContain('This page was updated');
    const changed = host.sent.filter(({ path }) => path.startsWith('/assets/offline/pack.'));
    expect(changed.length).toBeGreaterThan(0);
    const sizes = host.sent
      .filter(({ path }) => /^\/(?:assets\/offline\/|sw\.js)/.test(path))
      .map(({ bytes }) => bytes);
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(40_000);
    // Parts of packs, not whole ones.
    expect(Math.max(...changed.map(({ bytes }) => bytes))).toBeLessThan(10_000);
    await page.click('.updated button');
    await expect.poll(() => page.innerText('main')).toContain('11:45');
    expect(await openCut(page, BRUNCH)).toContain('11:45');
    expect(await page.textContent('.updated')).toBe('');
  });

  it('shows the hint also on a page that came from the network before the site was published again', async () => {
    const page = await visit();
    await page.goto(`${host.url}/program/`);
    await offered(page);
    host.folder = moved;
    await expect.poll(() => afterUpdate(page, () => page.textContent('.updated'))).toContain('This page was updated');
  });

  it('keeps the earlier build when the network breaks during an update', async () => {
    const page = await visit();
    host.folder = moved;
    host.network = 'cut after the list';
    await expect.poll(() => afterUpdate(page, () => host.network)).toBe('cut');
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.ready.then(({ installing }) => installing)'))
      .toBeNull();
    expect(await openCut(page, BRUNCH)).toContain('10:30');
    expect(await openCut(page, '/program/')).toContain('10:30');
    // The next visit continues where it stopped.
    host.network = 'up';
    const { lists } = await state(page);
    await page.goto(`${host.url}/`);
    await expect.poll(async () => (await state(page)).lists).not.toEqual(lists);
    expect(await openCut(page, BRUNCH)).toContain('11:45');
  });

  it.each(['pack', 'en'])(
    'stores no page that a host sends in place of the file `%s`, at first or in an update',
    async (file) => {
      host.folder = first;
      host.sent.length = 0;
      host.instead = pageInsteadOf(file);
      const page = await browser.open(`${host.url}/`);
      await refused(page);
      await page.goto(`${host.url}/program/`);
      expect(await rulesOf(page)).toBeGreaterThan(100);
      host.instead = rightAnswer;
      await page.goto(`${host.url}/`);
      await controlled(page);
      await offered(page);
      host.folder = moved;
      host.instead = pageInsteadOf(file);
      host.sent.length = 0;
      await afterUpdate(page, () => refused(page));
      expect(await openCut(page, BRUNCH)).toContain('10:30');
      // A host that compresses also a part of a file sends what browsers cannot read.
      host.network = 'up';
      host.instead = async (_, answer) =>
        answer.status === 206
          ? new Response(gzipSync(await answer.bytes()), { status: 206, headers: { 'content-encoding': 'gzip' } })
          : answer;
      const { lists } = await state(page);
      await expect.poll(() => afterUpdate(page, async () => (await state(page)).lists)).not.toEqual(lists);
      expect(await openCut(page, BRUNCH)).toContain('11:45');
      expect(await rulesOf(page)).toBeGreaterThan(100);
    },
  );

  const changeStore = (page: Page, script: string): Promise<void> =>
    page.evaluate(`caches.keys().then(([name]) => caches.open(name)).then(async (all) => { ${script} })`);

  it('asks the network when stored packs cannot be read, and replaces them with the next update', async () => {
    const page = await visit();
    const script = `for (const { url } of await all.keys())
      if (url.includes('/pack.')) await all.put(url, new Response('<!DOCTYPE html>Welcome'));`;
    await changeStore(page, script);
    const session = await page.context().newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await page.goto(`${host.url}/program/`);
    expect(await rulesOf(page)).toBeGreaterThan(100);
    host.folder = moved;
    const { lists } = await state(page);
    await expect.poll(() => afterUpdate(page, async () => (await state(page)).lists)).not.toEqual(lists);
    expect(await openCut(page, BRUNCH)).toContain('11:45');
    expect(await rulesOf(page)).toBeGreaterThan(100);
  });

  it('keeps the languages, and the whole event, of a visitor whose earlier worker stored them in another form', async () => {
    const page = await visit();
    const earlier = JSON.stringify({ languages: ['en', 'fr'], whole: ['en'], lists: { en: 'e', fr: 'f' } });
    const script = `for (const each of await all.keys()) await all.delete(each);
      await all.put('${host.url}/__offline/state', new Response('${earlier}'));`;
    await changeStore(page, script);
    host.folder = moved;
    await expect
      .poll(() => afterUpdate(page, () => state(page).catch(() => ({}))))
      .toMatchObject({ languages: ['en', 'fr'], whole: ['en'], partial: [], lists: {} });
    await openCut(page, '/kiosk/');
    expect(new URL(page.url()).pathname).toBe('/kiosk/');
    expect(await openCut(page, `/fr${BRUNCH}`)).toContain('11:45');
    // On a device without space for it, the page no longer says that everything is saved.
    host.network = 'up';
    await page.goto(`${host.url}/`);
    await expect.poll(() => page.textContent('.offline')).toContain('is saved on this device');
    await changeStore(page, script);
    const full = await page.context().newCDPSession(page);
    await full.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize: 150_000 });
    host.folder = first;
    await expect
      .poll(() => afterUpdate(page, () => page.textContent('.offline')))
      .toContain('does not have enough space');
  });

  const visitWithSpace = async (quotaSize: number, folder = first): Promise<Page> => {
    const page = await browser.open('about:blank');
    host.folder = folder;
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize });
    await page.goto(`${host.url}/`);
    await controlled(page);
    return page;
  };

  it('stores the programme first on a device with little space', async () => {
    // Less than the largest pack needs: several that are stored at once are all compared with what is free at first.
    const page = await visitWithSpace(120_000, long);
    expect(await openCut(page, '/program/')).toContain('Sunday brunch');
    expect(await rulesOf(page)).toBeGreaterThan(100);
    await openCut(page, BRUNCH);
    expect(new URL(page.url()).pathname).toBe('/offline/');
    // Also of the next version.
    host.network = 'up';
    host.folder = moved;
    const programme = (): Promise<string> =>
      page.evaluate(`caches.match('/program/index.html', { ignoreSearch: true }).then((found) => found?.text())`);
    await expect.poll(() => afterUpdate(page, async () => (await programme()) ?? '')).toContain('11:45');
    await settled(page);
    expect(await openCut(page, '/program/')).toContain('11:45');
  });

  it('keeps the earlier build, and says so, if there is no space for an update beside it', async () => {
    const page = await visit();
    const session = await page.context().newCDPSession(page);
    const used = await page.evaluate<number>('navigator.storage.estimate().then(({ usage }) => usage)');
    const setSpace = (quotaSize: number) =>
      session.send('Storage.overrideQuotaForOrigin', { origin: host.url, quotaSize });
    await setSpace(used + 16_000);
    host.folder = moved;
    await expect.poll(() => afterUpdate(page, async () => (await state(page)).refused)).toBeDefined();
    await expect.poll(() => page.textContent('.offline')).toContain('does not have enough space');
    expect(await openCut(page, BRUNCH)).toContain('10:30');
    expect(await openCut(page, '/program/')).toContain('10:30');
    // What did not fit is not loaded again on every visit.
    host.network = 'up';
    host.sent.length = 0;
    await page.goto(`${host.url}/program/`);
    await expect.poll(() => page.textContent('.offline')).toContain('does not have enough space');
    expect(host.sent.filter(({ path }) => path.startsWith('/assets/offline/pack.'))).toEqual([]);
    // An hour later, with more space.
    await setSpace(used * 4);
    const refused = { ...(await state(page)).refused, at: 0 };
    await page.evaluate(`caches.keys().then(([name]) => caches.open(name)).then((all) =>
      all.put('${host.url}/__offline/kept', Response.json(${JSON.stringify({ ...(await state(page)), refused })})))`);
    await expect.poll(() => afterUpdate(page, async () => (await state(page)).refused)).toBeUndefined();
    expect(await openCut(page, BRUNCH)).toContain('11:45');
  });

  it('works with a device that has no space left', async () => {
    const page = await visitWithSpace(60_000);
    await page.goto(`${host.url}${BRUNCH}`);
    expect(await page.innerText('main')).toContain('One long table');
    await page.click('.offline button');
    await expect.poll(() => page.textContent('.offline')).toContain('does not have enough space');
  });

  it('shows the stored page when the network hangs, but waits for a server on this machine', async () => {
    const page = await visit();
    host.network = 'hangs';
    await page.goto(`${host.url}${BRUNCH}`);
    expect(await page.innerText('main')).toContain('One long table');
    host.network = 'up';
    const own = await browser.open(`${host.local}/`);
    await controlled(own);
    host.network = 'hangs';
    const opened = own.goto(`${host.local}${BRUNCH}`).then(
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
    const page = await visit(host.local);
    host.folder = removed;
    await page.goto(`${host.local}/program/`);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'))
      .toBe(0);
    expect(await page.evaluate('caches.keys()')).toEqual([]);
    await page.goto(`${host.local}/`);
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
    expect(await page.locator('[data-worker]').count()).toBe(0);
  });
});
