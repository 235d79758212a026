/** What a generator wrote: how much, which kinds of files, and what is on a page. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Figure } from '../suite/benchmark.ts';

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

/** Figures beside a time, because who writes less needs less of it. */
export function sizesOf(name: string, folder: string): readonly Figure[] {
  const files = filesIn(folder);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return [
    { name: `files of ${name}`, value: files.length },
    { name: `size of ${name}`, value: bytes / 1e6, unit: 'MB' },
  ];
}

/** How many files there are of each kind; the digest of an asset, and the number of an article or page, are a star. */
export function kindsOfFiles(folder: string): ReadonlyMap<string, number> {
  const kinds = Map.groupBy(filesIn(folder), (file) =>
    file
      .replace(/^assets\/.*(\.\w+)$/, 'assets/*$1')
      .replace(/post-\d+/, '*')
      // Hugo has a page 1 too, which leads to the list.
      .replace(/page\/(?!1\/)\d+/, 'page/*'),
  );
  return new Map([...kinds].map(([kind, files]) => [kind, files.length]));
}

/** The elements of a page, its properties, its links by relation and the types of its structured data. */
export function partsOfPage(html: string): ReadonlySet<string> {
  const all = (pattern: RegExp, kind: string): readonly string[] =>
    [...html.matchAll(pattern)].map(([, name]) => `${kind} ${name!.toLowerCase()}`);
  return new Set([
    ...all(/<([a-z][a-z0-9]*)[\s>]/g, 'element'),
    ...all(/<meta (?:name|property|http-equiv)="([^"]+)"/g, 'meta'),
    ...all(/<link (?:[^>]* )?rel="([^"]+)"/g, 'link'),
    ...all(/"@type":\s*"(\w+)"/g, 'type'),
    ...all(/<nav [^>]*aria-label="([^"]+)"/g, 'navigation'),
  ]);
}
