/**
 * `npm run check:site`: builds the demo, checks every page with vnu and html-validate (HTML) and axe (accessibility, narrow
 * and wide, light and dark; one page of each type and language also in forced colours, before, during and after the
 * festival), follows every link and fragment, and checks the other looks. It takes long; `-- --types` limits axe to one
 * page of each type and language, and the tests do less than that.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { parse, stringify } from 'yaml';
import { EACH_SCHEME, violationsOf } from '../test/browser/accessibility.ts';
import { serveDemo } from '../test/browser/demo-site.ts';
import { EACH_MOMENT, setMoment, type Moment } from '../test/browser/festival-clock.ts';
import { FLAGS } from '../test/browser/flags.ts';
import { htmlProblems } from '../test/render/html-problems.ts';
import { deadEnd, isElsewhere, linksIn, type Output } from '../test/render/built-site.ts';
import { findProgram, program } from '../test/programs.ts';

/** What the clock changes is on the pages of the programme, and on those that show parts of it. */
const CLOCKED = /^\/(?:\w\w\/)?(?:$|program\/|places\/)/;
const LOCALES = ['fr', 'en', 'es'];
const isTypesOnly = process.argv.includes('--types');

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'gitcast-check-'));
const site = join(folder, 'site');
build(root, site);
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
  ...(await timed('looks', checkLooks)),
];
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages: ${problems.length === 0 ? 'no problems' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
rmSync(folder, { recursive: true });

function build(cwd: string, out: string): void {
  const words = ['build', '--out', out, '--now', '2027-06-10T12:00:00Z', '--gallery'];
  const built = spawnSync(process.execPath, [join(root, 'bin/gitcast.mjs'), ...words], { cwd, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr + built.stdout);
}

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
  const { stderr, error } = spawnSync(program('java'), ['-jar', jar, '--errors-only', '--skip-non-html', copies], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) return ['vnu needs Java: install a Java runtime'];
  return stderr.split('\n').filter((line) => line !== '');
}

/** Every page, light and dark, at both widths; one page of each type and language in each scheme, at each moment. */
async function checkAccessibility(): Promise<readonly string[]> {
  const demo = await serveDemo(site);
  const samples = new Set(LOCALES.flatMap((locale) => demo.samples(locale).map(({ path }) => path)));
  const views = [...(isTypesOnly ? samples : demo.pages)].flatMap((path) => {
    const moments = samples.has(path) || CLOCKED.test(path) ? EACH_MOMENT : (['before'] as const);
    return moments.map((moment) => ({ path, moment, ...(samples.has(path) && { schemes: EACH_SCHEME }) }));
  });
  const found = await violationsIn(demo.url, views);
  await demo.close();
  return found;
}

/** One page of each type. The demo has a theme of its own, which would hide the look. */
async function checkLooks(): Promise<readonly string[]> {
  const found: string[] = [];
  const project = join(folder, 'project');
  cpSync(join(root, 'content'), join(project, 'content'), { recursive: true });
  const broadcast = join(project, 'content', 'broadcast.yaml');
  const { theme: _, ...plain } = parse(readFileSync(broadcast, 'utf8')) as Readonly<Record<string, unknown>>;
  writeFileSync(broadcast, stringify(plain));
  for (const look of ['tech', 'mono']) {
    const config = `site: { theme: ${look}, timezone: Europe/Paris, locales: [${LOCALES.join(', ')}] }\n`;
    writeFileSync(join(project, 'gitcast.config.yaml'), config);
    const out = join(folder, look);
    build(project, out);
    const demo = await serveDemo(out);
    const samples = demo.samples(LOCALES[0]!).map(({ path }) => path);
    const views = samples.map((path) => ({ path, moment: 'during' as const, schemes: EACH_SCHEME }));
    const html = samples.map((path) => join(path, path.endsWith('/') ? 'index.html' : ''));
    found.push(
      ...html.flatMap((name) => htmlProblems(name, readFileSync(join(out, name), 'utf8'))),
      ...(await violationsIn(demo.url, views)).map((each) => `${look}: ${each}`),
    );
    await demo.close();
  }
  return found;
}

interface View {
  readonly path: string;
  readonly moment: Moment;
  readonly schemes?: typeof EACH_SCHEME;
}

async function violationsIn(url: string, views: readonly View[]): Promise<readonly string[]> {
  const executablePath = findProgram('chromium-headless-shell');
  if (executablePath === undefined) return ['axe needs a browser: set GITCAST_BROWSER to the path of a Chromium'];
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const left = [...views];
  const found: string[] = [];
  const look = async (): Promise<void> => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    for (let view = left.shift(); view; view = left.shift()) {
      const { path, moment, ...look } = view;
      await setMoment(page, moment);
      const violations = await violationsOf(page, url + path, look);
      found.push(...violations.map((each) => `${moment}: ${each}`));
      if (left.length % 50 === 0) console.log(`axe: ${views.length - left.length} views, ${found.length} problems`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, look));
  await browser.close();
  return found.toSorted();
}
