/** Pictures of pages before and after a change, where a browser is installed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from '../preview/http/preview-listener.ts';
import { serveFolder } from '../preview/static/serve-folder.ts';
import type { SiteDiff, ComparedSite } from '../publish/compare-builds.ts';
import type { Caller } from '../repository/caller.ts';
import { scrubbed } from '../machine/scrub-environment.ts';
import { startBrowser, type Browser, findBrowser } from './browser.ts';
import { choosePages, type ChosenPage } from './choose-pages.ts';
import { escapeAttribute, escapeText } from '../render/sanitise/escape.ts';

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

interface PicturesInput {
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

/** A page before and after, as pictures. */
export interface PicturedPage {
  /** Its path on the site. */
  readonly path: string;
  /** Its title. */
  readonly title: string;
  /** The name of the picture before; null where the page did not exist, and if both look the same. */
  readonly before: string | null;
  /** The name of the picture after; null where the page no longer exists, and if both look the same. */
  readonly after: string | null;
  /** True if a change is not visible. */
  readonly same: boolean;
}

const STYLE =
  'body{font:16px/1.4 system-ui,sans-serif;margin:2rem}section{margin:0 0 3rem}div{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}img{width:100%;border:1px solid #999}figure{margin:0}';

function picturesPage(pages: readonly PicturedPage[]): string {
  const sections = pages.map(
    ({ path, title, before, after, same }) =>
      `<section>\n<h2>${escapeText(title)} <small>${escapeText(path)}</small></h2>\n` +
      (same
        ? '<p>It looks the same.</p>\n'
        : `<div>${figure('Before', before, title)}${figure('After', after, title)}</div>\n`) +
      '</section>\n',
  );
  return `<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Before and after</title>\n<style>${STYLE}</style>\n${sections.join('')}</html>\n`;
}

const figure = (caption: string, file: string | null, title: string): string =>
  file === null
    ? `<p>${caption}: the page does not exist.</p>`
    : `<figure>${caption}<img src="${escapeAttribute(file)}" alt="${escapeAttribute(`${title}: ${caption}`)}"></figure>`;
