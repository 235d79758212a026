/**
 * `npm run check:site`: builds the demo and holds every page of it against vnu (HTML) and axe (accessibility, narrow and
 * wide, light and dark). The tests do this for one page of each template; this is the whole, and takes its time.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { violationsOf } from '../test/browser/accessibility.ts';
import { findBrowser, FLAGS } from '../test/browser/find-browser.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'gitcast-check-'));
const gitcast = (...words: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'bin/gitcast.mjs'), ...words], { cwd: root, encoding: 'utf8' });

const built = gitcast('build', '--out', join(folder, 'site'), '--now', '2027-06-10T12:00:00Z', '--gallery');
if (built.status !== 0) throw new Error(built.stderr + built.stdout);
const pages = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);

const problems = [...checkHtml(), ...(await checkAccessibility())];
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages: ${problems.length === 0 ? 'no problems' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

/** vnu reads files, where the policy of a page has no origin to mean by 'self': it is taken off the copies. */
function checkHtml(): readonly string[] {
  const copies = join(folder, 'html');
  cpSync(join(folder, 'site'), copies, { recursive: true });
  for (const page of pages) {
    const text = readFileSync(join(copies, page), 'utf8');
    writeFileSync(join(copies, page), text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n?/, ''));
  }
  const jar = createRequire(import.meta.url)('vnu-jar') as string;
  const { stderr, error } = spawnSync('java', ['-jar', jar, '--errors-only', '--skip-non-html', copies], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) return ['vnu needs Java: install a Java runtime'];
  return stderr.split('\n').filter((line) => line !== '');
}

async function checkAccessibility(): Promise<readonly string[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) return ['axe needs a browser: set GITCAST_BROWSER to the path of a Chromium'];
  const { startPreview } = await import('../test/browser/preview.ts');
  const { url, close } = await startPreview(join(folder, 'site'));
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  const found: string[] = [];
  for (const name of pages) found.push(...(await violationsOf(page, `${url}/${name.replace(/index\.html$/, '')}`)));
  await browser.close();
  await close();
  return found;
}
