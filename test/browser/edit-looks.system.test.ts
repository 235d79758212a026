/** Every state of the editor, as somebody meets it: on a phone and on a desk, light and dark. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { needsBrowser } from '../needs.ts';
import { violationsHere } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { DevCommand } from './dev-command.ts';

const LONG = 300_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DESK = { viewport: { width: 1280, height: 800 } } as const;

const CONCERT = 'events/friday/odile-marees';
const OPENING = 'events/friday/opening-night';
const TITLE = 'La très longue nuit d’ouverture avec l’orchestre des marées et toutes les chorales du fleuve';

describe.runIf(needsBrowser())('the looks of edit mode, in a browser', () => {
  const { openLive } = useBrowser();
  let demo: DevCommand;
  beforeAll(async () => {
    demo = await DevCommand.startDemo((dev) => {
      dev.edit(`content/${OPENING}.yaml`, (text) => text.replace(/^title: .*$/m, `title: ${TITLE}`));
    });
  }, LONG);
  afterEach(() => {
    demo.git('checkout', '-q', '-f', 'main');
    demo.git('clean', '-fdq');
  });
  afterAll(() => demo.end());

  const panelOf = (page: Page): Locator => page.locator('section.edit');
  const opened = async (page: Page, path: string): Promise<void> => {
    await page.goto(new URL(path, demo.url).href);
    await panelOf(page).locator('.form').waitFor();
  };
  async function edit(path: string, options: BrowserContextOptions): Promise<Page> {
    const page = await openLive(new URL(path, demo.url).href, { reducedMotion: 'reduce', bypassCSP: true, ...options });
    await page.keyboard.press('e');
    await panelOf(page).locator('.form').waitFor();
    return page;
  }

  /** Each leads from the one before. */
  const STATES: Readonly<Record<string, (page: Page, panel: Locator) => Promise<unknown>>> = {
    'a form with a list of pointers': (page) => opened(page, `${CONCERT}/`),
    'the menu of an entry': (_, panel) => panel.locator('.entry-menu').first().click(),
    'a search for a link': (_, panel) => searched(panel, panel.getByRole('button', { name: 'Link', exact: true })),
    'suggestions for a pointer': (_, panel) =>
      searched(panel, panel.getByRole('combobox', { name: 'Place', exact: true })),
    'fields to add': (_, panel) => panel.locator('.more-fields > details > summary').last().click(),
    'a long title': (page) => opened(page, `${OPENING}/`),
    'another language': (_, panel) => panel.getByRole('button', { name: /^ES/ }).click(),
    async 'an invalid value'(page, panel) {
      await panel.getByRole('button', { name: /^FR/ }).click();
      await panel.getByLabel('Title', { exact: true }).fill('');
      await page.getByText('This must have at least 1 character').waitFor();
    },
    async 'a conflict'(page, panel) {
      demo.edit(`content/${OPENING}.yaml`, (text) => text.replace(/^title: .*$/m, 'title: Theirs'));
      await page.locator('h1 >> text=Theirs').waitFor();
      await panel.getByLabel('Title', { exact: true }).fill('Mine');
      await panel.getByText('Changed on disk to “Theirs”').waitFor();
    },
    async 'blocks, one of them open'(page, panel) {
      await panel.getByRole('button', { name: 'Keep mine' }).click();
      await panel.getByText('Saved', { exact: true }).waitFor();
      await opened(page, 'pages/practical/');
      await panel.locator('summary').filter({ hasText: 'Blocks' }).click();
      await panel.locator('.entry > .part > details > summary').nth(1).click();
    },
    'blocks to add': (_, panel) => panel.locator('.chooser > summary').first().click(),
    async 'colours and a picture'(page, panel) {
      await opened(page, '');
      await panel.locator('summary').filter({ hasText: 'Theme' }).first().click();
      await searched(panel, panel.locator('.media [role=combobox]').first());
    },
    async documents(_, panel) {
      await panel.getByRole('button', { name: 'Documents' }).click();
      await panel.locator('.docs-open').first().waitFor();
    },
    async 'no document'(_, panel) {
      await panel.getByRole('searchbox').fill('nothing has this name');
      await panel.getByText('No document matches.').waitFor();
    },
    async 'an icon'(_, panel) {
      await panel.getByRole('searchbox').fill('categories/concert');
      await panel.locator('.docs-open[data-name="categories/concert"]').click();
      await panel.locator('.beside:has(> .sign) [role=combobox]').fill('star');
      await panel.locator('.options.grid li').first().waitFor();
    },
    async 'a new document'(_, panel) {
      await panel.getByRole('button', { name: 'Documents' }).click();
      await panel.getByRole('button', { name: 'New', exact: true }).click();
      await panel.locator('.docs-form').waitFor();
    },
    async 'another name'(page, panel) {
      await page.keyboard.press('Escape');
      await panel.getByRole('searchbox').fill('places/main-stage');
      await panel.locator('[data-name="more places/main-stage"]').click();
      await panel.getByRole('button', { name: 'Rename', exact: true }).click();
      await panel.locator('.docs-form input').fill('large-stage');
      await page.keyboard.press('Enter');
      await panel.locator('.docs-pointing').waitFor();
    },
    async 'a deletion'(page, panel) {
      await page.keyboard.press('Escape');
      await panel.getByRole('button', { name: 'Delete', exact: true }).click();
      await panel.locator('.docs-pointing').first().waitFor();
    },
    async 'the board'(_, panel) {
      await panel.getByRole('button', { name: 'Board' }).click();
      await panel.locator('.board-column [data-address]').first().waitFor();
    },
    async 'an entry of the board'(_, panel) {
      await panel.locator(`[data-address="${OPENING}"]`).click();
      await panel.locator('.board-card').waitFor();
    },
    async 'changes with a diff'(page, panel) {
      await page.keyboard.press('Escape');
      await panel.getByRole('button', { name: 'Changes' }).click();
      await panel.locator('.change summary').first().click();
    },
    async 'a commit that is refused'(page, panel) {
      await panel.getByLabel('Branch').fill('two words');
      await panel.getByRole('button', { name: 'Commit', exact: true }).click();
      await page.getByText('is not a valid branch name').waitFor();
    },
  };

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ] as const)(
    'on %s, no state has axe violations, is cut off at a side, or has small targets',
    { timeout: LONG },
    async (_, options) => {
      const page = await edit(`${CONCERT}/`, options);
      const found: string[] = [];
      for (const [name, reach] of Object.entries(STATES)) {
        await reach(page, panelOf(page));
        // A scheme changes colours alone.
        for (const [colorScheme, which] of [
          ['light', 'all'],
          ['dark', 'colours'],
        ] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const violations = await violationsHere(page, 'gitcast-dev', which);
          found.push(...violations.map((each) => `${name}, ${colorScheme}: ${each}`));
        }
        found.push(...((await page.evaluate(CUT_OFF)) as string[]).map((each) => `${name}: cut off: ${each}`));
        if (options === PHONE)
          found.push(...((await page.evaluate(SMALL)) as string[]).map((each) => `${name}: small: ${each}`));
      }
      expect(found).toEqual([]);
    },
  );

  it('on a phone, a text that was clicked stays in sight, and a keyboard leaves room for the field', async () => {
    const page = await edit(`${CONCERT}/`, PHONE);
    const text = page.locator('main').getByText('98 battements').first();
    const field = panelOf(page).getByLabel('Description', { exact: true });
    const bottom = async (each: Locator): Promise<number> => {
      const { y, height } = (await each.boundingBox())!;
      return y + height;
    };
    await panelOf(page).locator('.sheet-handle').press('ArrowDown');
    await text.evaluate((each) => each.scrollIntoView({ block: 'center' }));
    await text.tap({ force: true });
    await expect.poll(() => field.evaluate((each) => each.matches(':focus'))).toBe(true);
    await expect.poll(async () => (await panelOf(page).boundingBox())!.y - (await bottom(text))).toBeGreaterThan(0);
    await page.evaluate(`{
      Object.defineProperty(visualViewport, 'height', { get: () => 500 });
      visualViewport.dispatchEvent(new Event('resize'));
    }`);
    expect(await bottom(panelOf(page))).toBe(500);
    expect(await bottom(field)).toBeLessThan(501);
  });

  it('on a phone, messages and the bar lie over the sheet, and nothing of them is off the screen', async () => {
    const page = await edit(`${CONCERT}/`, PHONE);
    await panelOf(page).getByRole('button', { name: 'Board' }).tap();
    await panelOf(page).locator(`[data-address="${OPENING}"]`).tap();
    const card = panelOf(page).locator('.board-card');
    await card.getByLabel('End').fill('2027-06-18T05:00');
    await card.getByRole('button', { name: 'Move' }).tap();
    const message = page.locator('.message');
    await message.waitFor();
    const isInSight = async (each: Locator): Promise<boolean> => {
      const { x, y, width, height } = (await each.boundingBox())!;
      return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844;
    };
    expect(await isInSight(message)).toBe(true);
    await message.getByRole('button', { name: 'Dismiss' }).tap();
    await page.locator('.pill:not(.edit-pill)').tap();
    expect(await isInSight(page.locator('.bar .panel'))).toBe(true);
    await page.getByRole('button', { name: 'Collapse' }).tap();
    expect(await isInSight(page.locator('.pills'))).toBe(true);
  });

  it('a page that is printed has all of the paper', async () => {
    const page = await edit(`${CONCERT}/`, DESK);
    const width = async (): Promise<number> => (await page.locator('body').boundingBox())!.width;
    expect(await width()).toBe(1280 - 432);
    await page.emulateMedia({ media: 'print' });
    expect(await width()).toBe(1280);
  });
});

/** Opens a field with suggestions, and waits for them. */
async function searched(panel: Locator, opener: Locator): Promise<void> {
  await opener.click();
  await panel.locator('.options:visible li').first().waitFor();
}

const OURS = `document.querySelector('gitcast-dev').shadowRoot`;

const CUT_OFF = `[...${OURS}.querySelectorAll('.edit, .edit-body, .edit-head')]
  .filter((each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.className)`;

/** The strip above the handle of the sheet belongs to it, and the space around a switch. A slot is as high as its entry is long. */
const SMALL = `[...${OURS}.querySelectorAll('.edit :is(button, a, input, select, textarea, summary, [role=option])')]
  .filter((each) => each.checkVisibility() && !each.matches('.unseen, .sheet-handle, .switch, .slot'))
  .filter((each) => each.getBoundingClientRect().height < 43.9 && each.getBoundingClientRect().width > 0)
  .map((each) => each.outerHTML.slice(0, 80))`;
