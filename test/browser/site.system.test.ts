import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { EACH_SCHEME, violationsOf, WIDTHS } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { setMoment } from './festival-clock.ts';
import { useDemo } from './use-demo.ts';
import { needsBrowser } from '../needs.ts';
import { listenInTest } from '../listen.ts';

const PICTURE = join(import.meta.dirname, '../../docs/site.jpg');

describe.runIf(needsBrowser())('the site of the demo, in a browser', () => {
  const { open } = useBrowser({ pages: 'reused' });
  /** For what depends on an empty cache. */
  const fresh = useBrowser();
  const withWorker = useBrowser({ workers: 'allowed' });
  const site = useDemo();

  // `npm run check:site` checks every page, in every language, scheme and width.
  it('has no axe violations on one page per template, in alternating languages, schemes and widths', async () => {
    const page = await open('about:blank', { bypassCSP: true });
    await setMoment(page, 'before');
    const found: string[] = [];
    const locales = ['fr', 'en', 'es'].map((locale) => site.samples(locale));
    for (const [index, { path, template }] of locales[0]!.entries()) {
      const other = locales[index % 3]!.find((sample) => sample.template === template);
      const widths = [WIDTHS[index % 2]!];
      const schemes = [EACH_SCHEME[Math.floor(index / 2) % 3]!];
      // The samples of the gallery have one class, and no two are alike.
      const look = { withoutFrame: index > 3, withoutAlike: template !== 'gallery', widths, schemes };
      found.push(...(await violationsOf(page, site.url + (other?.path ?? path), look)));
    }
    expect(found).toEqual([]);
  }, 600_000);

  interface Tour {
    /** The templates by the left edge of their pages. */
    readonly edges: ReadonlyMap<number, readonly string[]>;
    readonly asked: readonly string[];
    readonly problems: readonly string[];
  }

  /** One visit to each type of page, for two tests: it costs more than all that is asked on the way. */
  let tour: Promise<Tour> | undefined;
  const takeTour = async (): Promise<Tour> => {
    const page = await withWorker.open('about:blank', { viewport: { width: 1280, height: 800 } });
    const asked: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()} ${message.text()}`));
    page.on('pageerror', (error) => problems.push(`${page.url()} ${error.message}`));
    const edges = new Map<number, string[]>();
    const edgeOf = `(() => {
      const first = document.querySelector('main .wrap');
      return first && Math.round(first.getBoundingClientRect().left + parseFloat(getComputedStyle(first).paddingLeft));
    })()`;
    for (const { path, template } of site.samples('fr')) {
      await page.goto(site.url + path);
      const edge = await page.evaluate<number | null>(edgeOf);
      if (edge !== null) edges.set(edge, [...(edges.get(edge) ?? []), template]);
    }
    return { edges, asked, problems };
  };

  it('has one left edge on pages of every type', async () => {
    const { edges } = await (tour ??= takeTour());
    expect([...edges.values()]).toHaveLength(1);
  });

  it('sends no request to another origin before a click, and violates no policy', async () => {
    const { asked, problems } = await (tour ??= takeTour());
    expect(asked.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
    expect(problems.filter((each) => !each.includes('/404.html '))).toEqual([]);
  });

  it('lets another website frame the programme made for frames, and no other page', async () => {
    const frames = ['/embed/program/', '/en/embed/program/', '/program/'];
    const host = createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><title>Host</title>${frames.map((path) => `<iframe src="${site.url}${path}"></iframe>`).join('')}`,
        ),
    );
    const page = await open(`http://127.0.0.1:${await listenInTest(host)}/`);
    const shown = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.locator('body').getAttribute('class')),
    );
    expect(shown.filter((each) => each === 'page-embed')).toHaveLength(2);
    expect(shown).not.toContain('page-programme');
  });

  it('loads content from another site after a click, in a sandboxed frame', async () => {
    const page = await open('about:blank');
    const asked: string[] = [];
    await page.route(
      (url) => !url.href.startsWith(site.url),
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' });
      },
    );
    await page.goto(`${site.url}/gallery/`);
    const embed = page.locator('[data-embed]').first();
    const wanted = await embed.getAttribute('data-embed');
    expect(asked).toEqual([]);
    await embed.locator('button').click();
    await page.frameLocator('.embed iframe').getByText('Elsewhere').waitFor();
    expect(asked).toEqual([wanted]);
    expect(await page.locator('.embed iframe').getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(await page.locator('.embed iframe').getAttribute('referrerpolicy')).toBe('no-referrer');
  });

  it('has no layout shift', async () => {
    const page = await fresh.open('about:blank', { viewport: { width: 390, height: 844 } });
    await setMoment(page, 'before');
    await page.goto(`${site.url}/`);
    const shift = (await page.evaluate(
      `new Promise((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) total += entry.value; })
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(total), 800);
      })`,
    )) as number;
    expect(shift).toBe(0);
  });

  it('is readable without JavaScript', async () => {
    const page = await open(`${site.url}/program/`, { javaScriptEnabled: false });
    // Entries far below are laid out when somebody scrolls to them.
    await page.locator('main li', { hasText: 'Bruine' }).first().scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('main').innerText()).toContain('Bruine');
    await page.goto(`${site.url}/`);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main').innerText()).toMatch(/\d+\s*jours/);
  });

  it('keeps the home page below 300 kB, including pictures', async () => {
    const page = await fresh.open('about:blank', { viewport: { width: 390, height: 844 } });
    await setMoment(page, 'before');
    let bytes = 0;
    page.on('response', async (response) => {
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
    expect(bytes).toBeLessThan(300_000);
  });

  it('switches the language from the app bar, with the keyboard alone, and stays on the page', async () => {
    const page = await open(`${site.url}/places/main-stage/`);
    await page.locator('.bar-start a').focus();
    const reached = async (): Promise<boolean> => (await page.locator('.language-switch summary:focus').count()) === 1;
    for (let presses = 0; presses < 12 && !(await reached()); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('.language-switch a').allInnerTexts()).toEqual(['Français', 'English', 'Español']);
    await page.keyboard.press('Escape');
    expect(await page.locator('.language-switch details[open]').count()).toBe(0);
    expect(await reached()).toBe(true);
    await page.keyboard.press('Enter');
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL('**/en/**');
    expect(new URL(page.url()).pathname).toBe('/en/places/main-stage/');
  });

  it('switches the language without JavaScript', async () => {
    const page = await open(`${site.url}/program/`, { javaScriptEnabled: false });
    await page.locator('.language-switch summary').click();
    await page.locator('.language-switch a[hreflang=es]').click();
    await page.waitForURL('**/es/program/');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
  });

  it('matches the screenshot in the README (UPDATE=1 takes it again)', async () => {
    const page = await open(`${site.url}/`, { viewport: { width: 1120, height: 700 } });
    const picture = await page.screenshot({ type: 'jpeg', quality: 70 });
    if (process.env['UPDATE']) writeFileSync(PICTURE, picture);
    expect(readFileSync(PICTURE).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(await page.locator('main').innerText()).toContain('Trois soirs');
  });
});

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
