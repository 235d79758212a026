/** `node scripts/guide-pictures.ts`: takes the pictures of docs/guides/edit.md, of the editor on a copy of the demo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { DevCommand } from '../test/browser/dev-command.ts';
import { FLAGS } from '../test/browser/flags.ts';
import { ROOT } from '../test/e2e/program.ts';
import { findProgram } from '../test/programs.ts';

const FOLDER = join(ROOT, 'docs/guides/edit');
const LARGEST = 120_000;
const CONCERT = 'events/friday/opening-night';

const executablePath = findProgram('chromium-headless-shell');
if (executablePath === undefined) throw new Error('set GITCAST_BROWSER to the path of a Chromium');
mkdirSync(FOLDER, { recursive: true });
const demo = await DevCommand.startDemo();
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(`${demo.url}${CONCERT}/`);
  await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.locator('section.edit');
  await panel.locator('.form').waitFor();
  await panel.getByLabel('Title', { exact: true }).fill('La nuit d’ouverture');
  await panel.getByText('Saved', { exact: true }).waitFor();
  await take(page, 'form');

  await panel.getByLabel('Start time').fill('2027-06-18T20:45');
  await panel.getByLabel('End time').fill('2027-06-18T23:15');
  await panel.getByText('Saved', { exact: true }).waitFor();
  // A page on which nothing changes any more.
  await page.goto(demo.url);
  await panel.locator('.form').waitFor();
  await panel.getByRole('button', { name: 'Board' }).click();
  await panel.locator(`[data-address="${CONCERT}"]`).waitFor();
  await take(page, 'board');

  await panel.getByRole('button', { name: 'Changes' }).click();
  await panel.locator('.change summary').click();
  await take(page, 'changes');
} finally {
  await browser.close();
  await demo.end();
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(1000);
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer();
  if (bytes.length > LARGEST) throw new Error(`${name}.png has ${bytes.length} bytes, more than ${LARGEST}`);
  writeFileSync(join(FOLDER, `${name}.png`), bytes);
  console.log(`docs/guides/edit/${name}.png: ${bytes.length} bytes`);
}
