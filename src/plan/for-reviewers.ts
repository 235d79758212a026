/**
 * Adds what reviewers need to judge a change and what only the target and the state know: the addresses or titles that
 * ids stand for, and what is lost with an object. It is part of the plan, so it can be shown without either.
 */
import { pointersIn } from './fields/remote-pointers.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { aKind } from '../model/library.ts';
import { recordsOf, type RemoteRecord } from '../model/snapshot.ts';
import { valueAt, withValueAt, type Json, type JsonObject } from '../values/json.ts';
import { topLevelKey } from '../values/leaves.ts';
import type { PlanInput } from './context.ts';
import { objectKey, ownersEver, type Identity } from './identity/identity.ts';
import { once } from '../values/once.ts';
import type { Change, FieldChange, Lost } from './plan.ts';

type Identities = ReadonlyMap<string, Identity>;
type NameOf = (id: string, kinds: readonly string[]) => string;

export function forReviewers(changes: readonly Change[], identities: Identities, input: PlanInput): readonly Change[] {
  const nameOf = namesOn(input, identities);
  return changes.map((change) => {
    const record = change.id === undefined ? undefined : recordsOf(input.snapshot, change.kind).get(change.id);
    const named = { ...change, fields: change.fields.map((field) => withNames(change.kind, field, nameOf)) };
    return isDeletion(change, input) && record ? { ...named, lost: lostWith(change, record, input, nameOf) } : named;
  });
}

/** True if the change deletes an object, or would if nobody had changed it. */
const isDeletion = ({ action, address }: Change, { broadcast }: PlanInput): boolean =>
  action === 'delete' || (action === 'conflict' && !broadcast.entities.has(address));

function namesOn(input: PlanInput, identities: Identities): NameOf {
  const { broadcast, snapshot } = input;
  // Few plans contain pointers.
  const owners = once(() => ownersEver(identities, input));
  return (id, kinds) => {
    if (broadcast.entities.has(id)) return id;
    const names = (kinds as readonly KindName[]).map(
      (kind) => owners().get(objectKey(kind, id)) ?? titleThere(kind, id, snapshot),
    );
    return (
      names.find((name) => name !== undefined) ?? `${aKind(kinds[0] as KindName)} that the target does not list (${id})`
    );
  };
}

function titleThere(kind: KindName, id: string, snapshot: PlanInput['snapshot']): string | undefined {
  const record = recordsOf(snapshot, kind).get(id);
  return record && `“${titleOf(kindNamed(kind), record.fields) ?? id}”, ${aKind(kind)} in no file`;
}

/** An object that no file manages, in a message: `the event “Opening night” (64b7…)`. */
export function remoteName({ kind, id, fields }: RemoteRecord): string {
  const declared = kindNamed(kind);
  const title = titleOf(declared, fields);
  return `the ${declared.title.toLowerCase()} ${title === undefined ? id : `“${title}” (${id})`}`;
}

function withNames(kind: KindName, field: FieldChange, nameOf: NameOf): FieldChange {
  const named = (value: Json | undefined): Json | undefined => {
    const pointers = pointersIn(kind, field.name, value);
    const shown = pointers.reduce<Json>(
      (all, { path, kinds }) => withValueAt(all, path, nameOf(valueAt(all, path) as string, kinds)),
      value!,
    );
    return pointers.length === 0 ? undefined : shown;
  };
  const [before, after, last] = [named(field.before), named(field.after), named(field.last)];
  if (before === undefined && after === undefined) return field;
  const shown = present<NonNullable<FieldChange['shown']>>({
    before: before ?? field.before,
    after: after ?? field.after,
  });
  return { ...field, shown, ...(last !== undefined && { last }) };
}

function lostWith({ kind, address }: Change, record: RemoteRecord, { base }: PlanInput, nameOf: NameOf): Lost {
  const declared = kindNamed(kind);
  const { page } = declared;
  const { fields } = record;
  const { start = [], end = [], where } = page?.programme ?? {};
  const text = fields[declared.body ?? page?.text ?? ''];
  const blocks = fields[page?.blocks ?? ''];
  const place = fields[where ?? ''];
  const managed = new Set(Object.keys(base.entries.get(address)?.leaves ?? {}).map(topLevelKey));
  const unmanaged = Object.keys(fields).filter((name) => !managed.has(name) && isContent(declared, name, fields));
  return present<Lost>({
    title: titleOf(declared, fields),
    starts: textOf(valueAt(fields, start)),
    ends: textOf(valueAt(fields, end)),
    place:
      typeof place === 'string' && place !== ''
        ? nameOf(place, declared.fields[where!]!.schema['x-pointer'] ?? [])
        : undefined,
    characters: typeof text === 'string' && text !== '' ? [...text].length : undefined,
    blocks: Array.isArray(blocks) && blocks.length > 0 ? blocks.length : undefined,
    unmanaged: unmanaged.length > 0 ? unmanaged : undefined,
  });
}

/** True if somebody wrote this value: the service neither set it nor left it empty. */
function isContent({ fields: declared }: Kind, name: string, fields: JsonObject): boolean {
  const value = fields[name] ?? null;
  const isEmpty = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return !isEmpty && declared[name] !== undefined && declared[name].access === undefined;
}

function titleOf({ page, naturalKey }: Kind, fields: JsonObject): string | undefined {
  const names = [page?.title, 'title', 'name', ...naturalKey.flat()];
  return names.map((name) => textOf(fields[name ?? ''])).find((text) => text !== undefined);
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const present = <T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
