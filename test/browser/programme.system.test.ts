import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EACH_SCHEME, violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { setMoment, type Moment } from './festival-clock.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';

const PHONE = { width: 390, height: 844 };

describe.runIf(needsBrowser())('the programme, in a browser', () => {
  const { open } = useBrowser();
  const site = useDemo();

  /** Opening a page costs more than most of the tests, so those of a visitor in Paris share one. */
  let paris: Page;
  beforeAll(async () => {
    paris = await open('about:blank', { timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
  });
  const visit = async (moment: Moment, path: string, size = { width: 1280, height: 800 }): Promise<Page> => {
    await paris.setViewportSize(size);
    await setMoment(paris, moment);
    await paris.goto(site.url + path);
    return paris;
  };
  const shown = (page: Page): Promise<readonly string[]> =>
    page.locator('[data-slot]:visible').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-slot')!));

  // Before the festival: the test of one page per template. `npm run check:site` checks every view at every moment.
  it('has no axe violations during and after the festival', async () => {
    const page = await open('about:blank', { bypassCSP: true });
    const views = [
      { moment: 'during', path: '/program/', width: 320, schemes: EACH_SCHEME },
      { moment: 'during', path: '/program/grid/', width: 1280, schemes: ['light'] },
      { moment: 'after', path: '/places/main-stage/', width: 320, schemes: ['light', 'dark'] },
      { moment: 'during', path: '/en/', width: 320, schemes: ['light'] },
      { moment: 'after', path: '/en/events/friday/odile-marees/', width: 320, schemes: ['light', 'dark'] },
    ] as const;
    const found: string[] = [];
    for (const { moment, path, width, schemes } of views) {
      await setMoment(page, moment);
      const violations = await violationsOf(page, site.url + path, {
        withoutFrame: true,
        withoutAlike: true,
        widths: [width],
        schemes,
      });
      found.push(...violations.map((each) => `${moment}: ${each}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  }, 300_000);

  it('has no button to keep an entry that lies under another one, on the screen or below it', async () => {
    for (const path of ['/program/', '/program/categories/']) {
      const page = await visit('before', path, PHONE);
      const buttons = await page.locator('.favourite').evaluateAll((all) =>
        all.map((button) => {
          const { top, bottom } = button.getBoundingClientRect();
          return { top, bottom };
        }),
      );
      buttons.sort((one, other) => one.top - other.top);
      const covered = buttons.filter(({ top }, index) => index > 0 && top < buttons[index - 1]!.bottom);
      expect([buttons.length > 30, covered]).toEqual([true, []]);
    }
  });

  it('folds what is over with a count during the festival, and opens at now', async () => {
    const page = await visit('during', '/program/', PHONE);
    const friday = page.locator('.day').filter({ has: page.locator('#d2027-06-18') });
    const toggle = friday.locator('.past-toggle');
    const count = await friday.locator('[data-slot]').count();
    expect(await toggle.textContent()).toBe(`Déjà passé : ${count}`);
    expect(await friday.locator('[data-slot]:visible').count()).toBe(0);
    expect(await page.locator('#d2027-06-19').evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(
      400,
    );
    await toggle.focus();
    await page.keyboard.press('Enter');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await friday.locator('[data-slot]:visible').count()).toBe(count);
  });

  it('opens at now in the first night too, and marks its day', async () => {
    await paris.setViewportSize(PHONE);
    await paris.clock.setFixedTime('2027-06-19T00:30:00+02:00');
    await paris.goto(`${site.url}/program/`);
    const top = (selector: string): Promise<number> =>
      paris.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('#d2027-06-18')).toBeLessThan(400);
    expect(await top('[data-slot].is-now >> nth=0')).toBeLessThan(500);
    await expect.poll(() => paris.locator('.jump [aria-current]').getAttribute('href')).toBe('#d2027-06-18');
  });

  it('folds and sets back nothing before and after the festival', async () => {
    for (const moment of ['before', 'after'] as const) {
      const page = await visit(moment, '/program/');
      expect(await page.locator('.past-toggle, .is-over').count()).toBe(0);
      expect(await page.locator('[data-slot]:not(:visible)').count()).toBe(0);
      expect(await page.evaluate('scrollY')).toBe(0);
    }
  });

  it('shows what is on now and next on the home page and in each place, only during the festival', async () => {
    const page = await visit('during', '/');
    await page.locator('[data-list="now"] a').first().waitFor();
    expect(await page.locator('[data-list="now"] li').count()).toBeGreaterThan(1);
    await page.locator('[data-list="next"] a').first().click();
    await page.locator('.slot-page').waitFor();
    await page.goto(`${site.url}/en/places/barge-stage/`);
    await page.locator('[data-list="now"] a').first().waitFor();
    expect(await page.locator('[data-list="now"]').innerText()).toMatch(/Petites Heures|→ 15:45/);
    // The event day ends half a minute later, and what is next is in the file of the day after.
    await page.clock.setFixedTime('2027-06-19T05:59:30+02:00');
    await page.goto(site.url);
    await page.locator('[data-list="next"] a').first().waitFor();
    for (const moment of ['before', 'after'] as const) {
      const other = await visit(moment, '/places/barge-stage/');
      expect(await other.locator('[data-now-next]').isVisible()).toBe(false);
    }
  });

  it('has on the home page the day of a time that is on another day, and each time beside its title', async () => {
    const entries = [
      { s: '2027-06-18T09:00:00+02:00', e: '2027-06-20T18:00:00+02:00', t: 'Exhibition', u: 'a' },
      { s: '2027-06-19T09:00:00+02:00', e: '2027-06-19T10:00:00+02:00', t: 'Breakfast', u: 'b' },
      { s: '2027-06-19T12:00:00+02:00', e: '2027-06-19T13:00:00+02:00', t: 'Lunch', u: 'c' },
    ];
    await paris.route('**/program/2027-06-*.json', (route) => route.fulfill({ json: entries }));
    const timesAt = async (instant: string): Promise<readonly string[]> => {
      await paris.setViewportSize(PHONE);
      await paris.clock.setFixedTime(instant);
      await paris.goto(`${site.url}/en/`);
      await paris.getByText('Lunch').waitFor();
      const ends = await paris
        .locator('.now-next li')
        .evaluateAll((items) =>
          items.map(
            (item) =>
              item.querySelector('.now-time')!.scrollWidth - item.querySelector('a')!.offsetLeft + item.offsetLeft,
          ),
        );
      expect(ends.every((end) => end <= 0)).toBe(true);
      return paris.locator('.now-time').allTextContents();
    };
    expect(await timesAt('2027-06-18T23:00:00+02:00')).toEqual(['→ Sun 18:00', 'Sat 09:00', 'Sat 12:00']);
    expect(await timesAt('2027-06-19T05:00:00+02:00')).toEqual(['→ Sun 18:00', '09:00', '12:00']);
    await paris.unrouteAll();
  });

  it('combines filters by category, place and hour, and keeps them across views and languages', async () => {
    const page = await visit('before', '/program/');
    const all = await shown(page);
    await page.getByRole('checkbox', { name: 'Concerts' }).check();
    const concerts = await shown(page);
    await page.locator('[name="place"]').selectOption('main-stage');
    const there = await shown(page);
    await page.locator('[name="from"]').selectOption('20');
    const late = await shown(page);
    expect([all.length > concerts.length, concerts.length > there.length, there.length > late.length]).toEqual([
      true,
      true,
      true,
    ]);
    expect(late.length).toBeGreaterThan(0);
    const query = '?category=concert&place=main-stage&from=20';
    await expect.poll(() => new URL(page.url()).search).toBe(query);
    expect(await page.locator('.matches').textContent()).toBe(`Résultats : ${late.length}`);
    await page.getByRole('link', { name: 'Grille' }).click();
    await page.waitForURL('**/program/grid/**');
    await expect.poll(() => new URL(page.url()).search).toBe(query);
    expect((await shown(page)).toSorted()).toEqual(late.toSorted());
    await page.locator('.language-switch summary').click();
    await page.locator('.language-switch a[hreflang="en"]').click();
    await page.waitForURL('**/en/program/grid/**');
    await expect.poll(() => page.url()).toBe(`${site.url}/en/program/grid/${query}`);
    expect((await shown(page)).toSorted()).toEqual(late.toSorted());
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await shown(page)).toHaveLength(all.length);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('keeps a filter whose category this page does not have', async () => {
    const page = await visit('before', '/program/?category=elsewhere');
    expect(await shown(page)).toEqual([]);
    expect(await page.locator('.matches').textContent()).toBe('Rien ne correspond à ces filtres.');
    expect(await page.getByRole('link', { name: 'Grille' }).getAttribute('href')).toContain('?category=elsewhere');
  });

  it('names the time zone, and shows times in the visitor’s own on request, in every view', async () => {
    const page = await open('about:blank', { timezoneId: 'Asia/Kolkata' });
    await setMoment(page, 'before');
    await page.goto(`${site.url}/en/program/`);
    const start = page.locator('[data-slot="sessions/splice-and-hold"] time').first();
    expect(await page.locator('.zone').innerText()).toContain('Central European Summer Time');
    expect(await start.textContent()).toBe('16:30');
    await page.locator('.zone button').click();
    // What shows other time zones is loaded on request.
    await expect.poll(() => start.textContent()).toBe('Fri 20:00');
    expect(await page.locator('.zone').innerText()).toContain('India');
    // The filter still means the same hour.
    expect(await page.locator('[name="from"] option[value="18"]').textContent()).toBe('21:30');
    await page.goto(`${site.url}/en/program/grid/`);
    await expect.poll(() => start.textContent()).toBe('Fri 20:00');
    // The festival's Friday is on two dates for the visitor: all hours have their day.
    const hours = await page.locator('.day').first().locator('.grid-hour time').allTextContents();
    expect(hours.map((text) => text.replace(/\d\d:\d\d$/, '')).join()).toMatch(/^(?:Fri ,)+Sat (?:,Sat )+$/);
    // The page of an entry follows the choice.
    await page.goto(`${site.url}/en/events/friday/odile-marees/`);
    expect(await page.locator('.fact').first().innerText()).toMatch(
      /Saturday 19 June\s04:00 – 05:15 \(India Standard Time\)/,
    );
    await page.goto(`${site.url}/en/program/`);
    await page.locator('.zone button').click();
    await expect.poll(() => start.textContent()).toBe('16:30');
    const local = await visit('before', '/en/program/');
    expect(await local.locator('.zone button').isVisible()).toBe(false);
  });

  it('keeps the heads of the grid in view, and shows the current time as a line', async () => {
    const page = await visit('during', '/program/grid/', PHONE);
    const saturday = page.locator('.day').filter({ has: page.locator('#d2027-06-19') });
    expect(await saturday.locator('.grid-now').isVisible()).toBe(true);
    const heads = await saturday.locator('.grid-scroll').evaluate((box) => {
      box.scrollTo(300, 400);
      const edge = box.getBoundingClientRect();
      const corner = box.querySelector('.grid-corner')!.getBoundingClientRect();
      const head = box.querySelector('.grid-head')!.getBoundingClientRect();
      const hour = box.querySelector('.grid-hour')!.getBoundingClientRect();
      return [corner.left - edge.left, corner.top - edge.top, head.top - edge.top, hour.left - edge.left].map(
        Math.round,
      );
    });
    expect(heads.map((offset) => Math.abs(offset) <= 2)).toEqual([true, true, true, true]);
  });

  it('cuts no line of a cell through, and keeps the title of a long entry in view', async () => {
    const page = await visit('before', '/program/grid/');
    const cut = await page.locator('.cell').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const edge = cell.getBoundingClientRect();
        return [...cell.children]
          .filter((child) => child.getBoundingClientRect().left < edge.right)
          .filter((child) => child.getBoundingClientRect().bottom > edge.bottom)
          .map((child) => child.textContent);
      }),
    );
    expect(cut).toEqual([]);
    const below = await page
      .locator('.cell-long')
      .first()
      .evaluate((cell) => {
        const box = cell.closest('.grid-scroll')!;
        box.scrollTop += cell.getBoundingClientRect().top - box.getBoundingClientRect().top + 20;
        const head = box.querySelector('.grid-head')!.getBoundingClientRect();
        return cell.querySelector('a')!.getBoundingClientRect().top >= head.bottom - 1;
      });
    expect(below).toBe(true);
  });

  it('has the date of an appearance in one line on a phone', async () => {
    const page = await visit('before', '/en/hosts/ilse-marechal/', PHONE);
    const heights = await page
      .locator('.slot-day')
      .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights)).toBeLessThan(25);
  });

  it('begins with its days on a phone, and opens the filters on request', async () => {
    const page = await open('about:blank', { viewport: { width: 390, height: 844 } });
    await setMoment(page, 'before');
    await page.goto(`${site.url}/program/`);
    const top = async (): Promise<number> => (await page.locator('.slot').first().boundingBox())!.y;
    await expect.poll(top).toBeLessThan(844 * 0.55);
    const concerts = page.getByRole('checkbox', { name: 'Concerts' });
    const toggle = page.getByRole('button', { name: 'Filtrer' });
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await concerts.isVisible()).toBe(false);
    await toggle.click();
    await concerts.check();
    await toggle.click();
    // What is chosen stays, and can be seen and cleared while the filters are closed.
    await expect.poll(() => page.locator('.matches').innerText()).toMatch(/\d/);
    await page.getByRole('button', { name: 'Effacer' }).click();
    await expect.poll(() => page.locator('.chip :checked').count()).toBe(0);
  });

  it('leaves most of the screen to the page at 200 %, and shows what is selected in forced colours', async () => {
    const page = await open('about:blank', { viewport: { width: 640, height: 400 }, forcedColors: 'active' });
    await setMoment(page, 'before');
    await page.goto(`${site.url}/program/`);
    await page.evaluate("scrollTo({ top: 1500, behavior: 'instant' })");
    const covered = (await page.evaluate(
      `[...document.querySelectorAll('.app-bar, .jump, .tabs')].map((bar) => bar.getBoundingClientRect())
        .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0)`,
    )) as number;
    expect(covered).toBeLessThanOrEqual(60);
    const background = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    await page.getByRole('button', { name: 'Filtrer' }).click();
    await page.getByRole('checkbox', { name: 'Concerts' }).check();
    const plain = await background('.switch a:not([aria-current])');
    expect(await background('.switch [aria-current]')).not.toBe(plain);
    expect(await background('.chip :checked + span')).not.toBe(await background('.chip :not(:checked) + span'));
  });
});
