/** Small built sites, as values. */
import type { ComparedSite } from '../../src/publish/compare-builds.ts';
import { createManifest } from '../../src/publish/manifest.ts';
import { summarisePage } from '../../src/publish/page-summary.ts';
import { digestOf } from '../../src/values/site-file.ts';

export interface PageText {
  readonly title: string;
  readonly main?: string;
  readonly lang?: string;
}

interface Shared {
  readonly menu?: string;
}

export const page = ({ title, main = title, lang = 'en' }: PageText, { menu = 'Menu' }: Shared = {}): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><title>${title} · Festival</title>` +
  `<meta property="og:title" content="${title}"><link rel="stylesheet" href="../assets/site.0a1b2c3d4e.css"></head>` +
  `<body><nav>${menu}</nav><main id="main">${main}</main></body></html>`;

/** Texts by path; a page that is only a title says no more than that. */
export function siteOf(pages: Readonly<Record<string, string | PageText>>, shared: Shared = {}): ComparedSite {
  const texts = Object.entries(pages).map(([path, text]): [string, string] => [
    path,
    page(typeof text === 'string' ? { title: text } : text, shared),
  ]);
  const files = texts.map(([path, html]) => {
    const bytes = Buffer.from(html);
    return [path, { digest: digestOf(bytes), bytes: bytes.length }] as const;
  });
  return {
    files: createManifest(files).files,
    pages: Object.fromEntries(texts.map(([path, html]) => [path, summarisePage(html, path)])),
  };
}
