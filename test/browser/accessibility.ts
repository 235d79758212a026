import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const WIDTHS: readonly number[] = [320, 1280];

type Scheme = 'light' | 'dark' | 'forced';
export const EACH_SCHEME: readonly Scheme[] = ['light', 'dark', 'forced'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Look {
  /** Used if another page in the same language was checked completely: it has the same bar above and the same footer. */
  readonly withoutFrame?: boolean;
  /** Of elements of one class that follow each other, such as entries of a list, axe sees the first three and the last. */
  readonly withoutAlike?: boolean;
  /** Used if the rest of the page was checked before: axe looks only into this element. */
  readonly within?: string;
  /** Where axe looks, at both widths by default. Whether the page fits is asked at both in any case. */
  readonly widths?: readonly number[];
  /** Light and dark by default. `forced` are the colours of a contrast theme of the system. */
  readonly schemes?: readonly Scheme[];
  /** An element that a script draws, to wait for. */
  readonly ready?: string;
}

/** Pages that define axe in every document they open. Sending its half a megabyte again for each takes as long as a small page. */
const withAxe = new WeakSet<Page>();

async function defineAxe(page: Page): Promise<void> {
  if (withAxe.has(page)) return;
  withAxe.add(page);
  await page.addInitScript(AXE);
}

/**
 * The axe violations on a page, narrow and wide, light and dark, one per line. The page needs a context that allows
 * injecting axe. In schemes after the first, only the rules about colours run again: a scheme changes only custom
 * properties (a test of the style sheet checks that), so all other results are the same.
 */
export async function violationsOf(page: Page, url: string, look: Look = {}): Promise<readonly string[]> {
  const { schemes = ['light', 'dark'] } = look;
  const setScheme = (scheme: Scheme): Promise<void> =>
    page.emulateMedia({
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      forcedColors: scheme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
  let loadedIn = schemes[0]!;
  const load = async (): Promise<void> => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    if (look.ready !== undefined) await page.locator(look.ready).first().waitFor();
    // A link to another fragment keeps a document that was opened before.
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
    if (loadedIn === 'forced') await page.evaluate(WITHOUT_FILL);
  };
  await defineAxe(page);
  await setScheme(loadedIn);
  await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  await load();
  const found: string[] = [];
  // Wide and then narrow, where axe begins. Asked of the whole page, before elements are removed.
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${url} ${width}: wider than the screen by ${overflow} px`);
  }
  const lookAt = async (width: number, scheme: Scheme): Promise<void> => {
    await setScheme(scheme);
    if (scheme !== loadedIn && (scheme === 'forced' || loadedIn === 'forced')) {
      // Chromium keeps inherited colours of an open page when colours become forced.
      loadedIn = scheme;
      await load();
    }
    if (look.withoutAlike) await page.evaluate(REMOVE_ALIKE);
    const violations = await violationsNow(page, scheme === schemes[0] ? 'all' : 'colours', look);
    found.push(
      ...violations.map(({ id, nodes }) => `${url} ${width} ${scheme}: ${id} ${nodes[0]!.html.slice(0, 120)}`),
    );
  };
  for (const width of look.widths ?? WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const scheme of schemes) await lookAt(width, scheme);
  }
  return found;
}

/** The same for a page as it is now, in the scheme and the width that it has. */
export async function violationsHere(
  page: Page,
  within: string,
  which: 'all' | 'colours' = 'all',
): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const violations = await violationsNow(page, which, { within });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]!.html.slice(0, 120)}`);
}

/** Axe prefers the fill of a text to its colour, and Chromium reports a fill that is not forced. No style sheet sets one. */
const WITHOUT_FILL = `(() => {
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return name === '-webkit-text-fill-color' ? '' : getPropertyValue.call(this, name);
  };
})()`;

/**
 * Removes what `withoutAlike` leaves out: axe would lay a grid over elements that it is only told to exclude. The fields of
 * a form have one class, and differ.
 */
const REMOVE_ALIKE = `for (const parent of document.querySelectorAll('main, main *')) {
  if (parent.closest('form, fieldset')) continue;
  const rows = Map.groupBy(parent.children, (each) => each.localName + ' ' + each.getAttribute('class'));
  for (const row of rows.values()) for (const each of row.slice(3, -1)) each.remove();
}`;

/** The rules with these tags that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

function violationsNow(
  page: Page,
  which: 'all' | 'colours',
  { withoutFrame = false, within = 'html' }: Look,
): Promise<readonly Violation[]> {
  const context = JSON.stringify({ include: [[within]], exclude: withoutFrame ? [['.app-bar'], ['.footer']] : [] });
  const options = {
    runOnly: which === 'all' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES },
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  };
  return page.evaluate(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
}
