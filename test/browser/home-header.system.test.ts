import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

describe.runIf(needsBrowser())('the background pictures of the demo, in a browser', () => {
  const { open } = useBrowser();
  const site = useDemo();

  const shown = (page: Page) => page.locator('.hero-picture.is-shown img').getAttribute('src');
  /** Requested and loaded; later pictures are not requested yet. */
  const isFetched = (page: Page, index: number) =>
    page.evaluate(
      `(({ hidden, firstElementChild }) => !hidden && firstElementChild.complete && firstElementChild.naturalWidth > 0)(document.querySelectorAll('.hero-picture')[${index}])`,
    );

  /** A page with a clock that the test controls. */
  async function openAt(options: Parameters<typeof open>[1] = {}): Promise<Page> {
    const page = await open('about:blank', { reducedMotion: 'no-preference', ...options });
    await page.clock.install({ time: new Date('2027-06-10T11:00:00Z') });
    await page.clock.pauseAt(new Date('2027-06-10T12:00:01Z'));
    await page.goto(`${site.url}/`);
    return page;
  }

  it('start with one that is there at once, above which a phone shows the dates and the way to the programme', async () => {
    const page = await openAt({ viewport: { width: 390, height: 844 } });
    expect(await page.locator('.hero-picture.is-shown').evaluate((element) => element.getAnimations().length)).toBe(0);
    const bar = (await page.locator('.tabs').boundingBox())!;
    for (const part of [page.locator('.occasion-dates'), page.locator('.occasion .button')]) {
      const box = (await part.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(bar.y);
    }
  });

  it('are shown in turn, and only the next one is loaded in advance', async () => {
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

  it('stop when they are paused, and continue when they are played', async () => {
    const page = await openAt();
    await expect.poll(() => isFetched(page, 1)).toBe(true);
    await page.getByRole('button', { name: 'Arrêter le défilement des images' }).click();
    await page.clock.runFor(30_000);
    expect(await shown(page)).toBe('media/header-dusk.svg');
    await page.getByRole('button', { name: 'Relancer le défilement des images' }).click();
    await page.clock.runFor(7_100);
    expect(await shown(page)).toBe('media/cover-night.svg');
  });

  it('do not move for visitors who prefer reduced motion, until they press play', async () => {
    const page = await openAt({ reducedMotion: 'reduce' });
    await page.clock.runFor(30_000);
    expect(await shown(page)).toBe('media/header-dusk.svg');
    expect(await isFetched(page, 1)).toBe(false);
    expect(await page.getByRole('button', { name: 'Relancer le défilement des images' }).count()).toBe(1);
  });

  it('are one picture without a button if JavaScript is disabled', async () => {
    const page = await open(`${site.url}/`, { javaScriptEnabled: false });
    expect(await page.locator('.hero-picture:visible').count()).toBe(1);
    expect(await page.locator('.hero-pause:visible').count()).toBe(0);
    expect(await page.locator('h1 img:visible').count()).toBe(1);
  });
});
