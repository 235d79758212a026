import { describe, expect, it } from 'vitest';
import { event } from '../site/harbour-site.ts';
import { useBrowser } from './browser.ts';
import { setMoment } from './festival-clock.ts';
import { useSiteOf } from './preview.ts';
import { needsBrowser } from '../needs.ts';

/** Three days with 101 entries each, one every five minutes from 10:00 on, in fourteen categories, and an exhibition. */
function files(): Record<string, string> {
  const made: Record<string, string> = {
    'places/hall.yaml': 'name: Hall\n',
    'events/show.yaml': event('2027-06-18T10:00:00+02:00', '2027-06-20T22:00:00+02:00', 'place_id: places/hall\n'),
  };
  for (let index = 0; index < 303; index++) {
    const day = 18 + (index % 3);
    const start = Date.parse(`2027-06-${day}T08:00:00Z`) + Math.floor(index / 3) * 300_000;
    const [from, to] = [start, start + 1_800_000].map((instant) => new Date(instant).toISOString());
    made[`events/e-${index}.yaml`] = event(from!, to!, `category: c${index % 14}\n`);
  }
  return made;
}

describe.runIf(needsBrowser())('a large programme, in a browser', () => {
  const { open } = useBrowser();
  const site = useSiteOf(files());

  it('opens at today and at every hour with something on, and keeps filters on the way', async () => {
    const page = await open('about:blank', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await setMoment(page, 'during');
    await page.goto(`${site.url}/program/?category=c4`);
    await page.waitForURL('**/program/2027-06-19/?category=c4');
    expect(await page.locator('.matches').textContent()).toMatch(/: 8$/);
    expect(await page.locator('.past-toggle').textContent()).toMatch(/: 4$/);
    await page.goto(`${site.url}/program/2027-06-19/`);
    expect(await page.locator('details.part[open] h3').allTextContents()).toEqual(['14:00', '15:00']);
    const top = page.locator('details.part[open]').first();
    expect(await top.evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(300);
    // A filter opens what it finds, and closes it again.
    await page.locator('.filter-toggle button').click();
    await page.locator('[name="from"]').selectOption('17');
    expect(await page.locator('details.part[open]:visible h3').allTextContents()).toEqual([
      'Se poursuit',
      '17:00',
      '18:00',
    ]);
    await page.locator('.clear').click();
    expect(await page.locator('details.part[open] h3').allTextContents()).toEqual(['14:00', '15:00']);
    await page.goto(`${site.url}/program/2027-06-20/?category=c4&from=17`);
    expect(await page.locator('[data-slot]:visible').count()).toBe(1);
  });

  it('ignores an hour in the address that does not exist', async () => {
    const page = await open(`${site.url}/program/2027-06-20/?from=99`);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    const from = page.locator('[name="from"]');
    expect([await from.inputValue(), await from.locator('[value="99"]').count()]).toEqual(['', 0]);
    expect(await page.locator('[data-slot][hidden]').count()).toBe(0);
  });

  it('shows an exhibition of several days once among what is on in its place', async () => {
    const page = await open('about:blank');
    await setMoment(page, 'during');
    await page.goto(`${site.url}/places/hall/`);
    await page.locator('[data-list="now"] li').first().waitFor();
    expect(await page.locator('[data-slot="events/show"]').count()).toBe(3);
    expect(await page.locator('[data-list="now"] li').count()).toBe(1);
  });

  it('folds many categories, so that they do not fill a scrolling line', async () => {
    const page = await open(`${site.url}/program/`);
    expect(await page.locator('.filter').isVisible()).toBe(false);
    await page.locator('.filter-more summary').click();
    await page.getByRole('checkbox', { name: 'c7' }).check();
    expect(await page.locator('[data-chosen]').textContent()).toBe('(1)');
    await page.keyboard.press('Escape');
    expect(await page.locator('.filter').isVisible()).toBe(false);
  });
});
