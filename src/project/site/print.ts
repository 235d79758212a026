/** Prints pages of the site as PDF files, with a browser of this machine. Nothing is installed, nothing is published. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import { listen } from '../../preview/http/preview-listener.ts';
import { serveFolder } from '../../preview/static/serve-folder.ts';
import { NotForWeb } from '../../render/build-site.ts';
import { outputKeptIn } from '../../render/writer/disk-store.ts';
import type { Program } from '../../machine/programs.ts';
import { shownFrom, siteUrlOf } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { folder, needed, oneOf, text, type OptionsOf } from '../calls/option.ts';
import { RENDERING, target } from '../calls/shared-options.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { renderInto } from '../../building/render-site.ts';
import { builtFor } from '../../building/wish.ts';
import { startBrowser, findBrowser } from '../../browser/browser.ts';
import { scrubbed } from '../../machine/scrub-environment.ts';
import { BOOKLETS, localePath, posterPath, SIGNS } from '../../site/links/urls.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';

export const SHEETS = ['booklet', 'poster', 'signs'] as const;
const PAPERS = ['a5', 'a4'] as const;

/** Something to print. */
export type Sheet = (typeof SHEETS)[number];
/** The size of a booklet. */
export type Paper = (typeof PAPERS)[number];

const printOptions = {
  sheet: needed({ ...oneOf('SHEET', SHEETS, 'booklet, poster or signs'), flag: null }),
  paper: oneOf('SIZE', PAPERS, 'The size of the booklet: a5 or a4 (default: a5)'),
  day: text('DATE', 'The day of the poster, like 2027-06-18 (default: a file for each day)'),
  language: text('LANG', 'A language of the site (default: a file for each language)'),
  out: folder('The folder for the files (default: print)'),
  target: target('The target whose content is printed'),
  at: RENDERING.at,
  drafts: RENDERING.drafts,
};

/** The options of `print`. */
export interface PrintOptions extends OptionsOf<typeof printOptions> {}

/** A PDF file. */
export interface PrintedFile {
  /** Relative to the project's folder. */
  readonly file: string;
  /** The path of the page on the site that it shows. */
  readonly page: string;
  /** Its language. */
  readonly language: string;
  /** The number of its sheets. */
  readonly pages: number;
  /** Its size. */
  readonly bytes: number;
}

/** The files that were made. */
export interface PrintReport {
  /** In the order of languages and days. */
  readonly files: readonly PrintedFile[];
  /** False if the site has no URL that QR codes could lead to. */
  readonly codes: boolean;
}

/** The result of printing. */
export interface Printed {
  /** The output of `gitcast print --json`. */
  readonly report: PrintReport;
}

/** A comment at the end of each file, by which a later run knows that it may replace it. */
const MARK = '\n% made by gitcast print\n';

export const print = defineCall(printOptions, async (outside, options: PrintOptions): Promise<Printed> => {
  refuseUnused(options);
  const config = contentConfigOf(outside);
  const found = findBrowser(outside.env);
  if ('missing' in found) {
    throw new UserError(`a PDF needs a browser, and ${found.missing}`, {
      suggestion: worded`or run ${call('build')}, open the page /print/ of the site in any browser, and print from there`,
    });
  }
  const locales = languagesOf(config, options);
  return inTemporaryFolder('print', async (folder) => {
    const built = await builtIn(folder, outside, options);
    const { sheet, paper = 'a5' } = options;
    const pages = chosenPages(pagesOfSheet(built, { sheet, paper, locales: config.site.locales }), options);
    const wanted = pages.filter(({ language }) => locales.includes(language));
    const out = options.out === undefined ? join(config.root, 'print') : resolve(outside.folder, options.out);
    const fileOf = ({ name, language }: PrintedPage): string =>
      join(out, `${name}${config.site.locales.length > 1 ? `.${language}` : ''}.pdf`);
    refuseForeign(wanted.map(fileOf), outside.folder);
    const pdfs = await pdfsOf(wanted, { site: join(folder, 'site'), browser: found.file, outside });
    const files = pdfs.map(({ page, pdf }) => saved(fileOf(page), page, pdf, outside.folder));
    return { report: { files, codes: siteUrlOf(config, builtFor(config, outside, options).target) !== undefined } };
  });
});

function languagesOf({ site: { locales } }: Config, { language }: PrintOptions): readonly string[] {
  if (language === undefined || locales.some((locale) => locale === language)) return language ? [language] : locales;
  throw new UserError(`the site has no language ${language}`, { suggestion: `use one of ${locales.join(', ')}` });
}

/** Builds the pages for paper alone, and returns their files. */
async function builtIn(folder: string, outside: Outside, options: PrintOptions): Promise<readonly string[]> {
  const { target, at, drafts } = options;
  const output = outputKeptIn(join(folder, 'kept'), join(folder, 'site'));
  try {
    const built = await renderInto(output, outside, { target, at, drafts, only: isPrinted });
    if (built.published) return [...built.digests.keys()];
    throw new UserError('nothing was printed, because the site cannot be built', {
      suggestion: worded`${call('build')} shows why`,
      diagnostics: built.diagnostics.filter(isError),
    });
  } catch (error) {
    if (!(error instanceof NotForWeb)) throw error;
    throw new UserError(
      'nothing was printed: paper is printed from the website, and broadcast.yaml has `isWeb: false`',
      {
        suggestion: 'set `isWeb: true`',
      },
    );
  }
}

/** Options of other sheets. */
function refuseUnused({ sheet, paper, day }: PrintOptions): void {
  if (paper !== undefined && sheet !== 'booklet') {
    throw new UserError(`only a booklet has a choice of paper, not the ${sheet}`, {
      suggestion: worded`remove ${option('paper')}`,
    });
  }
  if (day !== undefined && sheet !== 'poster') {
    throw new UserError(`only a poster is about one day, not the ${sheet}`, {
      suggestion: worded`remove ${option('day')}`,
    });
  }
}

function chosenPages(pages: readonly PrintedPage[], { sheet, day }: PrintOptions): readonly PrintedPage[] {
  if (sheet === 'poster' && pages.length === 0) {
    throw new UserError('there is no poster to print: the programme is empty', {
      suggestion: worded`add an event, or include drafts with ${option('drafts')}`,
    });
  }
  if (day === undefined) return pages;
  const chosen = pages.filter((page) => page.day === day);
  if (chosen.length > 0) return chosen;
  const days = [...new Set(pages.flatMap((page) => page.day ?? []))].toSorted();
  throw new UserError(`there is no programme on ${day}`, { suggestion: `use one of ${days.join(', ')}` });
}

/** A file that somebody else made is never replaced. */
function refuseForeign(files: readonly string[], cwd: string): void {
  const foreign = files.find((file) => existsSync(file) && !readFileSync(file, 'latin1').endsWith(MARK));
  if (foreign === undefined) return;
  throw new UserError(`${shownFrom(cwd, foreign)} exists, and gitcast print did not make it`, {
    suggestion: worded`move it away, or print into another folder with ${option('out')}`,
  });
}

async function pdfsOf(
  pages: readonly PrintedPage[],
  { site, browser: file, outside }: { readonly site: string; readonly browser: Program; readonly outside: Outside },
) {
  const answer = serveFolder(site);
  const { port, close } = await listen({ port: 0, isNamed: true }, () => answer);
  const env = scrubbed(outside.env, { programs: true });
  try {
    const browser = await startBrowser({ file, env, now: outside.now().getTime() });
    try {
      const pdfs: { readonly page: PrintedPage; readonly pdf: Buffer }[] = [];
      const total = pages.length;
      outside.onEvent({ type: 'page-printed', done: 0, total });
      for (const page of pages) {
        outside.signal?.throwIfAborted();
        const done = pdfs.push({ page, pdf: await browser.pdf(`http://127.0.0.1:${port}${page.page}`) });
        outside.onEvent({ type: 'page-printed', page: page.page, done, total });
      }
      outside.onEvent({ type: 'run-ended' });
      return pdfs;
    } finally {
      await browser.close();
    }
  } catch (error) {
    outside.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`nothing was printed: the browser ${file} failed: ${reason}`, {
      suggestion: 'set CHROME_PATH to the path of another Chromium, Chrome or Edge',
    });
  } finally {
    await close();
  }
}

/** Replaces the file as a whole, so that a viewer never shows half a file. */
function saved(file: string, { page, language }: PrintedPage, pdf: Buffer, cwd: string): PrintedFile {
  const bytes = Buffer.concat([pdf, Buffer.from(MARK)]);
  try {
    replaceFile(file, bytes);
  } catch (error) {
    throw new UserError(`${shownFrom(cwd, file)} cannot be written: ${reasonOfDisk(error) ?? String(error)}`);
  }
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return { file: shownFrom(cwd, file), page, language, pages, bytes: bytes.length };
}

/** A page to print. */
interface PrintedPage {
  /** Its path on the site. */
  readonly page: string;
  readonly language: Locale;
  /** The name of its file, without extension and language. */
  readonly name: string;
  /** The day that it is about. */
  readonly day?: string;
}

/** Finds the pages of a sheet among the files of a site. */
function pagesOfSheet(
  files: Iterable<string>,
  { sheet, paper, locales }: { readonly sheet: Sheet; readonly paper: Paper; readonly locales: readonly Locale[] },
): readonly PrintedPage[] {
  const path = sheet === 'booklet' ? BOOKLETS[paper] : sheet === 'signs' ? SIGNS : posterPath('DAY');
  const name = sheet === 'booklet' ? `booklet-${paper}` : sheet;
  return locales.flatMap((language) => {
    const [before, after = ''] = `${localePath(path, language, locales).slice(1)}index.html`.split('DAY');
    return [...files].flatMap((file): readonly PrintedPage[] => {
      if (!file.startsWith(before!) || !file.endsWith(after)) return [];
      const page = `/${file.replace(/index\.html$/, '')}`;
      if (sheet !== 'poster') return file === before ? [{ page, language, name }] : [];
      const day = file.slice(before!.length, -after.length);
      return [{ page, language, name: `poster-${day}`, day }];
    });
  });
}

/** True for the files that any sheet is printed from. */
const isPrinted = (file: string): boolean => /(?:^|\/)print\/.+\.html$/.test(file);
