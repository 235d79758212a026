/**
 * Finds the other documents that can affect whether some documents are valid. A pointer needs its target to exist, and
 * paths show that. Only a few rules compare content: twins share their natural key, two acts share a stage or a host,
 * ids and slugs must be unique, pins are on a map, and a document limited to some targets is missing for the others. So
 * it is enough to read the documents that those rules could concern, and a look at the bytes of the others is enough to
 * exclude them. The selection may be too large, never too small.
 */
import { assertNever } from '../diagnostics/errors.ts';
import type { Json } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Document } from './document.ts';
import { place, type Placement } from './placement.ts';

/** Pins are checked against their maps, or the first map. */
const ALWAYS: readonly KindName[] = ['map'];

export interface Changed {
  /** All paths that were added, changed or deleted. */
  readonly paths: ReadonlySet<string>;
  /** The content of those that exist. */
  readonly documents: readonly Document[];
}

/** Returns a test for unchanged files, by path and bytes: true if the file has to be read. */
export function relatedTo({ paths, documents }: Changed): (path: string, bytes: Uint8Array) => boolean {
  const names = new Set([
    ...[...paths].flatMap(namesOf),
    ...documents.flatMap(bookings),
    ...documents.flatMap(siteAddresses),
  ]);
  const mentions = findingAny([...names, ...documents.flatMap(ids), '$slug', '$targets', '\\']);
  const keys = documents.flatMap(naturalKey);
  return (path, bytes) => {
    const placement = place(path);
    if (placement.type !== 'document' && placement.type !== 'translation') return false;
    if (ALWAYS.includes(placement.kind) || namesOf(path).some((name) => names.has(name))) return true;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (mentions(text)) return true;
    const ofKind = keys.filter(
      ({ kind, words }) => kind === placement.kind && words.every((word) => text.includes(word)),
    );
    if (ofKind.length === 0) return false;
    const spelled = plainly(text.toString('utf8'));
    return ofKind.some((key) => spelled.includes(key.text));
  };
}

/** Most texts lack what many needles begin with, such as `articles/`: then none of these is looked for. */
function findingAny(needles: readonly string[]): (text: Buffer) => boolean {
  const beginning = (needle: string): string => /^(?:\$|[^/]*\/)/.exec(needle)?.[0] ?? needle;
  const groups = [...Map.groupBy(new Set(needles), beginning)].map(([start, all]) => ({
    start: bytesOf(start),
    all: all.map(bytesOf),
  }));
  return (text) => groups.some(({ start, all }) => text.includes(start) && all.some((each) => text.includes(each)));
}

/** The names that other documents use for a file: its address or its name, also in lower case. */
export function namesOf(path: string): readonly string[] {
  return [...nameIn(place(path), path), path.toLowerCase()];
}

function nameIn(placement: Placement, path: string): readonly string[] {
  switch (placement.type) {
    case 'document':
      return [placement.address];
    case 'translation':
      return [placement.of];
    case 'media':
      return [path];
    case 'ignored':
    case 'problem':
      return [];
    default:
      return assertNever(placement);
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text);

/** The pointers of which two documents must not both have the same at the same time. */
function bookings({ declaration, data }: Document): readonly string[] {
  const { where, hosts } = declaration.page?.programme ?? {};
  return [where, hosts].flatMap((name) => (name === undefined ? [] : (data[name] as Json))).filter(isText);
}

/** A `$slug` may take the site address that another file has by default. */
const siteAddresses = ({ address, data }: Document): readonly string[] =>
  [data['$slug']].filter(isText).map((slug) => address.slice(0, address.lastIndexOf('/') + 1) + slug);

const ids = ({ data }: Document): readonly string[] => [data['$id']].filter(isText);

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

interface Key {
  readonly kind: KindName;
  /** The document's natural key in plain form, and its words, which can be written in one way only, the longest first. */
  readonly text: string;
  readonly words: readonly Buffer[];
}

function naturalKey({ kind, declaration, data }: Document): readonly Key[] {
  const { naturalKey: key, fields } = declaration;
  if (key.length === 0) return [];
  // Times can be written in many ways, so they are not searched for.
  const names = key.flat().filter((name) => fields[name]?.schema.format !== 'instant');
  // With nothing to search for, every document of the kind could be its twin.
  const text = names.map((name) => data[name]).find(isText) ?? '';
  const words = text.split(/[\s'"]+/).sort((a, b) => b.length - a.length);
  return [{ kind, text: plainly(text).trim(), words: words.map(bytesOf) }];
}

/**
 * Gives the same result for all ways to write a text in YAML: it may be folded, and have quotes around it or doubled
 * inside it. Escapes use a backslash, and a file with one is always read.
 */
const plainly = (text: string): string => text.replaceAll(/['"]/g, '').replaceAll(/\s+/g, ' ');
