/** Derives from a path a file's kind, its address, and whether it is a translation. Pure. */
import type { Code } from '../diagnostics/catalogue.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds as ownKinds, type KindName } from '../kinds/registry.ts';
import { LOCALES, type Locale } from '../kinds/shapes/primitives.ts';
import { isLanguage, shortTag } from '../values/language.ts';

export type Placement =
  | (OfKind & { readonly type: 'document'; readonly address: string; readonly markdown: boolean })
  | (OfKind & { readonly type: 'translation'; readonly of: string; readonly locale: Locale })
  | { readonly type: 'media' }
  | { readonly type: 'ignored' }
  | MisnamedFile;

interface OfKind {
  readonly kind: KindName;
  readonly declaration: Kind;
}

export interface MisnamedFile {
  readonly type: 'problem';
  readonly code: Code;
  readonly message: string;
  readonly suggestion?: string;
  /** The placement with a valid name: the file is read as that, so that its name does not hide other problems. */
  readonly meant?: Extract<Placement, { type: 'document' }>;
}

interface Folders {
  readonly byFolder: ReadonlyMap<string, Kind>;
  /** Kinds that are a single file. */
  readonly single: ReadonlyMap<string, Kind>;
}

const known = new WeakMap<readonly Kind[], Folders>();

function foldersOf(kinds: readonly Kind[]): Folders {
  let folders = known.get(kinds);
  if (!folders) {
    const placed = kinds.flatMap((kind) => (kind.folder === undefined ? [] : [{ folder: kind.folder, kind }]));
    const [single, several] = [placed.filter(({ kind }) => kind.single), placed.filter(({ kind }) => !kind.single)];
    const byName = (all: typeof placed) => new Map(all.map(({ folder, kind }) => [folder, kind]));
    known.set(kinds, (folders = { byFolder: byName(several), single: byName(single) }));
  }
  return folders;
}

/** The name of a kind outside the interface is not a KindName, but code that depends on names never sees it. */
const ofKind = (declaration: Kind): OfKind => ({ kind: declaration.name as KindName, declaration });

const SLUG = /^[a-z0-9][a-z0-9-]{0,95}$/;

export function place(path: string, kinds: readonly Kind[] = ownKinds): Placement {
  const { byFolder, single } = foldersOf(kinds);
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.') || part.endsWith('~'))) return { type: 'ignored' };
  const alone = single.get(path);
  if (alone) return { ...ofKind(alone), type: 'document', address: alone.name, markdown: false };

  const folder = parts[0]!;
  const kind = byFolder.get(folder);
  if (parts.length === 1 || !kind) return misplaced(path, folder, [...byFolder.keys(), ...single.keys()]);
  const file = parts.at(-1)!;
  const extension = /\.[^.]+$/.exec(file)?.[0] ?? '';

  if (kind.describesFile && extension !== '.yaml') return { type: 'media' };
  if (extension === '.md' && kind.body !== undefined) return markdownPlacement(kind, parts);
  if (extension !== '.yaml') return wrongExtension(kind, extension, path, kinds);
  return named(parts, { kind, stem: path.slice(0, -'.yaml'.length), markdown: false });
}

function markdownPlacement(kind: Kind, parts: readonly string[]): Placement {
  const stem = parts.join('/').slice(0, -'.md'.length);
  const locale = /\.([A-Za-z-]+)$/.exec(parts.at(-1)!.slice(0, -'.md'.length))?.[1];
  if (locale === undefined) return named(parts, { kind, stem, markdown: true });
  if (!isLanguage(locale)) {
    return {
      type: 'problem',
      code: 'unknown-locale',
      message: `\`${locale}\` is not the tag of a language`,
      suggestion: `use a tag such as ${nearest(shortTag(locale), LOCALES) ?? 'fr, en or es'} before .md`,
    };
  }
  const of = stem.slice(0, -(locale.length + 1));
  return badSlug(`${of}.md`.split('/')) ?? { ...ofKind(kind), type: 'translation', of, locale };
}

interface Named {
  readonly kind: Kind;
  /** The path without its extension. */
  readonly stem: string;
  readonly markdown: boolean;
}

function named(parts: readonly string[], { kind, stem, markdown }: Named): Placement {
  const document = { ...ofKind(kind), type: 'document', markdown } as const;
  const problem = badSlug(parts);
  if (!problem) return { ...document, address: stem };
  const [folder, ...names] = stem.split('/');
  return { ...problem, meant: { ...document, address: [folder, ...names.map(slugify)].join('/') } };
}

function misplaced(path: string, folder: string, names: readonly string[]): Placement {
  const meant = nearest(folder, names);
  const where = path.includes('/') ? `${folder}/ is not a content folder` : 'this file is not in a content folder';
  return {
    type: 'problem',
    code: 'unknown-folder',
    message: where,
    suggestion: meant === undefined ? `use one of ${names.join(', ')}` : `did you mean ${meant}?`,
  };
}

function wrongExtension({ body }: Kind, extension: string, path: string, kinds: readonly Kind[]): Placement {
  const takesMarkdown = body !== undefined;
  const taken = takesMarkdown ? '.yaml and .md files' : '.yaml files';
  const meant = meantExtension(extension.toLowerCase(), takesMarkdown);
  const found = extension === '' ? 'a name without an extension' : extension;
  return {
    type: 'problem',
    code: 'wrong-extension',
    message: `this folder accepts ${taken}, not ${found}`,
    ...(meant === undefined
      ? { suggestion: 'rename it, or move an attachment to media/' }
      : renamedTo(`${path.slice(0, -extension.length)}${meant}`, kinds)),
  };
}

function renamedTo(path: string, kinds: readonly Kind[]): Pick<MisnamedFile, 'suggestion' | 'meant'> {
  const renamed = place(path, kinds);
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

/** Letters that Unicode normalisation does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** Turns a name into a valid slug: lower case, without accents, words joined by hyphens. */
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
