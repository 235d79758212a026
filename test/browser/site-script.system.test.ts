import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser.ts';
import { setMoment } from './festival-clock.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

describe.runIf(needsBrowser())('the scripts of the demo, in a browser', () => {
  const { open } = useBrowser();
  const site = useDemo();

  /** An attribute of each visible programme entry. */
  const shown = async (page: Page, attribute: string) =>
    Promise.all((await page.locator('[data-slot]:visible').all()).map((slot) => slot.getAttribute(attribute)));

  it('keep a favourite that is chosen in the programme', async () => {
    const page = await open('about:blank');
    await setMoment(page, 'before');
    await page.goto(`${site.url}/program/`);
    const heart = page.locator('[data-favourite="sessions/splice-and-hold"]').first();
    await heart.click();
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${site.url}/favorites/`);
    await page.locator('.plan [data-slot]').first().waitFor();
    expect(await shown(page, 'data-slot')).toEqual(['sessions/splice-and-hold']);
    expect(await page.locator('.favourites-empty').isVisible()).toBe(false);
  });

  it('find a title typed without accents', async () => {
    const page = await open(`${site.url}/search/`);
    await page.locator('[data-search] input').fill('premiere minute');
    const found = page.locator('.search-results a').first();
    await found.waitFor();
    expect(await found.textContent()).toContain('la première minute');
  });

  it('keep the answers to a form in this browser', async () => {
    const page = await open(`${site.url}/networking-forms/`);
    await page.locator('[name="firstName"]').fill('Ana');
    await page.locator('[name="consent"]').check();
    const another = await page.context().newPage();
    await another.goto(page.url());
    expect(await another.locator('[name="firstName"]').inputValue()).toBe('Ana');
    expect(await another.locator('[name="consent"]').isChecked()).toBe(true);
  });

  it('count down, and show when the time has come', async () => {
    const page = await open('about:blank');
    await page.clock.install({ time: new Date('2027-06-17T16:00:00Z') });
    await page.clock.pauseAt(new Date('2027-06-17T16:31:58.500Z'));
    await page.goto(`${site.url}/`);
    const left = page.locator('.countdown-left').first();
    expect(await left.textContent()).toBe('1jours00h00min01s');
    await page.clock.runFor(1000);
    expect(await left.textContent()).toBe('1jours00h00min00s');
    await page.clock.fastForward('24:00:00');
    expect(await left.textContent()).toBe('C’est commencé');
  });
});
