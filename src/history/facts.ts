/** The facts about the programme in one version of a file, and the entry of the programme that follows from them. */
import { readFile } from '../content/read-file.ts';
import { layData } from '../content/overlay.ts';
import { place, type Placement } from '../content/placement.ts';
import { isFor } from '../content/target-content.ts';
import { isInFile } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds as ownKinds } from '../kinds/registry.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { readInstant } from '../values/instants.ts';
import { onceEach } from '../values/once-each.ts';
import { valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';

/** The values that count, as written; `unreadable` if the file has errors. */
export type Fact = JsonObject | 'unreadable';

/** A file by its path below the content folder, if its history matters. */
export interface HistoryFile {
  readonly address: string;
  readonly kind: Kind;
  /** The keys whose values count; none if only the times of its commits do. */
  readonly keys: readonly string[];
}

export const historyFile = onceEach((path: string) => placed(place(path)));

function placed(placement: Placement): HistoryFile | undefined {
  if (placement.type === 'translation') return { address: placement.of, kind: placement.declaration, keys: [] };
  if (placement.type !== 'document') return undefined;
  return { address: placement.address, kind: placement.declaration, keys: keysOf(placement.declaration) };
}

const PLACES: ReadonlySet<string> = new Set(
  ownKinds.flatMap(({ fields, page }) => {
    const where = page?.programme?.where;
    return where === undefined ? [] : (fields[where]!.schema['x-pointer'] ?? []);
  }),
);

function keysOf({ name, page }: Kind): readonly string[] {
  if (page?.programme) {
    const { start, end, where } = page.programme;
    const keys = [page.title, start[0], end[0], ...(where === undefined ? [] : [where])];
    return [...new Set([...keys, 'status', '$id', '$targets', '$cancelled'])];
  }
  return page && PLACES.has(name) ? [page.title, '$id'] : [];
}

export function factOf(path: string, { keys }: HistoryFile, bytes: Uint8Array): Fact {
  const entry = { path, type: 'file', bytes: bytes.length } as const;
  const files = { entries: () => [entry], entry: () => entry, read: () => bytes };
  const { document } = readFile(files, entry, '');
  if (!document) return 'unreadable';
  const { data } = document;
  const kept = keys.flatMap((key): readonly [string, Json][] => (Object.hasOwn(data, key) ? [[key, data[key]!]] : []));
  return Object.fromEntries(kept);
}

export interface EntrySettings {
  readonly timezone: string;
  readonly target: string;
  readonly targets: readonly string[];
}

/** An entry of the programme as visitors saw it. */
export interface Entry {
  readonly id?: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** A pointer as written. */
  readonly where?: string;
  readonly cancelled: boolean;
}

/** Undefined if visitors did not see it; `invalid` if it had errors, so that it was not published. */
export function entryOf(
  kind: Kind,
  layers: readonly JsonObject[],
  { timezone, target, targets }: EntrySettings,
): Entry | 'invalid' | undefined {
  const [lowest, ...others] = layers;
  if (!lowest) return undefined;
  const data = others.reduce(layData, lowest);
  const { status } = kind.fields;
  if (status && isInFile(status) && data['status'] !== 'published') return undefined;
  if (!isFor(target, targets, { data })) return undefined;
  const { programme, title: titleField } = kind.page!;
  const { start, end } = instantsOf(kind, data, timezone);
  const title = data[titleField];
  if (start === undefined || end === undefined || typeof title !== 'string' || title === '') return 'invalid';
  const where = programme!.where === undefined ? undefined : data[programme!.where];
  const id = data['$id'];
  return {
    title,
    start,
    end,
    cancelled: data['$cancelled'] === true,
    ...(typeof where === 'string' && where !== '' && { where }),
    ...(typeof id === 'string' && { id }),
  };
}

/** Times without an offset are in the time zone of the document, or of the site. */
export function instantsOf({ page }: Kind, data: JsonObject, timezone: string) {
  const programme = page!.programme!;
  const announced = programme.timezone && valueAt(data, programme.timezone);
  const zone = typeof announced === 'string' && isTimezone(announced) ? announced : timezone;
  return { start: instantAt(data, programme.start, zone), end: instantAt(data, programme.end, zone) };
}

function instantAt(data: JsonObject, path: Path, timezone: string): number | undefined {
  const text = valueAt(data, path);
  const read = typeof text === 'string' ? readInstant(text, timezone) : undefined;
  return read?.type === 'instant' ? read.epoch : undefined;
}
