import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from './browser.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

/** What a screen shows, and what its page says should be shown now: titles of what is on, and of the first that is next. */
const SHOWN = `(() => {
  const titles = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const now = Date.now();
  const all = [...document.querySelectorAll('.kiosk-all [data-from]')].map((element) => ({
    from: Date.parse(element.dataset.from),
    until: Date.parse(element.dataset.until),
    isCancelled: element.matches('.slot-cancelled'),
    title: element.querySelector('.kiosk-title').textContent,
  }));
  return {
    clock: document.querySelector('.kiosk-clock').textContent,
    shown: [titles('.kiosk-now .kiosk-title'), titles('.kiosk-next .kiosk-title').slice(0, 1)],
    expected: [
      all.filter(({ from, until, isCancelled }) => from <= now && now < until && !isCancelled).map(({ title }) => title),
      all.filter(({ from }) => now < from).map(({ title }) => title).slice(0, 1),
    ],
  };
})()`;

/** The entries of a screen that its QR code covers. */
const COVERED = `(() => {
  const code = document.querySelector('.kiosk-code').getBoundingClientRect();
  return [...document.querySelectorAll('.kiosk-screen .kiosk-slot:not([hidden])')]
    .map((slot) => [slot.getBoundingClientRect(), slot.textContent])
    .filter(([box]) => box.left < code.right && box.right > code.left && box.bottom > code.top && box.top < code.bottom)
    .map(([, text]) => text);
})()`;

interface Shown {
  readonly clock: string;
  readonly shown: readonly (readonly string[])[];
  readonly expected: readonly (readonly string[])[];
}

describe.runIf(needsBrowser())('a screen', () => {
  const { open } = useBrowser();
  const site = useDemo();
  let page: Page;

  beforeAll(async () => {
    page = await open('about:blank', { viewport: { width: 1280, height: 720 } });
    // It stands still unless a test moves it, so that no minute passes on a slow machine.
    await page.clock.install({ time: new Date('2027-06-18T16:00:00+02:00') });
    await page.clock.pauseAt(new Date('2027-06-18T16:10:00+02:00'));
  });

  const look = async (): Promise<Shown> => (await page.evaluate(SHOWN)) as Shown;

  it('shows what is on now and next for a day without a network, hour by hour', async () => {
    await page.goto(`${site.url}/kiosk/`);
    await page.context().setOffline(true);
    const clocks: string[] = [];
    const seen = new Set<string>();
    for (let hour = 0; hour < 24; hour++) {
      await page.clock.fastForward('01:00:00');
      const { clock, shown, expected } = await look();
      expect([clock, shown]).toEqual([clock, expected]);
      clocks.push(clock);
      for (const title of shown[0]!) seen.add(title);
    }
    expect([clocks[0], clocks[7], clocks[23]]).toEqual(['17:10', '00:10', '16:10']);
    expect(seen.size).toBeGreaterThan(8);
    await page.context().setOffline(false);
  });

  it('takes over a newer version of its page without a reload, and ignores the page of a captive portal', async () => {
    await page.clock.setSystemTime(new Date('2027-06-18T20:40:00+02:00'));
    await page.goto(`${site.url}/kiosk/main-stage/`);
    await page.evaluate('window.untouched = true');
    let body: (html: string) => string = () => '<!DOCTYPE html><title>Log in</title><main>Log in</main>';
    let asked = 0;
    await page.route('**/kiosk/main-stage/', async (route) => {
      const answer = await route.fetch();
      asked++;
      await route.fulfill({ response: answer, body: body(await answer.text()) });
    });
    const title = () => page.locator('.kiosk-now .kiosk-title').textContent();
    expect(await title()).toContain('Orchestre des Crues');
    await page.clock.fastForward('05:01');
    await expect.poll(() => asked).toBe(1);
    expect(await title()).toContain('Orchestre des Crues');
    body = (html) => html.replaceAll('Orchestre des Crues', 'Orchestre des Marées');
    await page.clock.fastForward('05:01');
    await expect.poll(title).toContain('Orchestre des Marées');
    expect(await page.evaluate('window.untouched')).toBe(true);
    expect(await page.locator('.kiosk-code .qr').isVisible()).toBe(true);
  });

  it('leaves out of what is on now what is cancelled, and has the marks of what is next in its own colours', async () => {
    await page.route('**/kiosk/main-stage/', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll('<li class="kiosk-slot', '$& slot-cancelled')
        .replaceAll('</p></li>', '</p><p class="mark mark-cancelled">Annulé</p></li>');
      await route.fulfill({ response: answer, body });
    });
    await page.clock.setSystemTime(new Date('2027-06-18T20:40:00+02:00'));
    await page.goto(`${site.url}/kiosk/main-stage/`);
    await page.locator('.kiosk-next .kiosk-title').first().waitFor();
    expect((await look()).shown[0]).toEqual([]);
    const [screen, mark, struck] =
      (await page.evaluate(`['.page-kiosk', '.kiosk-next .mark', '.kiosk-next .kiosk-title'].map((selector) => {
      const { color, backgroundColor, fontSize, textDecorationLine } = getComputedStyle(document.querySelector(selector));
      return { color, backgroundColor, line: textDecorationLine, size: Number.parseFloat(fontSize) };
    })`)) as { color: string; backgroundColor: string; line: string; size: number }[];
    expect(struck!.line).toBe('line-through');
    expect(mark).toMatchObject({ color: screen!.backgroundColor, backgroundColor: screen!.color });
    expect(mark!.size).toBeGreaterThan(18);
    await page.unrouteAll();
  });

  it('fits what is on and next, and its QR code, on the screen, and none covers another', async () => {
    for (const rooms of [1, 3]) {
      await page.route('**/kiosk/', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replaceAll(/<li class="kiosk-slot.*?<\/li>/gs, (item) => item.repeat(rooms));
        await route.fulfill({ response: answer, body });
      });
      await page.goto(`${site.url}/kiosk/`);
      for (const time of ['2027-06-19T17:10:00+02:00', '2027-06-20T15:30:00+02:00']) {
        await page.clock.setSystemTime(new Date(time));
        await page.clock.runFor(2000);
        expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
        expect(await page.evaluate(COVERED)).toEqual([]);
        // The column beside what is on now has room of its own.
        expect(await page.locator('.kiosk-next .kiosk-slot:visible').count()).toBeGreaterThan(3);
      }
    }
  });
});
