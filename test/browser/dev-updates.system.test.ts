import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDevServer } from '../preview/dev-server.ts';
import { useBrowser } from './browser.ts';
import { needsBrowser } from '../needs.ts';

/** Without smooth scrolling, which would still be in progress when a test looks. */
const SMALL = { viewport: { width: 900, height: 360 }, reducedMotion: 'reduce' } as const;
const CONCERT = 'content/events/opening-concert.yaml';
const BRUNCH = 'content/events/sunday-brunch.yaml';

/** A mark that is lost when the page is reloaded. */
const mark = (page: Page) => page.evaluate('void (window.isMarked = true)');
const isMarked = (page: Page) => page.evaluate('window.isMarked === true');
const scrolled = (page: Page) => page.evaluate('Math.round(scrollY)') as Promise<number>;

describe.runIf(needsBrowser())('a page of gitcast dev, in a browser', () => {
  const { open, openLive } = useBrowser({ pages: 'reused' });
  const running = useDevServer();

  async function openPage(path: string): Promise<Page> {
    const page = await openLive(running.url + path, SMALL);
    await mark(page);
    return page;
  }

  /** A scrolled page with a partly filled form. */
  async function openForm(): Promise<Page> {
    const form =
      '<form><label>Note <textarea name="note"></textarea></label><input name="open" type="checkbox"></form>';
    const withForm = (text: string) => (text.includes(form) ? text : text + form);
    await running.site.edit('templates/pages/event.eta', withForm);
    const page = await openPage('/events/opening-concert/');
    await page.locator('[name=note]').fill('half a sent');
    await page.locator('[name=open]').check();
    await page.locator('[name=note]').focus();
    await page.evaluate('scrollTo({ top: 120, behavior: "instant" })');
    return page;
  }
  const filledIn = async (page: Page) => [
    await page.locator('[name=note]').inputValue(),
    await page.locator('[name=open]').isChecked(),
    await page.evaluate('document.activeElement.name'),
    await scrolled(page),
  ];

  it('shows an edited text in place, and keeps the scroll position and a half-filled form', async () => {
    const page = await openForm();
    await running.site.edit(CONCERT, (text) => text.replace('title: Opening concert', 'title: First concert'));
    await page.waitForSelector('h1 >> text=First concert');
    expect(await filledIn(page)).toEqual(['half a sent', true, 'note', 120]);
    expect(await page.title()).toContain('First concert');
    expect(await isMarked(page)).toBe(true);
  });

  it('keeps a form and the scroll position even if the page must be reloaded', async () => {
    const page = await openForm();
    // The site's scripts use elements with this attribute, and must see them when they start.
    await running.site.edit('templates/pages/event.eta', (text) => text.replace('<form>', '<form data-new="">'));
    await page.waitForSelector('[data-new]', { state: 'attached' });
    await expect.poll(() => filledIn(page)).toEqual(['half a sent', true, 'note', 120]);
    expect(await isMarked(page)).toBe(false);
  });

  it('adds and removes paragraphs without closing elements that were opened beside them', async () => {
    const page = await openPage('/pages/good-to-know/');
    const details = page.locator('main details').first();
    await page.evaluate(`document.querySelector('main details').open = true`);
    const insert = (text: string) => text.replace('Entry is free.', 'Bring boots.\n\n          Entry is free.');
    await running.site.edit('content/pages/good-to-know.yaml', insert);
    await page.waitForSelector('text=Bring boots.');
    expect(await details.getAttribute('open')).not.toBeNull();
    await running.site.edit('content/pages/good-to-know.yaml', (text) =>
      text.replace('Bring boots.\n\n          ', ''),
    );
    await page.waitForSelector('text=Bring boots.', { state: 'detached' });
    expect(await details.getAttribute('open')).not.toBeNull();
    expect(await isMarked(page)).toBe(true);
  });

  it('swaps the style sheet without reloading the page', async () => {
    const page = await openPage('/program/');
    const sheets = await page.locator('link[rel=stylesheet]').count();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await running.site.edit(
      'templates/assets/css/print.css',
      (text) => `${text}\nbody { outline: 3px solid rgb(1, 2, 3) }\n`,
    );
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).outlineColor')).toBe('rgb(1, 2, 3)');
    await expect.poll(() => page.locator('link[rel=stylesheet]').count()).toBe(sheets);
    expect(await isMarked(page)).toBe(true);
    expect(asked.filter((path) => path.endsWith('.css'))).toHaveLength(1);
  });

  it('follows several edits, one after the other', async () => {
    const page = await openPage('/events/opening-concert/');
    for (const word of ['five', 'six', 'seven']) {
      await running.site.edit(CONCERT, (text) => text.replace(/play \w+ sets/, `play ${word} sets`));
      await page.waitForSelector(`text=play ${word} sets`);
    }
    expect(await isMarked(page)).toBe(true);
  });

  it('suggests the page of a document that changed when another page is open', async () => {
    const page = await openPage('/articles/getting-here/');
    await running.site.edit('content/places/lawn.yaml', (text) => text.replace('lower end', 'far end'));
    const message = page.locator('.message', { hasText: 'places/lawn changed' });
    await message.locator('a').click();
    await page.waitForURL('**/places/lawn/');
    expect(await page.locator('main').innerText()).toContain('far end');
  });

  it('becomes the 404 page when its document is deleted, and recovers when it is restored', async () => {
    const page = await openPage('/events/sunday-brunch/');
    const text = await running.site.take(BRUNCH);
    await page.waitForSelector('body.page-notFound');
    await running.site.put(BRUNCH, text);
    await page.waitForSelector('body.page-event');
    expect(await page.locator('h1').innerText()).toBe('Sunday brunch');
  });

  it('reconnects to a restarted server, and catches up with missed changes', async () => {
    const page = await openPage('/events/opening-concert/');
    await running.restart(() => running.site.edit(CONCERT, (text) => text.replace(/play \w+ sets/, 'play nine sets')));
    await page.waitForSelector('text=play nine sets');
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    expect(running.server.clients).toBeGreaterThan(0);
  });

  it('violates no policy and sends no request to another server', async () => {
    const page = await open('about:blank');
    const problems: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => request.url().startsWith(running.url) || problems.push(request.url()));
    for (const path of ['/', '/program/', '/maps/orchard/', '/__gitcast/phone?page=/']) {
      await page.goto(running.url + path);
      await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    }
    expect(problems).toEqual([]);
  });
});
