/**
 * Reads back writes whose answer was empty, for objects that cannot be read by their id: the list of their kind shows
 * them. Without this, the next plan would mistake the service's version of a text for somebody's edit.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { Json } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isSame } from '../values/canonical.ts';
import { isEcho } from '../plan/fields/echo.ts';
import { leafAt, topLevelKey } from '../values/leaves.ts';
import { Intake } from '../remote/listing.ts';
import { withAnswer } from './entry.ts';
import type { Progress, Run, Unseen } from './run.ts';
import { storedValues, type StoredValue } from './stored-values.ts';

/** A list may be a second behind. */
const PAUSES = [0, 1200];

/** Returns the values that are stored differently, by address. */
export async function readBack(run: Run, progress: Progress): Promise<ReadonlyMap<string, readonly StoredValue[]>> {
  const found = new Map<string, readonly StoredValue[]>();
  let left = [...progress.unseen.values()];
  for (const pause of PAUSES) {
    if (left.length === 0 || run.signal?.aborted) break;
    if (pause > 0) await run.sleep(pause);
    const records = await listed([...new Set(left.map(({ change }) => change.kind))], run);
    const later: Unseen[] = [];
    for (const unseen of left) {
      const record = records.get(unseen.change.kind)?.get(unseen.id);
      if (!record || isStale(record, unseen, progress)) later.push(unseen);
      else found.set(unseen.change.address, await learn(unseen, record, run, progress));
    }
    // A kind that cannot be listed now will not be available a moment later either.
    left = later.filter(({ change }) => records.has(change.kind));
  }
  return found;
}

async function listed(
  kinds: readonly KindName[],
  { client }: Run,
): Promise<ReadonlyMap<KindName, ReadonlyMap<string, RemoteRecord>>> {
  const intake = new Intake();
  try {
    const readings = await Promise.all(kinds.map(async (kind) => [kind, await client.list(kind, { intake })] as const));
    return new Map(readings.flatMap(([kind, reading]) => (reading.type === 'read' ? [[kind, reading.records]] : [])));
  } catch (error) {
    // Everything is written and recorded at this point: a failed read does not undo that.
    if (error instanceof RemoteError) return new Map();
    throw error;
  }
}

/**
 * True while the list may still show the object as it was before the write. If an earlier run had just written the
 * object, the plan could not trust the list either, and only the sent values show that the list is up to date.
 */
function isStale(record: RemoteRecord, { change, id, named }: Unseen, progress: Progress): boolean {
  if (change.action !== 'update') return false;
  const shown = (name: string): Json | undefined => leafAt(record.fields, name);
  const before = progress.seen(change.kind, id);
  if (!before) {
    const isSent = (name: string): boolean => isUnshown(record, name) || isEcho(leafAt(named, name), shown(name));
    return !change.fields.every(({ name }) => isSent(name));
  }
  if (before.updatedAt !== undefined && record.updatedAt !== undefined) return before.updatedAt === record.updatedAt;
  return change.fields.every(({ name }) => isSame(leafAt(before.fields, name), shown(name)));
}

const isUnshown = ({ hidden }: RemoteRecord, name: string): boolean => hidden.includes(topLevelKey(name));

async function learn(
  { change, named }: Unseen,
  record: RemoteRecord,
  run: Run,
  progress: Progress,
): Promise<readonly StoredValue[]> {
  const written = progress.lastWritten(change.address);
  if (!written) return [];
  const entry = withAnswer(written, { change, named, record, digest: run.digest });
  await run.journal.append({ type: 'written', address: change.address, entry, settles: [] });
  progress.written(change.address, entry, record);
  return storedValues({ change, named, record, present: written, entry });
}
