import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

describe.runIf(needsBrowser())('the map', () => {
  const { open } = useBrowser();
  const site = useDemo();
  let page: Page;
  let stage: Locator;

  beforeAll(async () => {
    page = await open(`${site.url}/maps/harbour/`, { hasTouch: true, viewport: { width: 1280, height: 800 } });
    stage = page.locator('.map-stage');
  });
  beforeEach(async () => {
    await page.goto(`${site.url}/maps/harbour/`);
    await page.mouse.move(0, 0);
  });

  const zoomed = async (): Promise<number> => Number((await stage.getAttribute('data-zoomed')) ?? '1');
  const pin = (key: string): Locator => page.locator(`.pin[data-pin="${key}"]`);
  const dot = async (key: string) => (await pin(key).locator('.pin-dot').boundingBox())!;

  it('zooms with buttons and keys, while its pins keep their size of at least 24 pixels', async () => {
    const before = await dot('places-main-stage');
    expect(before.width).toBeGreaterThanOrEqual(24);
    await page.locator('[data-zoom="in"]').click();
    expect(await zoomed()).toBe(1.6);
    await pin('places-main-stage').press('+');
    expect(await zoomed()).toBe(2.56);
    await page.locator('[data-zoom="out"]').focus();
    const neighbour = await dot('places-long-table');
    expect(neighbour.width).toBeCloseTo(before.width, 0);
    await page.locator('[data-zoom="reset"]').click();
    expect(await zoomed()).toBe(1);
    await page.setViewportSize({ width: 320, height: 600 });
    expect((await dot('places-long-table')).width).toBeGreaterThanOrEqual(24);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('brings a pin that gets keyboard focus into view, with its label', async () => {
    await page.locator('[data-zoom="in"]').click();
    await page.locator('[data-zoom="in"]').click();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    const focused = page.locator('.pin:focus');
    const [inside, around] = [(await focused.boundingBox())!, (await stage.boundingBox())!];
    expect(inside.x).toBeGreaterThan(around.x);
    expect(inside.x).toBeLessThan(around.x + around.width);
    expect(await focused.locator('.pin-label').isVisible()).toBe(true);
  });

  it('zooms when two fingers move apart', async () => {
    const { x, y, width, height } = (await stage.boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const [left, top] = [x + width / 2, y + height / 2];
    const touch = (type: string, apart: number): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: left - apart, y: top, id: 1 },
                { x: left + apart, y: top, id: 2 },
              ],
      });
    await touch('touchStart', 20);
    for (const apart of [30, 40, 50, 60]) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    await expect.poll(zoomed).toBeGreaterThan(2);
    expect(page.url()).toBe(`${site.url}/maps/harbour/`);
  });

  it('lights a pin and its entry in the list together', async () => {
    await page.locator('.map-list li[data-pin="places-main-stage"] a').hover();
    await expect.poll(() => pin('places-main-stage').getAttribute('class')).toContain('is-lit');
    expect(await page.locator('.is-raised .pin-label').textContent()).toBe('Le Bassin');
    await pin('places-long-table').locator('.pin-dot').hover();
    const lit = page.locator('.map-list li.is-lit');
    await expect.poll(() => lit.getAttribute('data-pin')).toBe('places-long-table');
  });

  it('shows the places of a category, also from its URL', async () => {
    const shown = async () => page.locator('.map-list li:visible').count();
    const all = await shown();
    await page.getByRole('radio', { name: 'Scènes' }).check();
    expect(await shown()).toBe(3);
    expect(await page.locator('.pin:visible').count()).toBe(3);
    expect(all).toBeGreaterThan(3);
    await page.reload();
    expect(new URL(page.url()).search).toBe('?category=stage');
    expect(await page.locator('.pin:visible').count()).toBe(3);
  });

  it('opens at a pin that a place links to', async () => {
    await page.goto(`${site.url}/places/main-stage/`);
    await page.locator('.map-whole a').click();
    await page.waitForURL('**/maps/harbour/#places-main-stage');
    expect(await page.locator('.pin:focus').getAttribute('data-pin')).toBe('places-main-stage');
    expect(await page.locator('.map-list li.is-lit').getAttribute('data-pin')).toBe('places-main-stage');
  });

  it('stays beside its list while the list scrolls', async () => {
    const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
    await page.evaluate("document.querySelector('.map').scrollIntoView({ behavior: 'instant' })");
    await page.evaluate("scrollBy({ top: 300, behavior: 'instant' })");
    expect(await top('.map')).toBeLessThan(0);
    expect(await top('.map-stage')).toBeGreaterThan(0);
  });
});
