import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hasBrowser, useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';

describe.skipIf(!hasBrowser)('the pictures behind the name of the demo, in a browser', () => {
  const { open } = useBrowser();
  const site = useDemo();

  const shown = (page: Page) => page.locator('.hero-picture.is-shown img').getAttribute('src');
  /** Asked for and there; a picture whose turn is further away is not even asked for. */
  const isFetched = (page: Page, index: number) =>
    page.evaluate(
      `(({ hidden, firstElementChild }) => !hidden && firstElementChild.naturalWidth > 0)(document.querySelectorAll('.hero-picture')[${index}])`,
    );

  /** A page whose clock is in our hand. */
  async function openAt(options: Parameters<typeof open>[1] = {}): Promise<Page> {
    const page = await open('about:blank', { reducedMotion: 'no-preference', ...options });
    await page.clock.install({ time: new Date('2027-06-10T12:00:00Z') });
    await page.clock.pauseAt(new Date('2027-06-10T12:00:01Z'));
    await page.goto(`${site.url}/`);
    return page;
  }

  it('take turns, the next being fetched while one is shown, and no other', async () => {
    const page = await openAt();
    expect(await shown(page)).toBe('media/header-dusk.svg');
    await expect.poll(() => isFetched(page, 1)).toBe(true);
    expect(await isFetched(page, 2)).toBe(false);
    await page.clock.runFor(7_100);
    expect(await shown(page)).toBe('media/cover-night.svg');
    await expect.poll(() => isFetched(page, 2)).toBe(true);
    await page.clock.runFor(14_100);
    expect(await shown(page)).toBe('media/header-dusk.svg');
  });

  it('stand still once somebody stops them, and go on when they may', async () => {
    const page = await openAt();
    await expect.poll(() => isFetched(page, 1)).toBe(true);
    await page.getByRole('button', { name: 'Arrêter le défilement des images' }).click();
    await page.clock.runFor(30_000);
    expect(await shown(page)).toBe('media/header-dusk.svg');
    await page.getByRole('button', { name: 'Relancer le défilement des images' }).click();
    await page.clock.runFor(7_100);
    expect(await shown(page)).toBe('media/cover-night.svg');
  });

  it('stand still for those who want no motion, until they ask for it', async () => {
    const page = await openAt({ reducedMotion: 'reduce' });
    await page.clock.runFor(30_000);
    expect(await shown(page)).toBe('media/header-dusk.svg');
    expect(await isFetched(page, 1)).toBe(false);
    expect(await page.getByRole('button', { name: 'Relancer le défilement des images' }).count()).toBe(1);
  });

  it('are one picture without a button where there is no JavaScript', async () => {
    const page = await open(`${site.url}/`, { javaScriptEnabled: false });
    expect(await page.locator('.hero-picture:visible').count()).toBe(1);
    expect(await page.locator('.hero-pause:visible').count()).toBe(0);
    expect(await page.locator('h1 img:visible').count()).toBe(1);
  });
});
