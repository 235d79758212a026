import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { MOMENTS, setMoment, type Moment } from './festival-clock.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

describe.runIf(needsBrowser())('the site, by the clock of a visitor', () => {
  const { open } = useBrowser();
  const site = useDemo();

  const textsOf = async (page: Page, selector: string): Promise<readonly string[]> =>
    (await page.locator(`${selector} >> visible=true`).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));

  /** Chosen on one page, the zone is that of every page. */
  const visitFrom = async (timezoneId: string, path: string): Promise<Page> => {
    const page = await open('about:blank', { timezoneId });
    await setMoment(page, 'before');
    await page.goto(site.url + path);
    await page.locator('.zone button').click();
    return page;
  };

  it('shows dates with times in Tokyo: of an event, beside it, of a day, a host, a place and on cards', async () => {
    const page = await visitFrom('Asia/Tokyo', '/en/events/friday/odile-marees/');
    expect((await textsOf(page, '.fact'))[0]).toBe(
      'Saturday 19 June 07:30 – 08:45 (Japan Standard Time) Show in the event’s time zone',
    );
    for (const text of await textsOf(page, '.neighbours li')) expect(text).toMatch(/Saturday 19 June, 0\d:\d\d$/);
    await page.goto(`${site.url}/en/program/`);
    expect(await textsOf(page, '.day > h2')).toEqual([
      'Friday 18 June – Saturday 19 June',
      'Saturday 19 June – Sunday 20 June',
      'Sunday 20 June – Monday 21 June',
    ]);
    expect(await textsOf(page, '.jump a')).toEqual(['Fri 18 – Sat 19', 'Sat 19 – Sun 20', 'Sun 20 – Mon 21']);
    expect(await textsOf(page, '[data-night]')).toEqual([]);
    await page.goto(`${site.url}/en/hosts/odile-marees/`);
    expect(await textsOf(page, '.slot-time')).toContain('Sunday 20 June 22:00→ until 23:30');
    expect((await textsOf(page, '.zone'))[0]).toContain('Japan Standard Time');
    await page.goto(`${site.url}/en/`);
    for (const text of await textsOf(page, '.card-meta:has([data-zoned])')) expect(text).toMatch(/\(GMT\+9\)/);
    expect(await textsOf(page, '.countdown-date')).toEqual(['Saturday, 19 June 2027, 01:32 (Japan Standard Time)']);
    await page.goto(`${site.url}/en/places/main-stage/`);
    const [first] = await textsOf(page, '.part-title');
    expect(first).toBe('Saturday 19 June');
    await page.locator('.zone button').click();
    expect((await textsOf(page, '.part-title'))[0]).toBe('Friday 18 June');
  });

  it('has no two days and no two hours of one name, if two days are on one date and the clocks change between them', async () => {
    const page = await visitFrom('Asia/Tokyo', '/en/program/');
    const startsAt = (hour: number) => `data-starts="$1T${hour}:00:00+02:00 $1T${hour}:00:00+02:00"`;
    await page.route('**/en/program/', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll(/data-starts="(2027-06-18)T[^"]*"/g, startsAt(20))
        .replaceAll(/data-starts="(2027-06-19)T[^"]*"/g, startsAt(10))
        .replaceAll(/data-start="(2027-06-20T[^"+]*)\+02:00"/g, 'data-start="$1+01:00"');
      await route.fulfill({ response: answer, body });
    });
    await page.reload();
    await page.getByText('Saturday 19 June, 03:00').waitFor();
    expect((await textsOf(page, '.day > h2')).slice(0, 2)).toEqual([
      'Saturday 19 June, 03:00',
      'Saturday 19 June, 17:00',
    ]);
    expect((await textsOf(page, '.jump a')).slice(0, 2)).toEqual(['Sat 19, 03:00', 'Sat 19, 17:00']);
    const hours = await page.locator('[name="from"] option:not([hidden])').allTextContents();
    expect(hours.length).toBeLessThan(await page.locator('[name="from"] option').count());
    expect(hours).toEqual([...new Set(hours)]);
  });

  it('shows in New York the hours after the festival’s midnight below the date on which they are there', async () => {
    const page = await visitFrom('America/New_York', '/en/program/');
    expect(await textsOf(page, '.day > h2')).toEqual(['Friday 18 June', 'Saturday 19 June', 'Sunday 20 June']);
    expect(await textsOf(page, '[data-night]')).toEqual([]);
    const times = await page.locator('.day:has(#d2027-06-18) .moment-time time').allTextContents();
    expect(times.join(' ')).toMatch(/^(?:\d\d:\d\d ?)+$/);
    expect(times).toEqual(times.toSorted());
    await page.locator('[data-favourite="events/friday/odile-marees"]').first().click();
    await page.goto(`${site.url}/en/favorites/`);
    await page.locator('.plan [data-slot]').waitFor();
    expect(await textsOf(page, '.plan h2, .plan .slot-time')).toEqual(['Friday 18 June', '18:30→ 19:45']);
    await page.locator('.zone button').click();
    await expect.poll(() => textsOf(page, '.plan .slot-time')).toEqual(['00:30→ 01:45']);
  });

  it('begins home with the dates before the festival, with now and next during it, and with news after it', async () => {
    const page = await open('about:blank', { viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Paris' });
    const seen = async (moment: Moment) => {
      await setMoment(page, moment);
      await page.goto(`${site.url}/en/`);
      const top = async (selector: string): Promise<number | undefined> =>
        (await page.locator(selector).first().boundingBox())?.y;
      if (moment === 'during') await page.locator('[data-list="now"] a').first().waitFor();
      const [nowNext, countdown, news, title] = [
        await top('.now-next'),
        await top('.countdown'),
        await top('.news'),
        await top('.blocks > .block-title'),
      ];
      return {
        hero: (await page.locator('.hero').boundingBox())!.height,
        nowNext,
        countdown: countdown !== undefined,
        isNewsFirst: news! < title!,
        isOver: await page.locator('.occasion-over').isVisible(),
      };
    };
    const [before, during, after] = [await seen('before'), await seen('during'), await seen('after')];
    expect(before).toMatchObject({ nowNext: undefined, countdown: true, isNewsFirst: false, isOver: false });
    expect(during).toMatchObject({ countdown: true, isNewsFirst: false, isOver: false });
    expect(during.nowNext).toBeLessThan(400);
    expect(during.hero).toBeLessThan(before.hero / 1.8);
    expect(after).toMatchObject({ nowNext: undefined, countdown: false, isNewsFirst: true, isOver: true });
  });

  it('says on the page of an event when it starts, that it is on, and that it is over', async () => {
    const page = await open('about:blank', { timezoneId: 'America/New_York' });
    const stateAt = async (now: string, locale: string): Promise<string> => {
      await page.clock.setFixedTime(now);
      await page.goto(`${site.url}${locale}/events/friday/odile-marees/`);
      return page.locator('.state').innerText();
    };
    expect(await stateAt(MOMENTS.before, '/en')).toBe('Starts in 9 days');
    expect(await stateAt('2027-06-18T20:00:00+02:00', '')).toBe('Commence dans 5 heures');
    expect(await stateAt('2027-06-18T23:45:00+02:00', '/es')).toBe('Empieza dentro de 45 minutos');
    expect(await stateAt('2027-06-19T00:30:00+02:00', '/en')).toBe('Happening now');
    expect(await stateAt('2027-06-19T01:45:00+02:00', '/en')).toBe('Over');
    // The page of an earlier build still has its stream.
    for (const [moment, isOffered] of [
      ['before', true],
      ['after', false],
    ] as const) {
      await setMoment(page, moment);
      await page.goto(`${site.url}/en/events/saturday/kadi-ondo/`);
      await page.locator('.state:visible').waitFor();
      expect(await page.locator('.live-stream').isVisible()).toBe(isOffered);
    }
  });

  it('is readable without JavaScript, in the festival’s time zone', async () => {
    const page = await open(`${site.url}/en/events/friday/odile-marees/`, {
      javaScriptEnabled: false,
      timezoneId: 'Asia/Tokyo',
    });
    expect((await textsOf(page, '.fact'))[0]).toBe('Saturday 19 June 00:30 – 01:45 (Central European Summer Time)');
    expect(await textsOf(page, '.state, .zone button')).toEqual([]);
  });
});
