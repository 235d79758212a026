/** Pictures of pages before and after a change, where a browser is installed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from '../preview/http/preview-listener.ts';
import { serveFolder } from '../preview/static/serve-folder.ts';
import type { SiteDiff, ComparedSite } from '../publish/compare-builds.ts';
import type { Caller } from '../repository/caller.ts';
import { scrubbed } from '../machine/scrub-environment.ts';
import { startBrowser, type Browser } from './browser.ts';
import { choosePages, type ChosenPage } from './choose-pages.ts';
import { findBrowser } from './find-browser.ts';
import { picturesPage, type PicturedPage } from './pictures-page.ts';

/** The pictures that were taken. */
export interface Pictures {
  /** In the order of their numbers. */
  readonly pages: readonly PicturedPage[];
  /** Why there are none, or not all. */
  readonly missing: string | null;
}

/** A built site; without a folder only its manifest is known. */
export interface SiteFolder extends ComparedSite {
  readonly folder?: string;
}

export interface PicturesInput {
  readonly diff: SiteDiff;
  readonly before: SiteFolder;
  readonly after: SiteFolder;
  /** Absolute. */
  readonly folder: string;
}

const MOST = 8;

const none = (missing: string | null): Pictures => ({ pages: [], missing });

export async function takePictures(
  outside: Pick<Caller, 'env' | 'now' | 'signal'>,
  { diff, before, after, folder }: PicturesInput,
): Promise<Pictures> {
  if (before.folder === undefined || after.folder === undefined) {
    return none('pictures need both sites as folders, not as manifests');
  }
  const chosen = choosePages(diff, MOST);
  if (chosen.length === 0) return none(null);
  const found = findBrowser(outside.env);
  if ('missing' in found) return none(found.missing);
  mkdirSync(folder, { recursive: true });
  const env = scrubbed(outside.env, { programs: true });
  const [old, fresh] = [await served(before.folder), await served(after.folder)];
  const pages: PicturedPage[] = [];
  let browser: Browser | undefined;
  try {
    browser = await startBrowser({ file: found.file, env, now: outside.now().getTime() });
    for (const [index, page] of chosen.entries()) {
      outside.signal?.throwIfAborted();
      const shots = await shotsOf(page, { browser, old: old.url, fresh: fresh.url });
      pages.push(saved(page, shots, { folder, name: `${String(index + 1).padStart(2, '0')}-${slugOf(page.path)}` }));
    }
    return { pages, missing: null };
  } catch (error) {
    outside.signal?.throwIfAborted();
    return {
      pages,
      missing: `the browser ${found.file} failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    await browser?.close();
    await Promise.all([old.close(), fresh.close()]);
    if (pages.length > 0) writeFileSync(join(folder, 'index.html'), picturesPage(pages));
  }
}

interface Shots {
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
}

async function shotsOf(
  { from, to }: ChosenPage,
  { browser, old, fresh }: { readonly browser: Browser; readonly old: string; readonly fresh: string },
): Promise<Shots> {
  const picture = (site: string, path: string | undefined): Promise<Buffer> | undefined =>
    path === undefined ? undefined : browser.picture(site + path);
  return { before: await picture(old, from), after: await picture(fresh, to) };
}

function saved(
  { path, title }: ChosenPage,
  { before, after }: Shots,
  { folder, name }: { readonly folder: string; readonly name: string },
): PicturedPage {
  const same = before !== undefined && after !== undefined && before.equals(after);
  const write = (shot: Buffer | undefined, suffix: string): string | null => {
    if (shot === undefined || same) return null;
    const file = `${name}-${suffix}.png`;
    writeFileSync(join(folder, file), shot);
    return file;
  };
  return { path, title, before: write(before, 'before'), after: write(after, 'after'), same };
}

const slugOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'home';

async function served(folder: string): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const answer = serveFolder(folder);
  const { port, close } = await listen({ port: 0, isNamed: true }, () => answer);
  return { url: `http://127.0.0.1:${port}`, close };
}
