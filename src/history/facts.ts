/** What one version of a file says about the programme. */
import { readFile } from '../content/read-file.ts';
import { place, type Placement } from '../content/placement.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds as ownKinds } from '../kinds/registry.ts';
import type { Json, JsonObject } from '../values/json.ts';

/** The values that count, as written; `unreadable` if the file has errors. */
export type Fact = JsonObject | 'unreadable';

/** A file by its path below the content folder, if its history matters. */
export interface HistoryFile {
  readonly address: string;
  readonly kind: Kind;
  /** The keys whose values count; none if only the times of its commits do. */
  readonly keys: readonly string[];
}

const known = new Map<string, HistoryFile | undefined>();

export function historyFile(path: string): HistoryFile | undefined {
  if (!known.has(path)) known.set(path, placed(place(path)));
  return known.get(path);
}

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
