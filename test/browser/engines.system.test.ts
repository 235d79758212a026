/** A visit to the festival, and an edit before it, in each engine that visitors and editors have. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { ROOT } from '../e2e/program.ts';
import { madeOnce } from '../made-once.ts';
import { needs } from '../needs.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { useDev } from './dev-command.ts';
import { chromium } from './engines/chromium.ts';
import type { Engine, Size, Visitor } from './engines/engine.ts';
import { LIKE_THE_OLDEST } from './engines/like-the-oldest.ts';
import { firefox } from './engines/firefox.ts';
import { Tab } from './engines/tab.ts';
import { webkit } from './engines/webkit.ts';
import { MOMENTS } from './festival-clock.ts';
import { useHost } from './host.ts';

const ENGINES = [chromium('Chromium'), firefox, webkit];
const AS_THE_OLDEST = chromium('a Chromium with only what the oldest supported browsers have', LIKE_THE_OLDEST);

const LONG = 240_000;

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 720 };

const IN_TOKYO: Visitor = { timezone: 'Asia/Tokyo', scheme: 'light' };
const IN_THE_DARK: Visitor = { timezone: 'Europe/Paris', scheme: 'dark' };

const PLAN = ['kadi-ondo', 'nuee'];

/** Engines have no clock in common that a test could set, so the site brings one along: a Saturday afternoon that stands still. */
const CLOCK = `globalThis.Date = class extends Date {
  static #now = Date.parse('${MOMENTS.during}');
  static now() { return this.#now; }
  constructor(...parts) { super(...(parts.length > 0 ? parts : [Date.now()])); }
};
`;

const FESTIVAL = {
  ...SMALL_FESTIVAL,
  'events/opening.yaml': `title: Opening # as printed
start_time: 2027-06-18T20:00:00+02:00
end_time: 2027-06-18T22:00:00+02:00
place_id: places/quay
`,
};

const rectOf = (selector: string): string =>
  `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`;
/** Within the window, and within the box that scrolls around it. */
const isInView = (selector: string): string => `((element) => {
  const { top, bottom, width } = element.getBoundingClientRect();
  const box = element.closest('.grid-scroll')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  return width > 0 && top >= Math.max(box.top, 0) && bottom <= Math.min(box.bottom, innerHeight);
})(document.querySelector(${JSON.stringify(selector)}))`;

const festival = (): Promise<{ folder: string }> =>
  madeOnce('festival-with-a-clock', async (made) => {
    for (const name of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, name), join(made, name), { recursive: true });
    const scripts = 'templates/assets/js';
    mkdirSync(join(made, scripts), { recursive: true });
    writeFileSync(join(made, scripts, 'elements.js'), CLOCK + readFileSync(join(ROOT, scripts, 'elements.js'), 'utf8'));
    const built = await gitcast('build --now 2027-06-10T12:00:00Z', { cwd: made });
    if (built.exitCode !== 0) throw new Error(built.stderr + built.stdout);
    return { folder: join(made, 'dist') };
  });

/** Windows that end with their test. */
function useTabs(engine: Engine): (visitor: Visitor, size: Size) => Promise<Tab> {
  const tabs: Tab[] = [];
  afterEach(async () => {
    for (const tab of tabs.splice(0)) await tab.close();
  });
  return async (visitor, size) => {
    const tab = await Tab.open(engine, visitor, size);
    tabs.push(tab);
    return tab;
  };
}

describe.each([...ENGINES, AS_THE_OLDEST])('$name', (engine) => {
  describe.runIf(needs(...engine.programs))('at the festival', () => {
    const host = useHost();
    const open = useTabs(engine);
    const at = (path: string): string => `${host.local}/en/${path}`;
    /** Later than any script: a browser that runs scripts before the sheets are there does so now. */
    const withSlowSheets = async (act: () => Promise<void>): Promise<void> => {
      host.instead = async (path, answer) => {
        if (path.endsWith('.css')) await setTimeout(700);
        return answer;
      };
      await act();
      host.instead = (_, answer) => answer;
    };

    beforeAll(async () => void (host.folder = (await festival()).folder));
    afterEach(() => void (host.network = 'up'));

    it(
      'shows a visitor what is on, makes and shares a plan, searches, translates, and needs no network',
      { timeout: LONG },
      async () => {
        const visitor = await open(IN_TOKYO, PHONE);
        await withSlowSheets(() => opensAtNow(visitor, 'program/', '[data-slot].is-now'));
        await withSlowSheets(() => opensAtNow(visitor, 'program/grid/', '.grid-now:not([hidden])'));
        await choosesDayAndCategory(visitor);
        await keepsTwoEntries(visitor);
        const link = await sharesThePlan(visitor);
        await withSlowSheets(() => findsAnEntry(visitor));
        await readsItsTimesInTokyo(visitor);
        await readsItInFrench(visitor);
        await looksAtTheMap(visitor);

        const friend = await open(IN_THE_DARK, PHONE);
        await takesOverThePlan(friend, link);
        await stores(friend);
        host.network = 'cut';
        expect(await readsOnWithoutANetwork(friend)).toMatch(/^2 /);
      },
    );

    it(
      'shows on a screen what is on and next, all of it, and only other days with their dates',
      { timeout: LONG },
      async () => {
        const screen = await open(IN_TOKYO, DESK);
        await withSlowSheets(() => screen.go(at('kiosk/')));
        expect(await screen.see('.kiosk-clock')).toBe('15:10');
        expect(await screen.see('.kiosk-now')).toContain('Les Petites Heures');
        const days = "[...document.querySelectorAll('.kiosk-screen .kiosk-day')].map((each) => each.textContent)";
        expect(new Set(await screen.ask<string[]>(days))).toEqual(new Set(['']));
        expect(await screen.ask('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
        expect(await screen.ask("document.querySelectorAll('.kiosk-next li:not([hidden])').length")).toBeGreaterThan(3);
      },
    );

    async function opensAtNow(visitor: Tab, path: string, now: string): Promise<void> {
      await visitor.go(at(path));
      await visitor.until(isInView(now));
    }

    async function choosesDayAndCategory(visitor: Tab): Promise<void> {
      await visitor.go(at('program/'));
      await visitor.click('.jump a', 'Sun 20');
      await visitor.until(isInView('#d2027-06-20'));
      await visitor.until("document.querySelector('.jump [aria-current]').hash === '#d2027-06-20'");
      await visitor.click('.filter-toggle button');
      await visitor.click('.filter .chip', 'Concerts');
      expect(await visitor.see('.matches')).toMatch(/^Matching: \d+$/);
      expect(await visitor.ask('location.search')).toBe('?category=concert');
    }

    async function keepsTwoEntries(visitor: Tab): Promise<void> {
      for (const entry of PLAN) {
        const button = `[data-favourite="events/saturday/${entry}"]`;
        await visitor.click(button);
        await visitor.has(`${button}[aria-pressed="true"]`);
      }
      await visitor.click('.tabs a', 'Favourites');
      expect(await visitor.see('.plan-summary')).toMatch(/^2 /);
    }

    async function sharesThePlan(visitor: Tab): Promise<string> {
      await visitor.click('[data-share]');
      await visitor.has('.plan-code svg');
      return visitor.ask("document.querySelector('#plan-link').value");
    }

    async function findsAnEntry(visitor: Tab): Promise<void> {
      await visitor.ask('document.activeElement.blur()');
      await visitor.type('/');
      await visitor.type('kadi onod');
      expect(await visitor.see('.search-dialog .result-title')).toBe('Kadi Ondo');
      expect(await visitor.ask(`getComputedStyle(document.querySelector('.result-list')).listStyleType`)).toBe('none');
      const [field, count] = ['.search-row', '.search-count'].map(rectOf);
      expect(await visitor.ask(`${count}.top - ${field}.bottom`)).toBeGreaterThan(16);
      await visitor.press('Enter');
      await visitor.see('h1', 'Kadi Ondo');
    }

    async function readsItsTimesInTokyo(visitor: Tab): Promise<void> {
      await visitor.click('.zone button');
      expect(await visitor.see('.fact', 'Show in the event’s time zone')).toMatch(/^Sunday,? 20 June/);
    }

    async function readsItInFrench(visitor: Tab): Promise<void> {
      await visitor.click('.language-switch summary');
      await visitor.click('.language-switch a[hreflang="fr"]');
      await visitor.until("document.documentElement.lang === 'fr'");
      expect(await visitor.see('.fact', 'Afficher dans le fuseau horaire de l’événement')).toMatch(
        /^dimanche 20 juin/i,
      );
    }

    async function looksAtTheMap(visitor: Tab): Promise<void> {
      await visitor.go(at('maps/harbour/'));
      await visitor.click('[data-zoom="in"]');
      await visitor.has('.map-stage.is-zoomed');
      await visitor.click('[data-zoom="reset"]');
      await visitor.click('.pin[href$="/places/main-stage/"] .pin-dot');
      await visitor.until("location.pathname.endsWith('/places/main-stage/')");
    }

    async function takesOverThePlan(friend: Tab, link: string): Promise<void> {
      await friend.go(link);
      await friend.click('[data-merge]');
      expect(await friend.see('.plan-summary')).toMatch(/^2 /);
      const background = await friend.ask<string>('getComputedStyle(document.body).backgroundColor');
      expect(Math.max(...background.match(/\d+/g)!.slice(0, 3).map(Number))).toBeLessThan(80);
    }

    const stores = (friend: Tab): Promise<unknown> =>
      friend.until("navigator.serviceWorker.controller?.state === 'activated'");

    async function readsOnWithoutANetwork(friend: Tab): Promise<string> {
      await friend.go(at('events/saturday/nuee/'));
      await friend.see('h1', 'Nuée');
      await friend.click('.tabs a', 'Favourites');
      return friend.see('.plan-summary');
    }
  });
});

describe('gitcast dev', () => {
  const dev = useDev(FESTIVAL, (each) => each.commitAll());
  afterEach(() => dev.git('checkout', '-q', 'content'));

  describe.each(ENGINES)('in $name', (engine) => {
    const isThere = needs(...engine.programs);
    const open = useTabs(engine);

    it.runIf(isThere)('corrects a title in the form, and moves the entry on the board', { timeout: LONG }, async () => {
      const page = await open(IN_TOKYO, DESK);
      await page.go(`${dev.url}events/opening/`);
      const editor = page.inside('gitcast-dev');
      await editor.has('.dot[data-state=live]');
      await editor.click('button', 'Edit');
      await editor.click('.form label', 'Title');
      await page.ask('document.querySelector("gitcast-dev").shadowRoot.activeElement.select()');
      await page.type('First night');
      await page.see('h1', 'First night');

      await editor.click('[data-view=board]');
      const slot = '.slot[data-address="events/opening"]';
      expect(await editor.see(slot, 'First night')).toContain('20:00–22:00');
      await page.ask(`document.querySelector("gitcast-dev").shadowRoot.querySelector('${slot}').focus()`);
      for (const key of ['Enter', 'ArrowDown', 'Enter'] as const) await page.press(key);
      await editor.see(slot, '20:05–22:05');
      await expect
        .poll(() => dev.changedLines())
        .toEqual([
          '-title: Opening # as printed',
          '-start_time: 2027-06-18T20:00:00+02:00',
          '-end_time: 2027-06-18T22:00:00+02:00',
          '+title: First night # as printed',
          '+start_time: 2027-06-18T20:05:00+02:00',
          '+end_time: 2027-06-18T22:05:00+02:00',
        ]);
    });
  });
});
