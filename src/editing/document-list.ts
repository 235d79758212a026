/** The documents of a project as a list: with their states, by kind, by what somebody types. */
import type { Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import { place } from '../content/placement.ts';
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Entity } from '../model/broadcast.ts';
import { absenceOf, traitsOf } from '../model/traits.ts';
import { isObject } from '../values/json.ts';
import { oncePer } from '../values/once-per.ts';
import { translatedFields } from './forms.ts';
import { findable, found, type Findable } from './search.ts';
import { titleOf } from './title.ts';

export const FILTERS = ['draft', 'scheduled', 'invalid', 'untranslated', 'changed'] as const;
export type Filter = (typeof FILTERS)[number];

export interface ListedDocument {
  readonly address: string;
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  /** Its own page on the site. */
  readonly href?: string;
  readonly flags: readonly Filter[];
  /** The languages that its texts are not translated into. */
  readonly untranslated: readonly string[];
  /** The file cannot be read, so there is no form for it. */
  readonly isUnreadable?: true;
}

/** A document that names another one. */
export interface PointingDocument {
  readonly address: string;
  readonly title: string;
  /** Only texts have links to it: these can lead nowhere. */
  readonly isOnlyLinked: boolean;
}

export interface DocumentList {
  readonly documents: readonly ListedDocument[];
  /** How many there are in all. */
  readonly total: number;
  /** How many of the kind and the search each filter would show. */
  readonly counts: Readonly<Record<Filter | 'all', number>>;
}

export interface ListInput {
  readonly documents: ReadonlyMap<string, Document>;
  /** Those without errors. */
  readonly entities: ReadonlyMap<string, Entity>;
  readonly problems: readonly Diagnostic[];
  readonly locales: readonly string[];
  readonly kinds: readonly Kind[];
  readonly now: number;
  /** The start of the names of files in the content folder. */
  readonly prefix: string;
  /** True for a file that differs from the last commit. */
  readonly isChanged: (file: string) => boolean;
  readonly hrefOf: (address: string) => string | undefined;
}

interface Row extends Findable, ListedDocument {}

/** All of them, by title. */
export function listDocuments(input: ListInput): readonly Row[] {
  const faulty = new Set(input.problems.filter(isError).map(({ at }) => at.file));
  const rows = [...input.documents.values()].map((document) => rowOf(document, faulty, input));
  const byTitle = (one: Row, other: Row): number => (one.texts[0]! < other.texts[0]! ? -1 : 1);
  return [...rows, ...unreadable(faulty, input)].toSorted(byTitle);
}

function rowOf(document: Document, faulty: ReadonlySet<string>, input: ListInput): Row {
  const { address, kind, source } = document;
  const files = filesOf(document);
  const untranslated = missingLanguages(document, input.locales);
  const entity = input.entities.get(address);
  const href = input.hrefOf(address);
  const holds: Readonly<Record<Filter, boolean>> = {
    draft: traitsOf(document).hidden === 'a draft',
    scheduled: entity !== undefined && (absenceOf(entity)?.from ?? 0) > input.now,
    invalid: files.some((file) => faulty.has(file)),
    untranslated: untranslated.length > 0,
    changed: files.some(input.isChanged),
  };
  return {
    address,
    kind,
    title: titleOf(document),
    file: source.file,
    ...(href !== undefined && { href }),
    flags: FILTERS.filter((each) => holds[each]),
    untranslated,
    texts: textsOf(document),
  };
}

/** A search compares them with every letter that somebody types. */
const textsOf = oncePer((document: Document) => findable(titleOf(document), document.address));

/** The files that belong to a document. */
export const filesOf = (document: Document): readonly string[] =>
  [...layersOf(document), ...document.translations.flatMap((each) => layersOf(each))].map(({ source }) => source.file);

/** A file that is no valid YAML has no document, and should not disappear from the list. */
function unreadable(faulty: ReadonlySet<string>, { documents, kinds, prefix, isChanged }: ListInput): readonly Row[] {
  return [...faulty].flatMap((file): readonly Row[] => {
    const placement = file.startsWith(prefix) ? place(file.slice(prefix.length), kinds) : undefined;
    const meant = placement?.type === 'problem' ? placement.meant : placement;
    if (meant?.type !== 'document' || documents.has(meant.address)) return [];
    const { address, kind } = meant;
    const flags: readonly Filter[] = ['invalid', ...(isChanged(file) ? (['changed'] as const) : [])];
    const texts = findable(address);
    return [{ address, kind, title: address, file, flags, untranslated: [], isUnreadable: true, texts }];
  });
}

/** A document without any text that could be translated lacks nothing. */
function missingLanguages(
  { data, body, declaration, translations }: Document,
  locales: readonly string[],
): readonly string[] {
  const fields = Object.keys(translatedFields(declaration));
  if (locales.length < 2 || fields.length === 0) return [];
  const hasText = fields.some((name) => (name === declaration.body ? body : data[name]));
  const own = typeof data['defaultLocale'] === 'string' ? data['defaultLocale'] : locales[0];
  const written = TABLES.flatMap((key) => Object.keys(isObject(data[key]) ? data[key] : {}));
  const has = new Set([own, ...written, ...translations.map(({ locale }) => locale)]);
  return hasText ? locales.filter((locale) => !has.has(locale)) : [];
}

const TABLES = ['$locales', 'localeDetails'];

/** Enough for a screen. */
const MOST_LISTED = 50;

export interface ListWish {
  readonly kind?: string | undefined;
  readonly search?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly offset?: number | undefined;
}

export function pickDocuments(rows: readonly Row[], { kind, search = '', filter, offset = 0 }: ListWish): DocumentList {
  const ofKind = kind === undefined ? rows : rows.filter((row) => row.kind === kind);
  const matches = found(ofKind, search);
  const counts = { all: matches.length, draft: 0, scheduled: 0, invalid: 0, untranslated: 0, changed: 0 };
  for (const { flags } of matches) for (const flag of flags) counts[flag]++;
  const shown = filter === undefined ? matches : matches.filter(({ flags }) => flags.includes(filter));
  return {
    documents: shown.slice(offset, offset + MOST_LISTED).map(({ texts: _, ...listed }) => listed),
    total: shown.length,
    counts,
  };
}
