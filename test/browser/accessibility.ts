import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const WIDTHS: readonly number[] = [320, 1280];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Look {
  /** Used if another page in the same language was checked completely: it has the same footer. */
  readonly withoutFooter?: boolean;
  /** Where axe looks, at both widths by default. Whether the page fits is asked at both in any case. */
  readonly widths?: readonly number[];
  /** An element that a script draws, to wait for. */
  readonly ready?: string;
}

/**
 * The axe violations on a page, narrow and wide, light and dark, one per line. The page needs a context that allows
 * injecting axe. In the dark scheme only the rules about colours run again: it changes only custom properties (a test of
 * the style sheet checks that), so all other results are the same.
 */
export async function violationsOf(page: Page, url: string, look: Look = {}): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  if (look.ready !== undefined) await page.locator(look.ready).first().waitFor();
  await page.evaluate(AXE);
  const found: string[] = [];
  const lookAt = async (width: number, scheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const violations = await violationsNow(page, scheme === 'light' ? 'all' : 'colours', look);
    found.push(
      ...violations.map(({ id, nodes }) => `${url} ${width} ${scheme}: ${id} ${nodes[0]!.html.slice(0, 120)}`),
    );
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    if (look.widths?.includes(width) ?? true) {
      await lookAt(width, 'light');
      await lookAt(width, 'dark');
    }
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${url} ${width}: wider than the screen by ${overflow} px`);
  }
  return found;
}

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
