/**
 * `npm run check:site`: builds the demo, checks every page with vnu and html-validate (HTML) and axe (accessibility, narrow
 * and wide, light and dark; the programme before, during and after the festival), and follows every link and fragment. The
 * tests do this for one page of each template; this script checks all pages and takes minutes.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { violationsOf } from '../test/browser/accessibility.ts';
import { EACH_MOMENT, setMoment } from '../test/browser/festival-clock.ts';
import { findBrowser, FLAGS } from '../test/browser/find-browser.ts';
import { startPreview } from '../test/browser/preview.ts';
import { htmlProblems } from '../test/render/html-problems.ts';
import { deadEnd, isElsewhere, linksIn, type Output } from '../test/render/built-site.ts';

const CLOCKED = /^(?:\w\w\/)?(?:index\.html$|program\/|places\/)/;

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'gitcast-check-'));
const site = join(folder, 'site');
const gitcast = (...words: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'bin/gitcast.mjs'), ...words], { cwd: root, encoding: 'utf8' });

const built = gitcast('build', '--out', site, '--now', '2027-06-10T12:00:00Z', '--gallery');
if (built.status !== 0) throw new Error(built.stderr + built.stdout);
const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(site.length + 1));
const pages = files.filter((name) => name.endsWith('.html'));

const problems = [
  ...(await timed('links', checkLinks)),
  ...(await timed('html-validate', () =>
    pages.flatMap((page) => htmlProblems(page, readFileSync(join(site, page), 'utf8'))),
  )),
  ...(await timed('vnu', checkHtml)),
  ...(await timed('axe', checkAccessibility)),
];
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages: ${problems.length === 0 ? 'no problems' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

async function timed(
  name: string,
  check: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  const start = performance.now();
  const found = await check();
  console.log(`${name}: ${found.length} problems, ${Math.round((performance.now() - start) / 1000)} s`);
  return found;
}

function checkLinks(): readonly string[] {
  const output: Output = new Map(
    files.map((name) => [name, name.endsWith('.html') ? readFileSync(join(site, name), 'utf8') : '']),
  );
  const links = linksIn(output).filter((link) => !isElsewhere(link));
  console.log(`${links.length} links`);
  return links.flatMap((link) => deadEnd(link, output) ?? []);
}

/** vnu reads files, which have no origin for 'self' in a page's policy, so the policy is removed from the copies. */
function checkHtml(): readonly string[] {
  const copies = join(folder, 'html');
  cpSync(site, copies, { recursive: true });
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
  const { url, close } = await startPreview(site);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const left = [...pages];
  const found: string[] = [];
  const look = async (): Promise<void> => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const path = `${url}/${name.replace(/index\.html$/, '')}`;
      // What the clock changes is on the pages of the programme, and on those that show parts of it.
      const moments = CLOCKED.test(name) ? EACH_MOMENT : (['before'] as const);
      for (const moment of moments) {
        await setMoment(page, moment);
        found.push(...(await violationsOf(page, path)).map((each) => `${moment}: ${each}`));
      }
      if (left.length % 50 === 0) console.log(`axe: ${pages.length - left.length} pages, ${found.length} problems`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, look));
  await browser.close();
  await close();
  return found.toSorted();
}
