/**
 * Which other documents can have a say in whether some documents are right. A pointer needs to know that its target is
 * there, and paths tell that. Only a few rules compare contents: twins share their natural key, two acts share a stage or a
 * host, ids and slugs must be different, pins lie on a map. So it is enough to read what could be meant by those, and a look
 * at the bytes of the others is enough to leave them out. What it chooses may be too much, never too little.
 */
import type { Json } from '../diagnostics/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Document } from './document.ts';
import { place, type Placement } from './placement.ts';

/** The pointers of which two documents must not both have the same at the same time. */
const BOOKED: Partial<Record<KindName, readonly string[]>> = { event: ['place_id'], session: ['hostIds'] };
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
  const names = new Set([...[...paths].flatMap(namesOf), ...documents.flatMap(bookings)]);
  const needles = [...names, ...documents.flatMap(ids), '$slug', '\\'].map(bytesOf);
  const keys = documents.flatMap((document) =>
    naturalKey(document).map((words) => ({ kind: document.kind, words: words.map(bytesOf) })),
  );
  return (path, bytes) => {
    const placement = place(path);
    if (placement.type !== 'document' && placement.type !== 'translation') return false;
    if (ALWAYS.includes(placement.kind) || namesOf(path).some((name) => names.has(name))) return true;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const holds = (words: readonly Buffer[]): boolean => words.every((word) => text.includes(word));
    return (
      needles.some((needle) => text.includes(needle)) ||
      keys.some(({ kind, words }) => kind === placement.kind && holds(words))
    );
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

const bookings = ({ kind, data }: Document): readonly string[] =>
  (BOOKED[kind] ?? []).flatMap((name) => data[name] as Json).filter(isText);

const ids = ({ data }: Document): readonly string[] => [data['$id']].filter(isText);

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

/**
 * The words of what the document is known by, each by itself: a long text may be folded over lines, and quotes may be
 * doubled. Escapes are spelled with a backslash, and a file that has one is read in any case.
 */
function naturalKey({ kind, data }: Document): readonly (readonly string[])[] {
  const { naturalKey: key, fields } = kindNamed(kind);
  const isPlain = (name: string): boolean => fields[name]?.schema.format !== 'instant';
  const values = key
    .flat()
    .filter(isPlain)
    .map((name) => data[name]);
  const text = values.find(isText);
  if (text !== undefined) return [text.split(/[\s'"]+/).filter((word) => word !== '')];
  // Nothing to look for: every document of the kind could be its twin.
  return key.length > 0 ? [[]] : [];
}
