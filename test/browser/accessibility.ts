import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [320, 1280];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Look {
  /** Where another page of the same language was looked at whole: its footer is this page's footer. */
  readonly withoutFooter?: boolean;
  /** What this page has shown in other languages; what it shows now is added. */
  readonly shown?: Set<string>;
}

/**
 * What axe finds on a page, narrow and wide, by day and by night, in a line each. The page needs a context that lets axe
 * be injected. Most of its time goes into the rules about colours, so these are asked again only where the answer may
 * differ. The dark scheme changes nothing but custom properties, so whatever else is true by day is true by night. And no
 * selector asks for a language, so what has the classes and the attributes of something that was looked at in another
 * language, around it and its own, has its colours. Tests of the style sheet hold it to both.
 */
export async function violationsOf(page: Page, url: string, look: Look = {}): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const lookAt = async (scheme: 'light' | 'dark', asked: Asked): Promise<void> => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const violations = await violationsNow(page, asked);
      found.push(
        ...violations.map(({ id, nodes }) => `${url} ${width} ${scheme}: ${id} ${nodes[0]!.html.slice(0, 120)}`),
      );
    };
    const exclude = look.withoutFooter ? "exclude: [['.footer']]" : '';
    const whole = exclude === '' ? 'document' : `{ ${exclude} }`;
    const unseen = await unseenOn(page, width, look.shown);
    if (unseen === 'all') {
      await lookAt('light', { context: whole, run: ALL });
      await lookAt('dark', { context: whole, run: COLOURS });
    } else {
      await lookAt('light', { context: whole, run: ALL_BUT_COLOURS });
      const context = `{ include: ${UNSEEN}, ${exclude} }`;
      if (unseen === 'some')
        for (const scheme of ['light', 'dark'] as const) await lookAt(scheme, { context, run: COLOURS });
    }
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (overflow > 0) found.push(`${url} ${width}: wider than the screen by ${overflow} px`);
  }
  return found;
}

/** The rules of these tags whose answer depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const ALL = { runOnly: { type: 'tag', values: RULES } };
const COLOURS = { runOnly: { type: 'rule', values: COLOUR_RULES } };
const ALL_BUT_COLOURS = { ...ALL, rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) };

interface Asked {
  readonly context: string;
  readonly run: object;
}

function violationsNow(page: Page, { context, run }: Asked): Promise<readonly Violation[]> {
  const options = { ...run, resultTypes: ['violations'], preload: false, iframes: false };
  return page.evaluate(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
}

/** Where the page keeps what can be seen, and what of it was never seen before. */
const SEEN = 'globalThis.gitcastSeen';
const UNSEEN = 'globalThis.gitcastUnseen';

/** Of each element, and of those around it, the name, the names of its attributes and the values that may lead to other colours. */
const LOOKS = `(() => {
  const telling = new Set(['class', 'style', 'type', 'align', 'role', 'open', 'aria-current', 'aria-pressed', 'aria-selected', 'aria-expanded', 'aria-disabled']);
  const looks = [];
  ${SEEN} = [];
  const walk = (element, above) => {
    const attributes = [...element.attributes].filter(({ name }) => !name.endsWith('lang')).map(({ name, value }) => telling.has(name) ? name + '=' + value : name);
    const look = above + '>' + element.localName + attributes.sort();
    if (element.checkVisibility()) {
      ${SEEN}.push(element);
      looks.push(look);
    }
    for (const child of element.children) walk(child, look);
  };
  walk(document.body, '');
  return looks;
})()`;

async function unseenOn(page: Page, width: number, shown: Set<string> | undefined): Promise<'all' | 'some' | 'none'> {
  if (!shown) return 'all';
  const looks = ((await page.evaluate(LOOKS)) as readonly string[]).map((look) => `${width} ${look}`);
  const unseen = looks.flatMap((look, index) => (shown.has(look) ? [] : [index]));
  for (const look of looks) shown.add(look);
  if (unseen.length === looks.length) return 'all';
  await page.evaluate(`${UNSEEN} = ${JSON.stringify(unseen)}.map((index) => ${SEEN}[index])`);
  return unseen.length === 0 ? 'none' : 'some';
}
