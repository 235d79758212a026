/**
 * Which other documents can have a say in whether some documents are right. A pointer needs to know that its target is
 * there, and paths tell that. Only a few rules compare contents: twins share their natural key, two acts share a stage or a
 * host, ids and slugs must be different, pins lie on a map, and what is not for every target is not there for some. So it
 * is enough to read what could be meant by those, and a look at the bytes of the others is enough to leave them out. What it
 * chooses may be too much, never too little.
 */
import type { Json } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Document } from './document.ts';
import { place, type Placement } from './placement.ts';

/** Pins are held against the maps they lie on, or the first of them. */
const ALWAYS: readonly KindName[] = ['map'];

export interface Changed {
  /** All paths that were added, changed or deleted. */
  readonly paths: ReadonlySet<string>;
  /** What is in those that are there. */
  readonly documents: readonly Document[];
}

/** Whether an unchanged file, by its path and its bytes, has to be read. */
export function relatedTo({ paths, documents }: Changed): (path: string, bytes: Uint8Array) => boolean {
  const names = new Set([
    ...[...paths].flatMap(namesOf),
    ...documents.flatMap(bookings),
    ...documents.flatMap(siteAddresses),
  ]);
  const needles = [...names, ...documents.flatMap(ids), '$slug', '$targets', '\\'].map(bytesOf);
  const keys = documents.flatMap(naturalKey);
  return (path, bytes) => {
    const placement = place(path);
    if (placement.type !== 'document' && placement.type !== 'translation') return false;
    if (ALWAYS.includes(placement.kind) || namesOf(path).some((name) => names.has(name))) return true;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (needles.some((needle) => text.includes(needle))) return true;
    const ofKind = keys.filter(({ kind, longest }) => kind === placement.kind && text.includes(longest));
    if (ofKind.length === 0) return false;
    const spelled = plainly(text.toString('utf8'));
    return ofKind.some(({ words }) => spelled.includes(words));
  };
}

/** By what others call a file: its address or its name, and what it is where case does not matter. */
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
    default:
      return [];
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text);

/** The pointers of which two documents must not both have the same at the same time. */
function bookings({ declaration, data }: Document): readonly string[] {
  const { where, hosts } = declaration.page?.programme ?? {};
  return [where, hosts].flatMap((name) => (name === undefined ? [] : (data[name] as Json))).filter(isText);
}

/** A `$slug` takes the address on the site that a file may have by its name. */
const siteAddresses = ({ address, data }: Document): readonly string[] =>
  [data['$slug']].filter(isText).map((slug) => address.slice(0, address.lastIndexOf('/') + 1) + slug);

const ids = ({ data }: Document): readonly string[] => [data['$id']].filter(isText);

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

interface Key {
  readonly kind: KindName;
  /** What the document is known by, spelled plainly, and the longest word of it, which is written in one way only. */
  readonly words: string;
  readonly longest: Buffer;
}

function naturalKey({ kind, declaration, data }: Document): readonly Key[] {
  const { naturalKey: key, fields } = declaration;
  if (key.length === 0) return [];
  // Moments may be spelled in many ways, so they are not looked for.
  const names = key.flat().filter((name) => fields[name]?.schema.format !== 'instant');
  // With nothing to look for, every document of the kind could be its twin.
  const text = names.map((name) => data[name]).find(isText) ?? '';
  const [longest = ''] = text.split(/[\s'"]+/).sort((a, b) => b.length - a.length);
  return [{ kind, words: plainly(text).trim(), longest: bytesOf(longest) }];
}

/**
 * The same for all ways to write a text in YAML: it may be folded over lines, and quotes may be around it or doubled in it.
 * Escapes are spelled with a backslash, and a file that has one is read in any case.
 */
const plainly = (text: string): string => text.replaceAll(/['"]/g, '').replaceAll(/\s+/g, ' ');
