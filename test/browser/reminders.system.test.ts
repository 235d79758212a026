import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

type Answer = 'granted' | 'denied';

const CONCERT = 'events/saturday/kadi-ondo';
/** The concert starts at 17:45. */
const at = (time: string): string => `2027-06-19T${time}:00+02:00`;

/** A headless browser refuses every notification, so this stands in for the visitor's answer and for what the system shows. */
const withNotifications = (answer: Answer): string => `
  let permission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.answer ?? permission });
  Notification.requestPermission = async () => (sessionStorage.answer = permission = '${answer}');
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) => {
    const line = [title, body, new URL(data.url).pathname].join(' | ');
    sessionStorage.shown = [...(sessionStorage.shown ? [sessionStorage.shown] : []), line].join('; ');
  };`;

const shown = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => sessionStorage['shown'] as string | undefined);

describe.runIf(needsBrowser())('reminders of favourites, in a browser', () => {
  const { open } = useBrowser({ workers: 'allowed' });
  const site = useDemo();

  const openFavourites = async (answer: Answer): Promise<Page> => {
    const page = await open(`${site.url}/robots.txt`);
    await page.addInitScript(withNotifications(answer));
    await page.clock.setFixedTime(at('12:00'));
    await page.evaluate((name) => localStorage.setItem('gitcast:/favourites', JSON.stringify([name])), CONCERT);
    await page.goto(`${site.url}/en/favorites/`);
    await page.locator('.plan-remind').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    return page;
  };
  const turn = (page: Page) => page.getByRole('switch', { name: 'Remind me 15 minutes before' });
  const isOn = (page: Page) => turn(page).getAttribute('aria-checked');

  it('are off until the visitor turns them on, and then appear on whatever page is open, once', async () => {
    const page = await openFavourites('granted');
    expect(await isOn(page)).toBe('false');
    expect(await page.locator('.plan-remind .plan-note').textContent()).toContain('only while this site');
    await turn(page).click();
    await expect.poll(() => isOn(page)).toBe('true');
    expect(await shown(page)).toBeUndefined();

    await page.clock.setFixedTime(at('17:35'));
    const reminder = 'Kadi Ondo | 17:45 · Le Bassin | /en/events/saturday/kadi-ondo/';
    await page.goto(`${site.url}/en/maps/`);
    await expect.poll(() => shown(page)).toBe(reminder);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('gitcast:/reminded'))).toContain(CONCERT);

    await page.goto(`${site.url}/en/favorites/`);
    await page.locator('.plan [data-slot]').waitFor();
    expect([await isOn(page), await shown(page)]).toEqual(['true', reminder]);
    await turn(page).click();
    await expect.poll(() => isOn(page)).toBe('false');
  });

  it('say what to do if the browser blocks notifications, and stay off', async () => {
    const page = await openFavourites('denied');
    await turn(page).click();
    await expect.poll(() => page.locator('.plan-remind [role=status]').textContent()).toContain('blocks notifications');
    expect(await isOn(page)).toBe('false');
    expect(await page.evaluate(() => localStorage.getItem('gitcast:/reminder'))).toBe('null');
  });
});
