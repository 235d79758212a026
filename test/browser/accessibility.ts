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
  /** Used if another page in the same language was checked completely: it has the same footer. */
  readonly withoutFooter?: boolean;
  /** Where axe looks, at both widths by default. Whether the page fits is asked at both in any case. */
  readonly widths?: readonly number[];
  /** Light and dark by default. `forced` are the colours of a contrast theme of the system. */
  readonly schemes?: readonly Scheme[];
  /** An element that a script draws, to wait for. */
  readonly ready?: string;
}

/**
 * The axe violations on a page, narrow and wide, light and dark, one per line. The page needs a context that allows
 * injecting axe. In schemes after the first, only the rules about colours run again: a scheme changes only custom
 * properties (a test of the style sheet checks that), so all other results are the same.
 */
export async function violationsOf(page: Page, url: string, look: Look = {}): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  const load = async (): Promise<void> => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    if (look.ready !== undefined) await page.locator(look.ready).first().waitFor();
    await page.evaluate(AXE);
  };
  await load();
  const found: string[] = [];
  const { schemes = ['light', 'dark'] } = look;
  const lookAt = async (width: number, scheme: Scheme): Promise<void> => {
    await page.emulateMedia({
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      forcedColors: scheme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    if (scheme === 'forced') {
      // Chromium keeps inherited colours of an open page when colours become forced.
      await load();
      await page.evaluate(WITHOUT_FILL);
    }
    const violations = await violationsNow(page, scheme === schemes[0] ? 'all' : 'colours', look);
    found.push(
      ...violations.map(({ id, nodes }) => `${url} ${width} ${scheme}: ${id} ${nodes[0]!.html.slice(0, 120)}`),
    );
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if (look.widths?.includes(width) ?? true) {
      for (const scheme of schemes) await lookAt(width, scheme);
    }
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${url} ${width}: wider than the screen by ${overflow} px`);
  }
  return found;
}

/** Axe prefers the fill of a text to its colour, and Chromium reports a fill that is not forced. No style sheet sets one. */
const WITHOUT_FILL = `(() => {
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return name === '-webkit-text-fill-color' ? '' : getPropertyValue.call(this, name);
  };
})()`;

/** The rules with these tags that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

function violationsNow(
  page: Page,
  which: 'all' | 'colours',
  { withoutFooter = false }: Look,
): Promise<readonly Violation[]> {
  const context = withoutFooter ? "{ exclude: [['.footer']] }" : 'document';
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
