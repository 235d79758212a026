import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { changeText } from '../../src/editing/change-text.ts';
import { editCall } from '../../src/editing/call.ts';
import { formsOf } from '../../src/editing/forms.ts';
import { openDocument } from '../../src/editing/open-document.ts';
import type { Change } from '../../src/editing/protocol.ts';
import { partOf } from '../../src/editing/written-part.ts';
import { startDevServer, type DevServer } from '../../src/preview/server/dev-server.ts';
import * as is from '../../src/values/shape.ts';
import { ColdSite } from '../preview/cold-site.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { declaredKinds } from '../site/declared-kinds.ts';
import { needsBrowser } from '../needs.ts';
import { violationsHere } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useDev } from './dev-command.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const OPENING = 'content/events/opening.yaml';
const FILES = {
  ...SMALL_FESTIVAL,
  'events/opening.yaml': `# The mayor comes at eight.
title: Opening # as printed
start_time: 2027-06-18T20:00:00+02:00
end_time: "2027-06-18T22:00:00+02:00"
category: concert
place_id: places/quay
description: Bring a lantern to the water.
$locales:
  en: { title: The opening }
`,
  'sessions/far.yaml':
    'title: Far\ntime: { start: 2027-06-18T10:30, end: 2027-06-18T11:30, timezone: America/New_York }\n',
};

describe.runIf(needsBrowser())('forms of gitcast dev, in a browser', () => {
  const { openLive } = useBrowser();
  const dev = useDev(FILES, (each) => each.commitAll());
  const changedLines = (): readonly string[] => dev.changedLines();
  afterEach(() => dev.git('checkout', '-q', 'content'));

  const panelOf = (page: Page): Locator => page.locator('section.edit');

  async function edit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openLive(new URL(path, dev.url).href, { reducedMotion: 'reduce', bypassCSP: true, ...options });
    await page.getByRole('button', { name: 'Edit' }).click();
    await panelOf(page).locator('.form').waitFor();
    return page;
  }
  const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
  const focused = (page: Page): Promise<string> =>
    page.evaluate('document.querySelector("gitcast-dev").shadowRoot.activeElement?.labels?.[0]?.textContent ?? ""');

  it('corrects a title: one line differs, the page follows, and undo restores every byte', async () => {
    const page = await edit('/events/opening/');
    await panelOf(page).getByLabel('Title', { exact: true }).fill('First night');
    await page.locator('h1 >> text=First night').waitFor();
    expect(changedLines()).toEqual(['-title: Opening # as printed', '+title: First night # as printed']);
    await panelOf(page).locator('h2 >> text=First night').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => dev.read(OPENING)).toBe(FILES['events/opening.yaml']);
    await expect.poll(() => panelOf(page).getByLabel('Title', { exact: true }).inputValue()).toBe('Opening');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(changedLines).toHaveLength(2);
  });

  describe('while an undo is under way', () => {
    /** Changes the title, and undoes that: the answer comes when the second function is called. */
    async function undoing(): Promise<{ readonly page: Page; readonly title: Locator; readonly answer: () => void }> {
      const page = await edit('/events/opening/');
      const title = panelOf(page).getByLabel('Title', { exact: true });
      await title.fill('First night');
      await saved(page);
      await panelOf(page).locator('h2 >> text=First night').waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(/edit\/undo$/, async (route) => {
        const response = await route.fetch();
        await promise;
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => dev.read(OPENING)).toBe(FILES['events/opening.yaml']);
      await title.focus();
      return { page, title, answer: resolve };
    }
    const isAsked = (page: Page): Promise<number> => panelOf(page).getByText('Changed on disk').count();

    it('saves what is typed into the value that it changes, and asks nothing', async () => {
      const { page, title, answer } = await undoing();
      await title.press('End');
      await page.keyboard.type('!', { delay: 400 });
      answer();
      await expect.poll(changedLines).toEqual(['-title: Opening # as printed', '+title: First night! # as printed']);
      await saved(page);
      expect([await title.inputValue(), await isAsked(page)]).toEqual(['First night!', 0]);
    });

    it('shows the former value in a field that has the focus, where typing goes on', async () => {
      const { page, title, answer } = await undoing();
      answer();
      await expect.poll(() => title.inputValue()).toBe('Opening');
      await title.press('End');
      await page.keyboard.type('!');
      await expect.poll(changedLines).toEqual(['-title: Opening # as printed', '+title: Opening! # as printed']);
      expect(await isAsked(page)).toBe(0);
    });

    it('asks about a value that somebody else changed too', async () => {
      const { page, title, answer } = await undoing();
      dev.edit(OPENING, (text) => text.replace('Opening #', 'Their title #'));
      await title.fill('My title');
      answer();
      await panelOf(page).getByText('Changed on disk to “Their title”').waitFor();
      expect(dev.read(OPENING)).toContain('title: Their title #');
    });
  });

  it('keeps an invalid value in the form with the reason, and writes the other fields', async () => {
    const page = await edit('/events/opening/');
    const title = panelOf(page).getByLabel('Title', { exact: true });
    await title.fill('');
    await page.getByText('This must have at least 1 character').waitFor();
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    expect(changedLines()).toEqual([]);
    await panelOf(page).getByLabel('Category').fill('ball');
    await expect.poll(changedLines).toEqual(['-category: concert', '+category: ball']);
    expect(await title.inputValue()).toBe('');
    await title.fill('Opening');
    await saved(page);
    expect(await title.getAttribute('aria-invalid')).toBe('false');
  });

  it('keeps an invalid value while other languages and documents are open, and the page is loaded again', async () => {
    const page = await edit('/events/opening/');
    const panel = panelOf(page);
    const title = panel.getByLabel('Title', { exact: true });
    const isKept = async () => {
      await panel.getByText('This must have at least 1 character').waitFor();
      expect(await title.inputValue()).toBe('');
    };
    const show = (address: string) => panel.locator(`.docs-open[data-name="${address}"]`);
    await title.fill('');
    await isKept();
    for (const name of ['EN', 'FR']) {
      await panel.locator('.languages').getByRole('button', { name }).click();
      await expect.poll(() => title.inputValue()).toBe(name === 'EN' ? 'The opening' : '');
    }
    await isKept();
    await panel.getByRole('button', { name: 'Documents' }).click();
    await show('events/ball').click();
    await expect.poll(() => title.inputValue()).toBe('Ball');
    await panel.getByRole('button', { name: 'Documents' }).click();
    await show('events/opening').getByText('not saved').waitFor();
    await show('events/opening').click();
    await isKept();
    await panel.getByLabel('Category').focus();
    await page.reload();
    await isKept();
    await page.getByRole('button', { name: 'Done' }).click();
    dev.edit(OPENING, (text) => text.replace('title: Opening', 'title: Theirs'));
    await page.locator('h1 >> text=Theirs').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await panel.getByText('Changed on disk to “Theirs”').waitFor();
    expect(changedLines()).toHaveLength(2);
  });

  it('takes no input for a document while another one loads', async () => {
    const page = await edit('/events/opening/');
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Documents' }).click();
    let answer = () => {};
    await page.route('**/edit/open', async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.continue();
    });
    await panel.locator('.docs-open[data-name="events/ball"]').click();
    const language = panel.locator('.languages').getByRole('button', { name: 'EN' });
    await expect.poll(() => panel.locator('.document[inert]').count()).toBe(1);
    await expect(language.click({ timeout: 500 })).rejects.toThrow('Timeout');
    answer();
    await expect.poll(() => panel.getByLabel('Title', { exact: true }).inputValue()).toBe('Ball');
    expect(await panel.locator('.document[inert]').count()).toBe(0);
  });

  it('keeps what was entered while the file cannot be read, is renamed, or is deleted', async () => {
    const page = await edit('/events/opening/');
    const panel = panelOf(page);
    const title = panel.getByLabel('Title', { exact: true });
    const written = dev.read(OPENING);
    dev.write(OPENING, 'title: "Open\n');
    await panel.getByText(/opening\.yaml:\d+ cannot be read/).waitFor();
    await title.fill('First night');
    await panel.getByText('Not saved').waitFor();
    dev.write(OPENING, written);
    await expect.poll(changedLines).toEqual(['-title: Opening # as printed', '+title: First night # as printed']);
    dev.write('content/events/first.yaml', `${dev.read(OPENING)}$aliases: [events/opening]\n`);
    dev.remove(OPENING);
    await panel.locator('.link >> text=first.yaml').waitFor();
    await title.fill('First');
    await expect.poll(() => dev.read('content/events/first.yaml')).toContain('title: First #');
    await title.fill('');
    await panel.getByText('This must have at least 1 character').waitFor();
    dev.remove('content/events/first.yaml');
    // Above the form, and at the field if it was just being sent.
    await panel.getByText('The file of events/first was deleted').first().waitFor();
    expect(await title.inputValue()).toBe('');
    await page.reload();
    await panel.getByText('The file of events/first was deleted').first().waitFor();
    await expect.poll(() => title.inputValue()).toBe('');
  });

  it('asks when a value was changed on disk meanwhile, and overwrites nothing', async () => {
    const page = await edit('/events/opening/');
    const title = panelOf(page).getByLabel('Title', { exact: true });
    await title.fill('');
    await page.getByText('at least 1 character').waitFor();
    dev.edit(OPENING, (text) => text.replace('title: Opening', 'title: Theirs'));
    await page.locator('h1 >> text=Theirs').waitFor();
    await title.fill('Mine');
    await page.getByText('Changed on disk to “Theirs”').waitFor();
    expect(dev.read(OPENING)).toContain('title: Theirs #');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => dev.read(OPENING)).toContain('title: Mine #');
  });

  it('keeps what is being entered with its entry when others remove the one before', async () => {
    const about = 'content/pages/about.yaml';
    const blocks = ['One', 'Two', 'Three'].map((text) => `  - { type: title, values: [{ text: ${text} }] }\n`);
    dev.write(about, `title: About\nstatus: published\nblocks:\n${blocks.join('')}`);
    const page = await edit('/pages/about/');
    const texts = panelOf(page).getByLabel('Text', { exact: true });
    const openAll = async (): Promise<number> => {
      const parts = 'document.querySelector("gitcast-dev").shadowRoot.querySelectorAll(".form details")';
      await page.evaluate(`${parts}.forEach((each) => (each.open = true))`);
      return texts.count();
    };
    await expect.poll(openAll).toBe(3);
    // An emptied text waits for what is typed next.
    await texts.nth(1).fill('');
    dev.edit(about, (text) => text.replace(blocks[0]!, ''));
    await expect.poll(() => texts.count()).toBe(2);
    await texts.nth(0).fill('Second');
    const unquoted = (): string => dev.read(about).replaceAll('"', '');
    await expect.poll(unquoted).toContain(`blocks:\n${blocks[1]!.replace('Two', 'Second')}${blocks[2]}`);
  });

  it('shows what others write to the document', async () => {
    const page = await edit('/events/opening/');
    dev.edit(OPENING, (text) => text.replace('category: concert', 'category: dance'));
    await expect.poll(() => panelOf(page).getByLabel('Category').inputValue()).toBe('dance');
  });

  it('asks before it overwrites what others wrote under the cursor, also after a reload', async () => {
    const page = await edit('/events/opening/');
    const title = panelOf(page).getByLabel('Title', { exact: true });
    await title.click();
    dev.edit(OPENING, (text) => text.replace('title: Opening', 'title: Theirs'));
    await page.locator('h1 >> text=Theirs').waitFor();
    await title.press('End');
    await title.pressSequentially('!');
    await page.getByText('Changed on disk to “Theirs”').waitFor();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => title.inputValue()).toBe('Theirs');
    await title.fill('Ours');
    await expect.poll(() => dev.read(OPENING)).toContain('title: Ours #');
    // Until its answer is there, it would be entered again after the reload.
    await saved(page);
    dev.git('checkout', '-q', 'content');
    await page.reload();
    await expect.poll(() => title.inputValue()).toBe('Opening');
    expect(changedLines()).toEqual([]);
  });

  it('does not repeat a removal that was refused, nor make an addition of it', async () => {
    const page = await edit('/sessions/talk/');
    const hosts = panelOf(page).getByRole('group', { name: 'Hosts', exact: true });
    const written = dev.read('content/sessions/talk.yaml').replace('[hosts/ada]', '[hosts/ada, hosts/ben]');
    dev.write('content/sessions/talk.yaml', written);
    await expect.poll(() => hosts.locator('.entry').count()).toBe(2);
    await page.route('**/edit/change', (route) => route.abort());
    await hosts.locator('.entry-menu').last().click();
    await hosts.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await hosts.getByText('The dev server does not respond').waitFor();
    await page.unrouteAll();
    dev.edit(OPENING, (text) => text.replace('concert', 'dance'));
    await hosts.getByText('The dev server does not respond').waitFor({ state: 'detached' });
    expect(dev.read('content/sessions/talk.yaml')).toBe(written);
  });

  it.each(['is lost', 'comes after the page is loaded again'])('adds an entry once if the answer %s', async (what) => {
    const page = await edit('/sessions/talk/');
    const hosts = panelOf(page).getByRole('group', { name: 'Hosts', exact: true });
    const answer = async (route: Route): Promise<void> => {
      await route.fetch();
      if (what === 'is lost') await route.abort();
    };
    await page.route('**/edit/change', answer, { times: 1 });
    await hosts.getByRole('button', { name: 'Add host' }).click();
    await hosts.getByRole('combobox').last().fill('Ben');
    await hosts.getByRole('option', { name: 'Ben' }).click();
    await expect.poll(() => dev.read('content/sessions/talk.yaml')).toContain('hosts/ben');
    if (what !== 'is lost') await page.reload();
    await saved(page);
    // The site follows the file, and the form the site.
    dev.edit('content/sessions/talk.yaml', (text) => text.replace('title: Talk', 'title: Walk'));
    await expect.poll(() => panelOf(page).getByLabel('Title', { exact: true }).inputValue()).toBe('Walk');
    await saved(page);
    expect(await hosts.locator('.entry').count()).toBe(2);
    expect(dev.read('content/sessions/talk.yaml').match(/hosts\/ben/g)).toHaveLength(1);
  });

  it('keeps what was entered with its entry if others add one before it', async () => {
    const about = 'content/pages/about.yaml';
    dev.write(
      about,
      'title: About\nstatus: published\nblocks:\n- { type: paragraph, values: [{ text: One. }] }\n- { type: paragraph, values: [{ text: Two. }] }\n',
    );
    const page = await edit('/pages/about/');
    const panel = panelOf(page);
    await page.locator('main').getByText('Two.').click();
    await expect.poll(() => focused(page)).toBe('Text');
    await page.route('**/edit/change', (route) => route.abort());
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await panel.getByText('Not saved').waitFor();
    dev.edit(about, (text) => text.replace('blocks:\n', 'blocks:\n- { type: paragraph, values: [{ text: Zero. }] }\n'));
    await page.locator('main').getByText('Zero.').waitFor();
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => dev.read(about)).toContain('{ text: Two. Mine. }');
    expect(dev.read(about)).toContain('{ text: One. }');
  });

  it('puts the focus back on the same element after a reload, and adds nothing', async () => {
    const page = await edit('/sessions/talk/');
    const hosts = panelOf(page).getByRole('group', { name: 'Hosts', exact: true });
    const active = () =>
      page.evaluate('document.querySelector("gitcast-dev").shadowRoot.activeElement?.getAttribute("aria-label")');
    await hosts.locator('.entry-handle').first().focus();
    const handle = await active();
    expect(handle).toContain('with the arrow keys');
    await page.reload();
    await expect.poll(active).toBe(handle);
    expect(await hosts.locator('.entry').count()).toBe(1);
  });

  it('is not covered by the errors of other files while somebody types', async () => {
    const page = await edit('/events/opening/');
    const title = panelOf(page).getByLabel('Title', { exact: true });
    await title.fill('First night');
    await saved(page);
    dev.write('content/places/broken.yaml', 'nope: 1\n');
    await page.locator('.pill:not(.edit-pill) >> text=error').waitFor();
    await page.keyboard.type(' out');
    await saved(page);
    expect(await title.inputValue()).toBe('First night out');
    expect(await page.locator('[role=alertdialog]').isVisible()).toBe(false);
    rmSync(join(dev.folder, 'content/places/broken.yaml'));
    await page.locator('.pill:not(.edit-pill) >> text=error').waitFor({ state: 'detached' });
  });

  it('keeps the line of a value that is emptied and typed anew', async () => {
    const page = await edit('/events/opening/');
    const category = panelOf(page).getByLabel('Category');
    await category.fill('');
    await page.getByText('Not saved').waitFor();
    await page.waitForTimeout(600);
    expect(changedLines()).toEqual([]);
    await category.fill('dance');
    await expect.poll(changedLines).toEqual(['-category: concert', '+category: dance']);
    await category.fill('');
    await category.blur();
    await expect.poll(changedLines).toEqual(['-category: concert']);
  });

  it('enters instants in the time zone of the festival, in the form in which they were written', async () => {
    const page = await edit('/events/opening/');
    const [start, end] = ['Start time', 'End time'].map((name) => panelOf(page).getByLabel(name));
    expect(await start!.inputValue()).toBe('2027-06-18T20:00');
    await start!.fill('2027-06-18T20:15');
    await end!.fill('2027-06-18T22:30');
    await expect
      .poll(changedLines)
      .toEqual([
        '-start_time: 2027-06-18T20:00:00+02:00',
        '-end_time: "2027-06-18T22:00:00+02:00"',
        '+start_time: 2027-06-18T20:15:00+02:00',
        '+end_time: "2027-06-18T22:30:00+02:00"',
      ]);
    await start!.fill('2027-03-28T02:30');
    await panelOf(page).getByText('2027-03-28 02:30 does not exist in Europe/Paris').waitFor();
    expect(changedLines()).toHaveLength(4);
    await page.getByRole('button', { name: 'Documents' }).click();
    await page.locator('.docs-open[data-name="sessions/far"]').click();
    await panelOf(page).locator('h2 >> text=Far').waitFor();
    const far = panelOf(page).getByLabel('Start', { exact: true });
    await expect.poll(() => far.inputValue()).toBe('2027-06-18T10:30');
    // The new start makes the page load again, as soon as nothing is entered.
    await expect.poll(() => panelOf(page).getByText('America/New_York').count()).toBe(2);
    for (const start of ['2027-06-18T10:45', '2027-06-18T10:50']) {
      await far.fill(start);
      await expect.poll(() => dev.read('content/sessions/far.yaml')).toContain(`start: ${start},`);
    }
    await saved(page);
  });

  it('a click on the page opens the field of that text, and a link still leads on', async () => {
    const page = await edit('/events/opening/');
    await page.locator('main').getByText('Bring a lantern').click();
    await expect.poll(() => focused(page)).toBe('Description');
    await page.goto(new URL('/pages/about/', dev.url).href);
    await panelOf(page).locator('h2 >> text=About').waitFor();
    await page.locator('main').getByText('and nothing').click();
    await expect.poll(() => focused(page)).toBe('Text');
    await page.getByRole('link', { name: 'Harbour' }).first().click();
    await panelOf(page).locator('h2 >> text=Harbour').waitFor();
  });

  it('adds, moves, duplicates and removes blocks', async () => {
    const page = await edit('/pages/about/');
    const panel = panelOf(page);
    await panel.locator('summary').filter({ hasText: 'Blocks' }).click();
    const blocks = panel.locator('.part-body > div > .entries > .entry');
    await expect.poll(() => blocks.count()).toBe(3);
    const ORIGINAL = dev.read('content/pages/about.yaml');
    await panel.locator('.chooser > summary').click();
    await panel.getByRole('button', { name: 'Title', exact: true }).click();
    await expect.poll(() => dev.read('content/pages/about.yaml')).toContain('Getting here');
    await blocks.nth(3).locator('> .entry-handle').press('ArrowUp');
    await expect
      .poll(() => dev.read('content/pages/about.yaml').match(/type: (\w+)/g))
      .toEqual(['type: paragraph', 'type: hosts', 'type: title', 'type: map']);
    await blocks.nth(2).filter({ hasText: 'Title' }).waitFor();
    await blocks.nth(2).getByRole('button', { name: 'More for Title 3 of 4' }).click();
    await blocks.nth(2).locator('> .entry-actions').getByText('Duplicate').click();
    await expect.poll(() => dev.read('content/pages/about.yaml').match(/type: title/g)).toHaveLength(2);
    for (let step = 0; step < 3; step++) {
      const undone = page.waitForResponse(/edit\/undo$/);
      await page.getByRole('button', { name: 'Undo' }).click();
      await undone;
    }
    await expect.poll(() => dev.read('content/pages/about.yaml')).toBe(ORIGINAL);
  });

  it('shows the fields that can be translated, with the main text where a translation is missing', async () => {
    const page = await edit('/events/opening/');
    const panel = panelOf(page);
    await panel.getByRole('button', { name: /^EN/ }).click();
    expect(await panel.getByLabel('Title', { exact: true }).inputValue()).toBe('The opening');
    expect(await panel.getByLabel('Description', { exact: true }).getAttribute('placeholder')).toBe(
      'Bring a lantern to the water.',
    );
    expect(await panel.getByText('not translated', { exact: true }).count()).toBe(1);
    expect(await panel.getByLabel('Start time').count()).toBe(0);
    await panel.getByLabel('Description', { exact: true }).fill('Bring one');
    await expect
      .poll(changedLines)
      .toEqual(['-  en: { title: The opening }', '+  en: { title: The opening, description: Bring one }']);
  });

  it('works by keyboard alone', async () => {
    const page = await openLive(new URL('/events/opening/', dev.url).href, { reducedMotion: 'reduce' });
    await page.keyboard.press('e');
    await panelOf(page).locator('.form').waitFor();
    for (let step = 0; step < 20 && (await focused(page)) !== 'Title'; step++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Title');
    await page.keyboard.press('End');
    await page.keyboard.type(' night');
    await expect.poll(() => dev.read(OPENING)).toContain('title: Opening night #');
    expect(await focused(page)).toBe('Title');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.querySelector("gitcast-dev").shadowRoot.activeElement.textContent')).toBe(
      'Done',
    );
    await page.keyboard.press('Enter');
    await panelOf(page).waitFor({ state: 'detached' });
  });

  it('stays on when the page is left, and sends what was typed last', async () => {
    const page = await edit('/events/opening/');
    await panelOf(page).getByLabel('Title', { exact: true }).fill('Sent at last');
    await page.goto(new URL('/events/ball/', dev.url).href);
    await panelOf(page).locator('h2 >> text=Ball').waitFor();
    await expect.poll(() => dev.read(OPENING)).toContain('title: Sent at last #');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    expect(await panelOf(page).count()).toBe(0);
  });

  it('leaves room for the page and the bar, on a desk and on a phone', async () => {
    const page = await edit('/events/opening/');
    const box = async (locator: Locator) => (await locator.boundingBox())!;
    expect((await box(page.locator('body'))).width).toBeLessThanOrEqual((await box(panelOf(page))).x);
    const bar = await box(page.locator('aside.bar'));
    expect(bar.x + bar.width).toBeLessThanOrEqual((await box(panelOf(page))).x);

    const phone = await edit('/events/opening/', PHONE);
    const half = await box(panelOf(phone));
    expect(half).toMatchObject({ x: 0, width: 390 });
    expect(half.y).toBeGreaterThan(300);
    const pills = await box(phone.locator('aside.bar'));
    expect(pills.y + pills.height).toBeLessThanOrEqual(half.y);
    await phone.getByRole('button', { name: 'Size of the editor' }).click();
    await expect.poll(async () => (await box(panelOf(phone))).height).toBeLessThan(140);
    await phone.getByRole('button', { name: 'Size of the editor' }).press('ArrowUp');
    await phone.getByRole('button', { name: 'Size of the editor' }).press('ArrowUp');
    await expect.poll(async () => (await box(panelOf(phone))).height).toBeGreaterThan(700);
    const small = await panelOf(phone)
      .locator('button:visible, input:visible:not(.unseen), select:visible, summary:visible')
      .evaluateAll((all) =>
        all
          .filter(
            (each) => each.getBoundingClientRect().height < 43.9 && !each.matches('.link, .sheet-handle, .switch'),
          )
          .map((each) => each.outerHTML.slice(0, 80)),
      );
    expect(small).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no accessibility problems (%s, %d px)', async (colorScheme, width) => {
    const page = await edit('/', { colorScheme, viewport: { width, height: 800 } });
    const panel = panelOf(page);
    for (const name of ['Theme', 'Menu', 'Home']) {
      await panel.locator('summary').filter({ hasText: name }).first().click();
    }
    await panel.locator('.more-fields > details > summary').last().click();
    expect(await violationsHere(page, 'gitcast-dev')).toEqual([]);
  });
});

/** Bread has a price, a picture to choose, a time, and texts; nothing in the editor knows what a stall is. */
const STALL = `title: Bread
price: 4
opens: 2027-06-18T08:00:00+02:00
trades: [bread]
about: Baked on the quay.
`;

describe.runIf(needsBrowser())('the form of a kind that is only declared, in a browser', () => {
  const { openLive } = useBrowser();
  let site: ColdSite;
  let server: DevServer;

  beforeAll(async () => {
    const { kinds } = await declaredKinds();
    site = await ColdSite.open();
    const files = join(site.root, 'market');
    mkdirSync(join(files, 'stalls'), { recursive: true });
    const file = join(files, 'stalls/bread.yaml');
    writeFileSync(file, STALL);
    const read = () =>
      readContent(diskFiles(files), { prefix: '', kinds }).documents.find(({ address }) => address === 'stalls/bread')!;
    const around = {
      problems: [],
      titleOf: () => 'Bread',
      hrefOf: () => undefined,
      mainLocale: 'en',
      isOfTarget: () => false,
    };
    const anything = is.shape<object>('an object', (value) => typeof value === 'object');
    const editor = {
      forms: editCall(anything, () => formsOf(kinds, { locales: ['en', 'fr'], timezone: 'Europe/Paris' })),
      open: editCall(anything, () => openDocument(read(), around)),
      'open-at': editCall(anything, () => openDocument(read(), around)),
      'undo-state': editCall(anything, () => ({})),
      change: editCall(anything, (asked) => {
        for (const operation of (asked as Change).operations) {
          const part = partOf(read(), operation.path, { ownFile: (name) => name, isOfTarget: () => false });
          const changed = changeText(part, operation, readFileSync(file, 'utf8'));
          if (changed.type !== 'changed') return changed;
          writeFileSync(file, changed.text);
        }
        return { type: 'saved', document: openDocument(read(), around) };
      }),
    };
    server = await startDevServer({
      site,
      folder: '/project',
      port: { port: 0, isNamed: true },
      locate: () => undefined,
      editor,
      env: {},
    });
  });
  afterAll(async () => {
    await server.close();
    site.close();
  });

  it('has a field of the right type for each of its values, and writes only what was changed', async () => {
    const page = await openLive(server.url, { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Edit' }).click();
    const panel = page.locator('section.edit');
    await panel.getByLabel('Title', { exact: true }).waitFor();
    expect(await panel.getByLabel('Price').getAttribute('type')).toBe('number');
    expect(await panel.getByLabel('Opens').inputValue()).toBe('2027-06-18T08:00');
    expect(await panel.getByRole('toolbar', { name: 'Format About' }).count()).toBe(1);
    await panel.getByLabel('Price').fill('4.5');
    await panel.getByRole('button', { name: 'Add trade' }).click();
    await page.keyboard.type('butter');
    expect(await panel.getByLabel('Trade 2 of 2', { exact: true }).inputValue()).toBe('butter');
    const file = join(site.root, 'market/stalls/bread.yaml');
    const written = STALL.replace('price: 4', 'price: 4.5').replace('[bread]', '[bread, butter]');
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(written);
    await panel.locator('.more-fields > details > summary').last().click();
    await panel.getByRole('button', { name: 'Parts', exact: true }).click();
    await panel.locator('.chooser > summary').click();
    await panel.getByRole('button', { name: 'Paragraph' }).click();
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('Some **text**.');
  });
});
