/**
 * The programme as a board of days and places. Every kind that declares a programme entry is on it, with errors or without;
 * its clashes are the problems that validation finds at its times, its place and its hosts.
 */
import type { Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import type { Kind } from '../kinds/kind.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { hiddenBecause } from '../model/traits.ts';
import { offsetAt, readInstant } from '../values/instants.ts';
import { valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';

export interface Board {
  /** The event days, as `2027-06-18`: a day ends at 06:00 of the next morning. */
  readonly days: readonly string[];
  /** Every document that an entry may take place in. */
  readonly places: readonly { readonly address: string; readonly kind: string; readonly title: string }[];
  readonly slots: readonly BoardSlot[];
}

export interface BoardSlot {
  readonly address: string;
  readonly kind: string;
  readonly title: string;
  /** Local times of the festival, as `2027-06-18T20:30`; both absent if one of them cannot be read. Without an end, it is an hour. */
  readonly start?: string;
  readonly end?: string;
  /** The event days on which it takes place. */
  readonly days: readonly string[];
  /** Null if it has none, or one that does not exist. */
  readonly place: string | null;
  /** The kinds of its places; empty if it cannot have one. */
  readonly placeKinds: readonly string[];
  /** As `#14606A`. */
  readonly colour?: string;
  /** Sentences. */
  readonly clashes: readonly string[];
  /** Words such as `draft`. */
  readonly marks: readonly string[];
  readonly written: WrittenSlot;
}

/** The values as they are in the file. */
export interface WrittenSlot {
  readonly start?: Json | undefined;
  readonly end?: Json | undefined;
  readonly place?: Json | undefined;
}

interface BoardInput {
  readonly kinds: readonly Kind[];
  readonly documents: ReadonlyMap<string, Document>;
  readonly problems: readonly Diagnostic[];
  /** The festival's. */
  readonly timezone: string;
  readonly titleOf: (address: string) => string | undefined;
  readonly daysOf: (span: { readonly start: number; readonly end: number }) => readonly string[];
}

/** The length of an entry that has none, in milliseconds. */
export const HOUR = 3_600_000;
/** An exhibition over more days is shown on its first. */
const MOST_DAYS = 14;

export function boardOf(input: BoardInput): Board {
  const { kinds, documents, titleOf } = input;
  const byKind = Map.groupBy(documents.values(), ({ kind }) => kind as string);
  const clashes = clashesByPlace(input);
  const slots = kinds.flatMap(({ name, page }) =>
    page?.programme ? (byKind.get(name) ?? []).map((document) => slotOf(document, clashes, input)) : [],
  );
  const orderOf = ({ data: { $order } }: Document): number => (typeof $order === 'number' ? $order : Infinity);
  const places = [...new Set(slots.flatMap(({ placeKinds }) => placeKinds))].flatMap((kind) => byKind.get(kind) ?? []);
  return {
    days: [...new Set(slots.flatMap(({ days }) => days))].sort(),
    places: places
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : Number(orderOf(a) > orderOf(b))))
      .map(({ address, kind }) => ({ address, kind, title: titleOf(address) ?? address })),
    slots,
  };
}

function slotOf(document: Document, clashes: ReadonlyMap<string, readonly string[]>, input: BoardInput): BoardSlot {
  const { address, kind, declaration, data, source } = document;
  const { documents, timezone, titleOf, daysOf } = input;
  const { start: from, end: to, where, hosts } = declaration.page!.programme!;
  const start = epochIn(data, from, timezone);
  const isOpen = start !== undefined && valueAt(data, to) === undefined;
  const end = isOpen ? start + HOUR : epochIn(data, to, timezone);
  const hasTime = start !== undefined && end !== undefined;
  const place = where && data[where];
  const colour = colourOf(document, documents);
  const days = hasTime ? daysOf({ start, end: Math.max(start, end) }) : [];
  const paths = [from, to, [where ?? ''], [hosts ?? '']].filter((path) => valueAt(data, path) !== undefined);
  const found = paths.flatMap((path) => clashes.get(keyOf(source.valueSpan(path))) ?? []);
  return {
    address,
    kind,
    title: titleOf(address) ?? address,
    ...(hasTime && { start: localText(start, timezone), end: localText(end, timezone) }),
    days: days.slice(0, days.length > MOST_DAYS ? 1 : MOST_DAYS),
    place: typeof place === 'string' && documents.has(place) ? place : null,
    placeKinds: where === undefined ? [] : (declaration.fields[where]?.schema['x-pointer'] ?? []),
    ...(colour !== undefined && { colour }),
    clashes: [...new Set(found)],
    marks: [
      ...(hiddenBecause({ document, fields: data }) === 'a draft' ? ['draft'] : []),
      ...(data['$cancelled'] === true ? ['cancelled'] : []),
    ],
    written: { start: valueAt(data, from), end: valueAt(data, to), place },
  };
}

const localText = (epoch: number, timezone: string): string =>
  new Date(epoch + offsetAt(epoch, timezone)).toISOString().slice(0, 16);

/** Undefined for a value that is not a time. */
export function epochIn(data: JsonObject, path: Path, timezone: string): number | undefined {
  const value = valueAt(data, path);
  const read = typeof value === 'string' ? readInstant(value, zoneAt(data, path, timezone)) : undefined;
  return read?.type === 'instant' ? read.epoch : undefined;
}

/** The time zone of a time without an offset: a `timezone` next to it, or else the festival's. */
export function zoneAt(data: JsonObject, path: Path, timezone: string): string {
  const beside = valueAt(data, [...path.slice(0, -1), 'timezone']);
  return typeof beside === 'string' && isTimezone(beside) ? beside : timezone;
}

/** Its own, or that of its first category. */
function colourOf({ declaration: { page }, data }: Document, documents: BoardInput['documents']): string | undefined {
  const word = data[page?.programme?.category ?? ''];
  const [first] = [data[page?.categories ?? ''] ?? []].flat();
  const category = documents.get(typeof word === 'string' ? `categories/${word}` : String(first));
  const colours = [data['color'], category?.data['color']].map(String);
  return colours.find((colour) => /^#[0-9a-f]{6}$/i.test(colour));
}

const keyOf = ({ file, line, column }: Span): string => `${file}:${line}:${column}`;

/** By their place in a file. A clash of two documents is one of both, and each names the other. */
function clashesByPlace({ problems, documents, titleOf }: BoardInput): ReadonlyMap<string, readonly string[]> {
  const files = [...documents.values()].flatMap((document) => layersOf(document));
  const addresses = new Map(files.map(({ source, address }) => [source.file, address]));
  const found = problems.flatMap(({ at, message, notes }) => {
    const spans = [at, ...notes.flatMap((note) => note.at ?? [])];
    const words = message.split(' ').map((word) => titleOf(word) ?? word);
    return spans.map((span) => {
      const others = spans.filter(({ file }) => file !== span.file).map(({ file }) => addresses.get(file) ?? file);
      const text = [words.join(' '), ...others.map((other) => titleOf(other) ?? other)].join(': ');
      return { key: keyOf(span), sentence: `${text[0]!.toUpperCase()}${text.slice(1)}.` };
    });
  });
  const byKey = Map.groupBy(found, ({ key }) => key);
  return new Map([...byKey].map(([key, inside]) => [key, inside.map(({ sentence }) => sentence)]));
}
