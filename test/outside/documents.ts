/** The Markdown files for readers, and their links and headings. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token } from 'marked';

export const ROOT = join(import.meta.dirname, '../..');

export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }).sort(),
];

export const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8');

/** Everything that a text links to or shows, except for web addresses. */
export function relativeLinks(text: string): readonly string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push((token as Token & { href: string }).href);
  });
  return links.filter((href) => !/^(?:[a-z]+:|\/\/)/.test(href));
}

/** The ids that Markdown hosts give to headings: lower case, hyphens for spaces, no other punctuation. */
export function headingIds(document: string): ReadonlySet<string> {
  const known = idsOf.get(document);
  if (known) return known;
  const ids = new Set<string>();
  for (const token of marked.lexer(textOf(document))) {
    if (token.type !== 'heading') continue;
    const id = (token['text'] as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    ids.add(ids.has(id) ? `${id}-1` : id);
  }
  idsOf.set(document, ids);
  return ids;
}

const idsOf = new Map<string, ReadonlySet<string>>();
