/** Compares two built sites in folders: the texts of pages, and which pages and files there are. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { compareBuilds, isSameSite, type ComparedSite, type SiteDiff } from '../../publish/compare-builds.ts';
import { createManifest, type SiteFile } from '../../publish/manifest.ts';
import { isHtml, summarisePage, type PageSummary } from '../../publish/page-summary.ts';
import { shownFrom } from '../../repository/repository.ts';
import { digestOf } from '../../values/site-file.ts';
import { defineCall } from '../calls/call.ts';
import { needed, unwritten, type OptionsOf } from '../calls/option.ts';

const compareOptions = {
  base: needed(unwritten<string>('The folder of the site as it was')),
  next: needed(unwritten<string>('The folder of the site as it will be')),
};

/** The options of `compare`. */
export interface CompareOptions extends OptionsOf<typeof compareOptions> {}

/** The output of `gitcast compare --json`. */
export interface ComparedSites extends SiteDiff {
  /** True if every file is the same. */
  readonly equal: boolean;
}

export const compare = defineCall(compareOptions, ({ folder }, { base, next }: CompareOptions): ComparedSites => {
  const diff = compareBuilds(siteIn(base, folder), siteIn(next, folder));
  return { equal: isSameSite(diff), ...diff };
});

function siteIn(source: string, cwd: string): ComparedSite {
  const folder = resolve(cwd, source);
  const paths = existsSync(folder) && statSync(folder).isDirectory() ? filesIn(folder) : [];
  if (!paths.some(isHtml)) {
    throw new UserError(`there is no built site in ${shownFrom(cwd, folder) || '.'}/`, {
      suggestion: `build one with gitcast build --out ${source}`,
    });
  }
  const files: (readonly [string, SiteFile])[] = [];
  const pages: Record<string, PageSummary> = {};
  for (const path of paths) {
    const bytes = readFileSync(join(folder, path));
    files.push([path, { digest: digestOf(bytes), bytes: bytes.length }]);
    if (isHtml(path)) pages[path] = summarisePage(bytes.toString(), path);
  }
  return { files: createManifest(files).files, pages };
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !/(?:^|\/)\.(?!well-known\/)/.test(path));
