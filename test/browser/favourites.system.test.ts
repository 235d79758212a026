import ICAL from 'ical.js';
import jsQR from 'jsqr';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

interface Entry {
  readonly k: string;
  readonly a: string;
  readonly t: string;
  readonly b?: string;
  readonly s: number;
  readonly e: number;
}

interface Options extends BrowserContextOptions {
  readonly hash?: string;
}

describe.runIf(needsBrowser())('favourites, in a browser', () => {
  const { open } = useBrowser({ pages: 'reused' });
  const site = useDemo();

  const entriesOf = async (): Promise<readonly Entry[]> =>
    ((await (await fetch(`${site.url}/en/favorites/entries.json`)).json()) as { entries: Entry[] }).entries;

  const addresses = async (page: Page): Promise<readonly (string | null)[]> =>
    Promise.all((await page.locator('.plan [data-slot]').all()).map((slot) => slot.getAttribute('data-slot')));

  /** Two that overlap, and one that begins after both. */
  const clashing = async () => {
    const entries = await entriesOf();
    const isShort = ({ s, e }: Entry): boolean => e - s < 240;
    const first = entries.findIndex(
      (entry, index) => isShort(entry) && entries[index + 1]!.s < entry.e && isShort(entries[index + 1]!),
    );
    const [one, two] = [entries[first]!, entries[first + 1]!];
    const later = entries.find(({ s }) => s > Math.max(one.e, two.e))!;
    return { one, two, later };
  };

  /** The page of a browser that already has these favourites. */
  const openWith = async (list: readonly string[], options: Options = {}): Promise<Page> => {
    const { hash = '', ...more } = options;
    const stored = { 'gitcast:/favourites': JSON.stringify(list), 'gitcast:/other/favourites': '["events/elsewhere"]' };
    // A file of the site, which has its storage and runs none of its scripts.
    const page = await open(`${site.url}/robots.txt`, more);
    await page.evaluate((all) => Object.assign(localStorage, all), stored);
    await page.goto(`${site.url}/en/favorites/${hash}`);
    await page.locator('.plan [data-slot]').first().waitFor();
    return page;
  };

  it('lead to the programme while there are none, and load no entries', async () => {
    const page = await open(`${site.url}/en/favorites/`);
    await page.locator('.favourites-empty a').waitFor();
    expect(await page.locator('.favourites-empty a').getAttribute('href')).toBe('../program/');
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => name.endsWith('entries.json'))).toEqual([]);
  });

  it('are a plan with days, gaps, and a warning on both of two that clash', async () => {
    const { one, two, later } = await clashing();
    const page = await openWith([later.a, two.a, one.a, 'events/gone']);
    expect(await addresses(page)).toEqual([one.a, two.a, later.a]);
    expect(await page.locator('.plan-clash').allTextContents()).toEqual([
      `At the same time as ${two.t}`,
      `At the same time as ${one.t}`,
    ]);
    expect(await page.locator('.plan-summary').textContent()).toBe('3 entries · 1 clash');
    expect(await page.locator('.day h2').first().textContent()).toMatch(/^Friday 18 June/);
    expect(await page.locator('.plan-gap').count()).toBe(1);
    expect(await page.locator('.plan-missing span').textContent()).toBe('1 favourite is no longer in the programme.');
    await page.locator(`.plan [data-favourite="${two.a}"]`).click();
    await page.locator('.plan-clash').first().waitFor({ state: 'detached' });
    expect(await addresses(page)).toEqual([one.a, later.a]);
  });

  it('are shared by a link whose QR code can be read, and merged or replaced where it is opened', async () => {
    const { one, two, later } = await clashing();
    const page = await openWith([one.a, two.a]);
    await page.locator('[data-share]').click();
    await page.locator('.plan-code svg').waitFor();
    const link = await page.locator('#plan-link').inputValue();
    expect(link).toBe(`${site.url}/en/favorites/#plan=${one.k}${two.k}`);
    expect(await readCode(page)).toBe(link);

    const fresh = await open(link);
    await fresh.locator('.plan-shared li').first().waitFor();
    expect(await fresh.locator('.plan-shared strong').allTextContents()).toEqual([one.t, two.t]);
    expect(await fresh.locator('[data-replace]').isVisible()).toBe(false);
    await fresh.locator('[data-merge]').click();
    await fresh.locator('.plan [data-slot]').first().waitFor();
    expect(await addresses(fresh)).toEqual([one.a, two.a]);
    await expect.poll(() => new URL(fresh.url()).hash).toBe('');

    await fresh.goto(`${site.url}/en/favorites/#plan=${later.k}zzzzzz`);
    await fresh.locator('[data-replace]').click();
    await fresh.locator('.plan-shared').waitFor({ state: 'hidden' });
    expect(await addresses(fresh)).toEqual([later.a]);
  });

  it('are saved as a calendar that ical.js reads, with the UIDs of the calendar of the site', async () => {
    const { one, later } = await clashing();
    const page = await openWith([one.a, later.a]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-save]').click()]);
    const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const uids = calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'));
    expect(uids).toEqual([one.a, later.a].map((address) => `${address.replaceAll('/', '.')}@harbour.example`));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('My plan');
    expect(calendar.getFirstSubcomponent('vtimezone')).not.toBeNull();
  });

  it('of a site in another folder of the host are not mixed in', async () => {
    const { one } = await clashing();
    const page = await openWith([one.a]);
    expect(await addresses(page)).toEqual([one.a]);
    expect(await page.locator('.plan-missing').isVisible()).toBe(false);
  });

  it('leave the focus on the next entry when one is removed by keyboard, and at the end on the way to the programme', async () => {
    const { one, later } = await clashing();
    const page = await openWith([one.a, later.a]);
    const focused = () => page.evaluate('document.activeElement.dataset.favourite');
    await page.locator(`.plan [data-favourite="${one.a}"]`).press('Enter');
    expect(await focused()).toBe(later.a);
    expect(await page.locator('.plan-summary').textContent()).toBe('1 entry');
    await page.locator(`.plan [data-favourite="${later.a}"]`).press('Enter');
    await page.locator('.favourites-empty a:focus').waitFor();
  });

  it('say so when the browser cannot store them', async () => {
    const { one, later } = await clashing();
    const page = await openWith([one.a, later.a]);
    await page.evaluate('Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }');
    await page.locator(`.plan [data-favourite="${one.a}"]`).click();
    expect(await page.locator('.unkept[role=alert]').textContent()).toContain('could not save your favourites');
  });

  it('have their own date in a shared plan, also after midnight', async () => {
    const late = (await entriesOf()).find(({ b = '' }) => / 0[0-5]:\d\d$/.test(b))!;
    const page = await open(`${site.url}/en/favorites/#plan=${late.k}`);
    await page.locator('.plan-shared li').waitFor();
    expect(await page.locator('.plan-shared li').textContent()).toBe(`${late.b} ${late.t}`);
  });

  it('say so when a shared link is damaged', async () => {
    const page = await open(`${site.url}/en/favorites/#plan=%%%`);
    await page.getByText('This link is damaged or incomplete.').waitFor();
    expect(await page.locator('[data-merge]').isVisible()).toBe(false);
  });

  it('say so when the programme cannot be loaded', async () => {
    const page = await openWith([(await clashing()).one.a]);
    await page.route('**/entries.json', (route) => route.abort());
    await page.reload();
    await page.locator('.plan-failed').waitFor();
    expect(await page.locator('.favourites-empty').isVisible()).toBe(false);
  });

  it('have no axe violation, as a plan with a clash and as a shared plan', async () => {
    const { one, two } = await clashing();
    const page = await openWith([one.a, two.a], { bypassCSP: true });
    const url = `${site.url}/en/favorites/#plan=${two.k}`;
    expect(await violationsOf(page, url, { ready: '.plan-shared li', withoutFrame: true })).toEqual([]);
  });

  /** The text in the code as a camera would see it, four pixels for each module. */
  async function readCode(page: Page): Promise<string | undefined> {
    const drawing = page.locator('.plan-code svg');
    const size = 4 * Number((await drawing.getAttribute('viewBox'))!.split(' ')[2]);
    const path = (await drawing.locator('path').getAttribute('d'))!;
    const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
    for (const [, left, top] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
      for (let y = 4 * Number(top); y < 4 * Number(top) + 4; y++) {
        const start = 4 * (y * size + 4 * Number(left));
        for (let at = start; at < start + 16; at++) if (at % 4 !== 3) pixels[at] = 0;
      }
    }
    const read = jsQR as unknown as (
      bytes: Uint8ClampedArray,
      width: number,
      height: number,
    ) => { data: string } | null;
    return read(pixels, size, size)?.data;
  }
});
