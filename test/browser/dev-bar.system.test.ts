import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDevServer } from '../preview/dev-server.ts';
import { violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { needsBrowser } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';
const PAGE = '/events/opening-concert/';

/** Builds are slow on a busy machine. */

describe.runIf(needsBrowser())('the bar and the overlay of gitcast dev, in a browser', () => {
  const { open, openLive } = useBrowser({ pages: 'reused' });
  const running = useDevServer({ env: { EDITOR: 'vim' } });

  async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openLive(running.url + path, { reducedMotion: 'reduce', ...options });
    return page;
  }
  const breakConcert = () => running.site.edit(CONCERT, (text) => text.replace('places/lawn', 'places/lwan'));
  const mendConcert = () => running.site.edit(CONCERT, (text) => text.replace('places/lwan', 'places/lawn'));

  it('an error appears with its line and a suggestion, and disappears when it is fixed', async () => {
    const page = await openPage(PAGE);
    await breakConcert();
    const overlay = page.locator('[role=alertdialog]');
    await overlay.waitFor();
    expect(await overlay.locator('h2').innerText()).toBe('1 error');
    expect(await overlay.locator('.place').innerText()).toBe(`${CONCERT}:6:11`);
    expect(await overlay.locator('.source .number').innerText()).toBe('6');
    const [line, caret] = (await overlay.locator('.source pre').innerText()).split('\n');
    expect(line).toMatch(/^place_id: places\/lwan/);
    expect(caret).toBe(`${' '.repeat('place_id: '.length)}${'^'.repeat('places/lwan'.length)}`);
    expect(await overlay.locator('.help').innerText()).toContain('places/lawn');
    expect(await page.locator('main').innerText()).toContain('The lawn');
    await mendConcert();
    await overlay.waitFor({ state: 'hidden' });
  });

  it('Escape closes the overlay; the bar still counts the error, and opens it again', async () => {
    const page = await openPage('/');
    await breakConcert();
    const overlay = page.locator('[role=alertdialog]');
    await overlay.waitFor();
    expect(await page.evaluate('document.querySelector("gitcast-dev").shadowRoot.activeElement.role')).toBe(
      'alertdialog',
    );
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'hidden' });
    expect(await page.locator('.pill:not(.edit-pill)').innerText()).toContain('1 error');
    await page.locator('.pill:not(.edit-pill)').click();
    await page.getByRole('button', { name: '1 error' }).click();
    await overlay.waitFor();
    await mendConcert();
    await overlay.waitFor({ state: 'hidden' });
  });

  it('a dismissed error stays dismissed until there is another one', async () => {
    const page = await openPage('/');
    await breakConcert();
    const overlay = page.locator('[role=alertdialog]');
    await overlay.waitFor();
    await page.keyboard.press('Escape');
    await running.site.edit(CONCERT, (text) => `# a line more\n${text}`);
    await expect.poll(() => page.locator('.chip[data-tone=bad]').innerText()).toBe('1 error');
    expect(await overlay.isVisible()).toBe(false);
    await running.site.edit(CONCERT, (text) => text.replace('category:', 'categroy:'));
    await overlay.waitFor();
    await running.site.edit(CONCERT, (text) => text.replace('categroy:', 'category:').replace('# a line more\n', ''));
    await mendConcert();
    await overlay.waitFor({ state: 'hidden' });
  });

  it('an error does not take the focus while a person is typing', async () => {
    const page = await openPage('/search/');
    await page.locator('#search-words').focus();
    await breakConcert();
    await page.waitForSelector('[role=alertdialog]');
    await page.keyboard.type('cider');
    expect(await page.locator('#search-words').inputValue()).toBe('cider');
    await mendConcert();
  });

  it('shows the documents of the page and the sync state of each', async () => {
    const page = await openPage(PAGE);
    await page.locator('.pill:not(.edit-pill)').click();
    const rows = page.locator('.documents li');
    expect(await rows.first().innerText()).toMatch(
      /Opening concert\s+content\/events\/opening-concert\.yaml\s+in sync/,
    );
    expect(await rows.nth(1).innerText()).toContain('content/broadcast.yaml');
  });

  it('stays open or closed from page to page', async () => {
    const page = await openPage('/');
    expect(await page.locator('.panel').isVisible()).toBe(false);
    await page.locator('.pill:not(.edit-pill)').click();
    await page.goto(`${running.url}/program/`);
    await page.locator('.panel').waitFor();
    await page.locator('.panel [aria-label=Collapse]').click();
    await page.reload();
    await page.locator('.pill:not(.edit-pill)').waitFor();
    expect(await page.locator('.panel').isVisible()).toBe(false);
  });

  it('shows why a file cannot be opened, and its name', async () => {
    const page = await openPage(PAGE);
    await page.locator('.pill:not(.edit-pill)').click();
    await page.locator('.documents button').first().click();
    const message = page.locator('.message');
    await message.waitFor();
    expect(await message.innerText()).toContain('vim needs a terminal');
    expect(await message.innerText()).toContain(`${CONCERT}:1`);
  });

  it('Alt-click opens the nearest file, or else the file of the page', async () => {
    const page = await openPage(PAGE);
    const asked: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/open') && asked.push(request.postDataJSON()));
    await page.locator('main h1').click({ modifiers: ['Alt'] });
    await expect.poll(() => asked).toEqual([{ file: CONCERT, line: 1, column: 1 }]);
    await page.evaluate(`document.querySelector('main').dataset.source = 'content/places/lawn.yaml:3'`);
    await page
      .locator('main a')
      .first()
      .click({ modifiers: ['Alt'] });
    await expect.poll(() => asked[1]).toEqual({ file: 'content/places/lawn.yaml', line: 3, column: 1 });
    expect(new URL(page.url()).pathname).toBe(PAGE);
  });

  it('shows the site as of a date, for scripts too', async () => {
    const page = await openPage('/');
    await page.locator('.pill:not(.edit-pill)').click();
    await page.locator('input[type=datetime-local]').fill('2027-06-19T12:10');
    await page.locator('input[type=datetime-local]').dispatchEvent('change');
    await expect.poll(() => running.site.now).toBe(Date.parse('2027-06-19T12:10:00+01:00'));
    await expect.poll(() => page.locator('.countdown-left').innerText()).toMatch(/^0days\s+06h/);
    expect(await page.evaluate('new Date().toISOString().slice(0, 13)')).toBe('2027-06-19T11');
    await page.getByRole('button', { name: 'After' }).click();
    await expect.poll(() => page.evaluate('Date.now() > Date.parse("2027-06-20T06:00:00Z")')).toBe(true);
    await page.getByRole('button', { name: 'Now' }).click();
    await expect.poll(() => running.site.isNowChosen).toBe(false);
    await expect.poll(() => page.evaluate('Math.abs(Date.now() - performance.timeOrigin) < 600_000')).toBe(true);
  });

  it('switches the language and stays on the page', async () => {
    const page = await openPage(PAGE);
    await page.locator('.pill:not(.edit-pill)').click();
    await page.locator('.segments a[hreflang=fr]').click();
    await page.waitForURL(`**/fr${PAGE}`);
    expect(await page.locator('.segments a[aria-current=true]').innerText()).toBe('FR');
  });

  it('shows light and dark regardless of the system setting, even after an edit', async () => {
    const page = await openPage('/', { colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.locator('.pill:not(.edit-pill)').click();
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await background()).toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await background()).toBe(dark);
    await running.site.edit(
      'templates/assets/css/print.css',
      (text) => `${text}\nhtml { outline-color: rgb(1, 2, 3) }\n`,
    );
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.documentElement).outlineColor'))
      .toBe('rgb(1, 2, 3)');
    await expect.poll(background).toBe(dark);
    await page.reload();
    await expect.poll(background).toBe(dark);
    await page.getByRole('button', { name: 'System' }).click();
    expect(await background()).toBe(light);
  });

  it('shows the page in the width of a phone, follows edits there, and returns to the same page', async () => {
    const page = await openPage(PAGE, { viewport: { width: 1200, height: 900 } });
    await page.locator('.pill:not(.edit-pill)').click();
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.waitForURL('**/__gitcast/phone?**');
    const frame = page.frameLocator('iframe');
    await frame.locator('main').waitFor();
    expect(await page.frames()[1]!.evaluate('innerWidth')).toBe(390);
    await running.site.edit(CONCERT, (text) => text.replace('two sets', 'twelve sets'));
    await frame.locator('text=twelve sets').waitFor();
    expect(await frame.locator('.bar').count()).toBe(0);
    await frame.locator('main a[href*=places]').first().click();
    await expect.poll(() => page.locator('.documents li').first().innerText()).toContain('places/lawn.yaml');
    await page.getByRole('button', { name: 'Desk' }).click();
    await page.waitForURL('**/places/lawn/');
  });

  it('shows what the sync did not push, until it is dismissed or resolved', async () => {
    const page = await openPage('/');
    const drift = {
      address: 'places/lawn',
      kind: 'drift',
      message: 'changed in the web editor: kept; `gitcast pull` takes it',
    } as const;
    const conflict = { address: 'events/opening-concert', kind: 'conflict', message: 'title: both sides' } as const;
    running.site.setSync({ status: 'idle', target: 'local', notices: [drift, conflict] });
    const banner = page.locator('.banner');
    await banner.waitFor();
    expect(await banner.innerText()).toContain(
      'places/lawn (drifted): changed in the web editor: kept; gitcast pull takes it',
    );
    await banner.getByRole('button', { name: 'and 1 more' }).click();
    expect(await banner.innerText()).toContain('title: both sides');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'hidden' });
    running.site.setSync({ status: 'idle', target: 'local', notices: [{ ...drift, message: 'changed once more' }] });
    await banner.waitFor();
    running.site.setSync({ status: 'idle', target: 'local', notices: [] });
    await banner.waitFor({ state: 'hidden' });
  });

  it('has no axe violations: collapsed, open, with problems and with changes that were not pushed', async () => {
    const page = await open(running.url, { bypassCSP: true });
    // The server tells the bar what to show.
    const ready = '.dot[data-state=live]:visible';
    const bar = { within: 'gitcast-dev', ready };
    expect(await violationsOf(page, running.url, { withoutAlike: true, ready })).toEqual([]);
    await page.locator('.pill:not(.edit-pill)').click();
    expect(await violationsOf(page, running.url, bar)).toEqual([]);
    await page.locator('.panel [aria-label=Collapse]').click();
    const drift = { address: 'places/lawn', kind: 'drift', message: 'kept; `gitcast pull` takes it' } as const;
    running.site.setSync({
      status: 'idle',
      target: 'local',
      notices: [drift, { ...drift, address: 'places/kitchen' }],
    });
    await breakConcert();
    expect(await violationsOf(page, running.url, { ...bar, ready: '[role=alertdialog]' })).toEqual([]);
    await mendConcert();
    running.site.setSync({ status: 'idle', target: 'local', notices: [] });
  });
});
