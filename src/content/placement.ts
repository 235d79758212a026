/** Derives from a path a file's kind, its address, and whether it is a translation. Pure. */
import type { Code } from '../diagnostics/catalogue.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindCommonlyCalled } from '../kinds/common-words.ts';
import { kinds as ownKinds, type KindName } from '../kinds/registry.ts';
import { LOCALES, type Locale } from '../kinds/shapes/primitives.ts';
import { isLanguage, shortTag } from '../values/language.ts';
import { oncePer } from '../values/once-per.ts';

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

interface MisnamedFile {
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

const foldersOf = oncePer((kinds: readonly Kind[]): Folders => {
  const byFolder = (all: readonly Kind[]) =>
    new Map(all.flatMap((kind) => (kind.folder === undefined ? [] : [[kind.folder, kind]])));
  return {
    byFolder: byFolder(kinds.filter(({ single }) => !single)),
    single: byFolder(kinds.filter(({ single }) => single)),
  };
});

/** The name of a kind outside the interface is not a KindName, but code that depends on names never sees it. */
const ofKind = (declaration: Kind): OfKind => ({ kind: declaration.name as KindName, declaration });

const LONGEST = 96;
const SLUG = /^[a-z0-9][a-z0-9-]{0,95}$/;

/** Files and folders that systems and editors leave behind are no content. */
export const isLeftBehind = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || /^(?:(?:eh)?thumbs\.db|desktop\.ini|icon\r|__macosx)$/i.test(name);

export function place(path: string, kinds: readonly Kind[] = ownKinds): Placement {
  const { byFolder, single } = foldersOf(kinds);
  const parts = path.split('/');
  if (parts.some(isLeftBehind)) return { type: 'ignored' };
  const alone = single.get(path);
  if (alone) return { ...ofKind(alone), type: 'document', address: alone.name, markdown: false };

  const folder = parts[0]!;
  const kind = byFolder.get(folder);
  if (parts.length === 1 || !kind) return misplaced(path, folder, kinds);
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
  return badSlug(`${of}.md`.split('/'), kind) ?? { ...ofKind(kind), type: 'translation', of, locale };
}

interface Named {
  readonly kind: Kind;
  /** The path without its extension. */
  readonly stem: string;
  readonly markdown: boolean;
}

function named(parts: readonly string[], { kind, stem, markdown }: Named): Placement {
  const document = { ...ofKind(kind), type: 'document', markdown } as const;
  const problem = badSlug(parts, kind);
  if (!problem) return { ...document, address: stem };
  const [folder, ...names] = stem.split('/');
  const slugs = names.map((name) => describedBy(name, kind) ?? slugify(name));
  return { ...problem, meant: { ...document, address: [folder, ...slugs].join('/') } };
}

function misplaced(path: string, folder: string, kinds: readonly Kind[]): Placement {
  const names = kinds.flatMap((kind) => kind.folder ?? []);
  const common = kindCommonlyCalled(folder);
  const meant = kinds.find(({ name }) => name === common)?.folder ?? nearest(folder, names);
  const where = path.includes('/') ? `${folder}/ is not a content folder` : 'this file is not in a content folder';
  return {
    type: 'problem',
    code: 'unknown-folder',
    message: where,
    suggestion: meant === undefined ? `use one of ${names.join(', ')}` : `did you mean ${meant}?`,
  };
}

function wrongExtension(kind: Kind, extension: string, path: string, kinds: readonly Kind[]): Placement {
  const takesMarkdown = kind.body !== undefined;
  const taken = takesMarkdown ? '.yaml and .md files' : '.yaml files';
  const meant = meantExtension(extension.toLowerCase(), takesMarkdown);
  const found = extension === '' ? 'a name without an extension' : extension;
  const asYaml = `${extension === '' ? path : path.slice(0, -extension.length)}.yaml`;
  return {
    type: 'problem',
    code: 'wrong-extension',
    message: `this folder accepts ${taken}, not ${found}`,
    ...(meant === undefined
      ? {
          suggestion: /^\.(?:md|markdown|mdx)$/i.test(extension)
            ? `write it as ${asYaml}: ${fieldsAlone(kind)}`
            : `move an attachment to media/, or write a document as ${asYaml}`,
        }
      : renamedTo(`${path.slice(0, -extension.length)}${meant}`, kinds)),
  };
}

/** A Markdown file that is only renamed is no valid YAML, if the kind has no body. */
function fieldsAlone({ name, page }: Kind): string {
  const text =
    page?.text === undefined ? `into fields (gitcast explain ${name})` : `under \`${page.text}: |\`, indented`;
  return `remove the lines with ---, and move the text below them ${text}`;
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

/** `photo` if `photo.png.yaml` is meant to describe `photo.png`. */
const describedBy = (name: string, { describesFile }: Kind): string | undefined =>
  describesFile ? /^([a-z0-9][a-z0-9-]{0,95})\.[A-Za-z]\w{1,4}$/.exec(name)?.[1] : undefined;

function badSlug(parts: readonly string[], kind: Kind): MisnamedFile | undefined {
  const names = parts.slice(1).map((part, index) => (index === parts.length - 2 ? part.replace(/\.[^.]+$/, '') : part));
  const bad = names.find((name) => !SLUG.test(name));
  if (bad === undefined) return undefined;
  const slug = slugify(bad);
  const described = describedBy(bad, kind);
  return {
    type: 'problem',
    code: 'bad-slug',
    message: `\`${bad}\` cannot be part of an address`,
    suggestion:
      described !== undefined
        ? `rename it to ${described}.yaml: a description has the name of its file without the extension`
        : kind.describesFile && bad === names.at(-1)
          ? `rename both it and the file that it describes: to ${slug}.yaml, and the same name with the file's own extension`
          : `rename it to ${slug}`,
  };
}

/** Letters that Unicode normalisation does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** In lower case, without accents: how names are compared when somebody types one. */
export const withoutAccents = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[œæßøłđ]/g, (letter) => LETTERS[letter]!);

/** Turns a name into a valid slug: lower case, without accents, words joined by hyphens. */
export function slugify(name: string): string {
  const words = withoutAccents(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const slug = shortened(words);
  return slug === '' ? 'untitled' : slug;
}

/** Cuts a long name after a word, unless that would lose half of it. */
function shortened(slug: string): string {
  if (slug.length <= LONGEST) return slug;
  const words = slug.slice(0, LONGEST + 1).lastIndexOf('-');
  return slug.slice(0, words > LONGEST / 2 ? words : LONGEST).replace(/-+$/, '');
}
