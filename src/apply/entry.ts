/** What the base says of a document once its change was made. */
import type { JsonObject } from '../diagnostics/json.ts';
import type { BaseEntry, BaseLeaf } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { canonical } from '../plan/canonical.ts';
import { isSecret, leafAt, topLevelKey } from '../plan/leaves.ts';
import type { Change } from '../plan/plan.ts';

export interface EntryParts {
  readonly change: Change;
  readonly id: string;
  /** What was sent, secrets by name, and the digests of its leaves. */
  readonly named: JsonObject;
  readonly sent: Readonly<Record<string, string>>;
  /** What the service made of it; undefined where it did not say. */
  readonly record: RemoteRecord | undefined;
  readonly present: BaseEntry | undefined;
  readonly body: string | undefined;
  readonly writtenAt?: number;
  readonly digest: (canonical: string) => string;
}

export function entryAfter(parts: EntryParts): BaseEntry {
  const { change, id, record, present, body, writtenAt } = parts;
  const gone = new Set([
    ...change.drops,
    ...change.fields.filter(({ after }) => after === undefined).map(({ name }) => name),
  ]);
  const kept = Object.entries({ ...present?.leaves, ...change.agreed }).filter(([name]) => !gone.has(name));
  const set = change.sets.map((name): [string, BaseLeaf] => [name, leafAfter(name, parts)]);
  const updatedAt = record?.updatedAt ?? change.updatedAt ?? present?.updatedAt;
  const written = writtenAt ?? present?.writtenAt;
  const replaces = change.replaces ?? present?.replaces;
  return {
    kind: change.kind,
    id,
    leaves: Object.fromEntries([...kept, ...set]),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(change.edited && { edited: true as const }),
    ...(written !== undefined && { writtenAt: written }),
    ...(change.protect && { protect: true as const }),
    ...(body !== undefined && { body }),
    ...(replaces !== undefined && { replaces }),
  };
}

function leafAfter(name: string, { named, sent: digests, record, digest }: EntryParts): BaseLeaf {
  const [value, sent] = [leafAt(named, name), digests[name]!];
  if (!record || record.hidden.includes(topLevelKey(name)) || isSecret(value)) return { sent, answered: sent };
  const answered = leafAt(record.fields, name);
  return { sent, answered: answered === value ? sent : digest(canonical(answered)) };
}
