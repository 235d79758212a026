import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Narrow and wide, by day and by night. */
const SURROUNDINGS = [320, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** What axe finds on a page in all surroundings, in a line each. The page needs a context that lets it be injected. */
export async function violationsOf(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url);
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const { width, colorScheme } of SURROUNDINGS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = (await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    )) as readonly Violation[];
    found.push(
      ...violations.map(({ id, nodes }) => `${url} ${width} ${colorScheme}: ${id} ${nodes[0]!.html.slice(0, 120)}`),
    );
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${url} ${width} ${colorScheme}: wider than the screen by ${overflow} px`);
  }
  return found;
}
