import { describe, expect, it } from 'vitest';
import { needsBrowser } from '../needs.ts';
import { event } from '../site/harbour-site.ts';
import { useBrowser } from './browser.ts';
import { useSiteOf } from './preview.ts';

const FILES = {
  'events/long-hour.yaml': event('2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00'),
  'events/early.yaml': event('2027-11-04T00:30:00+01:00', '2027-11-04T02:00:00+01:00'),
};

describe.runIf(needsBrowser())('times around the end of summer time, in a browser', () => {
  const { open } = useBrowser();
  const site = useSiteOf(FILES, { locales: ['en', 'fr'], now: '2027-10-01T00:00:00Z' });

  it('have the name of the zone in the hour that the clock repeats, as sent and after a switch of zone and back', async () => {
    const page = await open('about:blank', { timezoneId: 'Europe/London' });
    await page.clock.setFixedTime('2027-10-30T12:00:00Z');
    await page.goto(`${site.url}/events/long-hour/`);
    const when = async () => (await page.locator('.fact').first().innerText()).replaceAll(/\s+/g, ' ');
    expect(await when()).toContain('02:30 CEST – 02:30 CET (Central European Time)');
    await page.locator('.zone button').click();
    await expect.poll(when).toContain('01:30 BST – 01:30 GMT (United Kingdom Time)');
    await page.locator('.zone button').click();
    await expect.poll(when).toContain('02:30 CEST – 02:30 CET (Central European Time)');
    await page.goto(`${site.url}/fr/program/`);
    expect(await page.locator('.slot-time').first().innerText()).toMatch(/^02:30 UTC\+2\s*→ .*02:30 UTC\+1$/s);
  });

  it('are so many days away by the calendar of the site, wherever the visitor is', async () => {
    const page = await open('about:blank', { timezoneId: 'Pacific/Kiritimati' });
    // Sunday evening in Paris, and already Monday at the visitor's. The event is in the night to Thursday.
    await page.clock.setFixedTime('2027-10-31T23:00:00+01:00');
    await page.goto(`${site.url}/events/early/`);
    expect(await page.locator('[data-state]').innerText()).toContain('in 4 days');
  });
});
