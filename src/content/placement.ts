/** What a path says about a file: its kind, its address, and whether it translates another. Pure. */
import type { Code } from '../diagnostics/catalogue.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { fileKinds, type KindName } from '../kinds/registry.ts';
import { LOCALES, type Locale } from '../kinds/shapes/primitives.ts';

export type Placement =
  | { readonly type: 'document'; readonly kind: KindName; readonly address: string; readonly markdown: boolean }
  | { readonly type: 'translation'; readonly of: string; readonly kind: KindName; readonly locale: Locale }
  | { readonly type: 'media' }
  | { readonly type: 'ignored' }
  | MisnamedFile;

export interface MisnamedFile {
  readonly type: 'problem';
  readonly code: Code;
  readonly message: string;
  readonly suggestion?: string;
  /** What it would be under a good name: it is read as that, so that its name hides no other problem of it. */
  readonly meant?: Extract<Placement, { type: 'document' }>;
}

const byFolder = new Map(fileKinds.filter((kind) => !kind.single).map((kind) => [kind.folder, kind]));
const single = new Map(fileKinds.filter((kind) => kind.single).map((kind) => [kind.folder, kind]));

const SLUG = /^[a-z0-9][a-z0-9-]{0,95}$/;

export function place(path: string): Placement {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.') || part.endsWith('~'))) return { type: 'ignored' };
  const alone = single.get(path);
  if (alone) return { type: 'document', kind: alone.name, address: alone.name, markdown: false };

  const folder = parts[0]!;
  const kind = byFolder.get(folder);
  if (parts.length === 1 || !kind) return misplaced(path, folder);
  const file = parts.at(-1)!;
  const extension = /\.[^.]+$/.exec(file)?.[0] ?? '';

  if (kind.name === 'media' && extension !== '.yaml') return { type: 'media' };
  if (extension === '.md' && kind.body !== undefined) return markdownPlacement(kind.name, parts);
  if (extension !== '.yaml') return wrongExtension(kind.body !== undefined, extension, path);
  return named(parts, { kind: kind.name, stem: path.slice(0, -'.yaml'.length), markdown: false });
}

function markdownPlacement(kind: KindName, parts: readonly string[]): Placement {
  const stem = parts.join('/').slice(0, -'.md'.length);
  const locale = /\.([A-Za-z-]+)$/.exec(parts.at(-1)!.slice(0, -'.md'.length))?.[1];
  if (locale === undefined) return named(parts, { kind, stem, markdown: true });
  if (!isLocale(locale)) {
    return {
      type: 'problem',
      code: 'unknown-locale',
      message: `\`${locale}\` is not a language of the service`,
      suggestion: `name the file ${nearest(locale, LOCALES) ?? 'fr, en or es'} before .md`,
    };
  }
  const of = stem.slice(0, -(locale.length + 1));
  return badSlug(`${of}.md`.split('/')) ?? { type: 'translation', of, kind, locale };
}

interface Named {
  readonly kind: KindName;
  /** The path without its extension. */
  readonly stem: string;
  readonly markdown: boolean;
}

function named(parts: readonly string[], { kind, stem, markdown }: Named): Placement {
  const document = { type: 'document', kind, markdown } as const;
  const problem = badSlug(parts);
  if (!problem) return { ...document, address: stem };
  const [folder, ...names] = stem.split('/');
  return { ...problem, meant: { ...document, address: [folder, ...names.map(slugify)].join('/') } };
}

const isLocale = (word: string): word is Locale => (LOCALES as readonly string[]).includes(word);

function misplaced(path: string, folder: string): Placement {
  const names = [...byFolder.keys(), ...single.keys()];
  const meant = nearest(folder, names);
  const where = path.includes('/')
    ? `no kind of content lives in ${folder}/`
    : `no kind of content is a file at the top`;
  return {
    type: 'problem',
    code: 'unknown-folder',
    message: where,
    suggestion: meant === undefined ? `use one of ${names.join(', ')}` : `did you mean ${meant}?`,
  };
}

function wrongExtension(takesMarkdown: boolean, extension: string, path: string): Placement {
  const taken = takesMarkdown ? '.yaml and .md files' : '.yaml files';
  const meant = meantExtension(extension.toLowerCase(), takesMarkdown);
  const found = extension === '' ? 'a name without an ending' : extension;
  return {
    type: 'problem',
    code: 'wrong-extension',
    message: `this folder takes ${taken}, not ${found}`,
    ...(meant === undefined
      ? { suggestion: 'rename it, or move an attachment to media/' }
      : renamedTo(`${path.slice(0, -extension.length)}${meant}`)),
  };
}

function renamedTo(path: string): Pick<MisnamedFile, 'suggestion' | 'meant'> {
  const renamed = place(path);
  const meant = renamed.type === 'problem' ? renamed.meant : renamed;
  return { suggestion: `rename it to ${path}`, ...(meant?.type === 'document' && { meant }) };
}

function meantExtension(extension: string, takesMarkdown: boolean): string | undefined {
  if (extension === '.yml' || extension === '.yaml') return '.yaml';
  return takesMarkdown && (extension === '.md' || extension === '.markdown') ? '.md' : undefined;
}

function badSlug(parts: readonly string[]): MisnamedFile | undefined {
  const names = parts.slice(1).map((part, index) => (index === parts.length - 2 ? part.replace(/\.[^.]+$/, '') : part));
  const bad = names.find((name) => !SLUG.test(name));
  if (bad === undefined) return undefined;
  return {
    type: 'problem',
    code: 'bad-slug',
    message: `\`${bad}\` cannot be part of an address`,
    suggestion: `rename it to ${slugify(bad)}`,
  };
}

/** Letters that no normalisation takes apart. */
const LETTERS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** A good slug for a name: lower case, accents off, words joined by hyphens. */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[œæßøłđ]/g, (letter) => LETTERS[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 96)
    .replace(/-+$/, '');
  return slug === '' ? 'untitled' : slug;
}
