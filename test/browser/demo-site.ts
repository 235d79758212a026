/** The demo, built and served like on a host, for the browser tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gitcast } from '../cli/in-memory.ts';
import { startPreview } from './preview.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface DemoSite {
  /** Without a trailing slash. */
  readonly url: string;
  /** The path of every page, such as `/en/program/`. */
  readonly pages: readonly string[];
  /** One page per template, in one language. */
  readonly samples: (locale: string) => readonly Sample[];
  readonly close: () => Promise<void>;
}

export interface Sample {
  readonly path: string;
  readonly template: string;
}

export async function serveDemo(folder: string): Promise<DemoSite> {
  const preview = await startPreview(folder);
  const html = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const fileOf = (page: string): string => join(folder, page, page.endsWith('/') ? 'index.html' : '');
  const templateOf = (page: string): string =>
    /<body class="page-(\w+)/.exec(readFileSync(fileOf(page), 'utf8'))?.[1] ?? 'none';
  const pages = html.map((name) => `/${name.replace(/index\.html$/, '')}`).sort();
  return {
    url: preview.url,
    pages,
    samples: (locale) => {
      const inLocale = pages.filter((page) => (/^\/(en|es)\//.exec(page)?.[1] ?? 'fr') === locale);
      const byTemplate = new Map(inLocale.map((path) => [templateOf(path), path]));
      return [...byTemplate].map(([template, path]) => ({ path, template }));
    },
    close: preview.close,
  };
}

export async function buildDemo(folder: string): Promise<void> {
  const built = await gitcast(`build --out ${folder} --now 2027-06-10T12:00:00Z --gallery --json`, { cwd: ROOT });
  if (built.exitCode !== 0) throw new Error(built.stderr + built.stdout);
}
