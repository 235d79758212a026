/**
 * A document as the target should have it: media, links and pictures in texts as URLs, pointers as addresses or ids.
 */
import { factKeys } from '../../kinds/file-form.ts';
import { isObject, valueAt, withoutValueAt, withValueAt, type JsonObject, type Path } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import { localeOf } from '../../model/texts.ts';
import type { PlanInput } from '../context.ts';
import { withLinkUrls, type FieldNote } from './wire-links.ts';
import { leavesOf, type Leaves } from '../../values/leaves.ts';
import type { PlannedPointer } from '../plan.ts';
import { secretPaths } from './secrets.ts';

export interface Desired {
  readonly entity: Entity;
  /** The fields as they are sent, pointers still as addresses. */
  readonly fields: JsonObject;
  readonly pointers: readonly PlannedPointer[];
  readonly secrets: readonly Path[];
  /** The leaves with all ids known so far, to compare with the remote. */
  readonly leaves: Leaves;
  readonly notes: readonly FieldNote[];
}

export interface Identification {
  /** The document's remote id, if it already has one. */
  readonly idOf: (address: string) => string | undefined;
  /** True if the document will have a remote id that this kind can use once the plan is applied. */
  readonly canPoint: (from: KindName, address: string) => boolean;
}

const NAVIGATORS: readonly unknown[] = ['navigator', 'leftNavigator', 'rightNavigator'];

export function desire(written: Entity, input: PlanInput, identified: Identification): Desired {
  const entity = input.hasFacts ? withFacts(written) : written;
  const { idOf, canPoint } = identified;
  const notes: FieldNote[] = [];
  const removed: Path[] = [];
  let fields = writable(input, wireFields(entity, input, notes));
  for (const { path, to } of entity.pointers) {
    if ('id' in to || canPoint(entity.kind, to.address)) continue;
    const url = NAVIGATORS.includes(path.at(-2)) ? input.documentUrl(to.address) : undefined;
    removed.push(withHolder(path));
    if (url !== undefined) fields = withValueAt(fields, [...path.slice(0, -1), 'url'], url);
    else
      notes.push(`${entity.address} points to ${to.address}, which this target does not have: the pointer is left out`);
  }
  // From last to first: removing an item from a list shifts only the items after it.
  for (const path of removed.toReversed()) fields = withoutValueAt(fields, path);

  const pointers = entity.pointers.flatMap(({ path, to }): readonly PlannedPointer[] => {
    if ('id' in to || !canPoint(entity.kind, to.address)) return [];
    const moved = afterRemovals(path, removed);
    return moved ? [{ path: moved, address: to.address }] : [];
  });
  const resolved = pointers.reduce(
    (body, { path, address }) => withValueAt(body, path, idOf(address) ?? address),
    fields,
  );
  return {
    entity,
    fields,
    pointers,
    secrets: secretPaths(entity.kind, fields),
    leaves: leavesOf(resolved),
    notes,
  };
}

/** With its local keys as fields. */
function withFacts(entity: Entity): Entity {
  const { data, declaration } = entity.document;
  const facts = isObject(data) ? factKeys(declaration).flatMap((key) => (key in data ? [[key, data[key]!]] : [])) : [];
  return facts.length === 0 ? entity : { ...entity, fields: { ...entity.fields, ...Object.fromEntries(facts) } };
}

/** An entry of a block means nothing without what it points to, so the whole entry is removed. */
function withHolder(path: Path): Path {
  const isBlockEntry = path.at(-3) === 'values' && typeof path.at(-2) === 'number';
  return isBlockEntry ? path.slice(0, -1) : path;
}

/**
 * The path of a value after others were removed from the lists that contain it; undefined if it was removed with them.
 */
function afterRemovals(path: Path, removed: readonly Path[]): Path | undefined {
  const isBelow = (holder: Path): boolean => holder.every((step, at) => path[at] === step);
  if (removed.some(isBelow)) return undefined;
  return path.map((step, at) => {
    if (typeof step !== 'number') return step;
    const before = removed.filter(
      (gone) =>
        gone.length === at + 1 && (gone[at] as number) < step && gone.slice(0, at).every((each, k) => path[k] === each),
    );
    return step - before.length;
  });
}

/** Documented bodies do not list `_reference`; extended ones accept it. */
function writable({ target }: PlanInput, fields: JsonObject): JsonObject {
  const { _reference: _, ...others } = fields;
  return target.profile === 'extended' ? fields : others;
}

/** The fields with media and pictures as URLs; pointers still as addresses. Notes for the user are added to `notes`. */
export function wireFields(entity: Entity, input: PlanInput, notes: FieldNote[] = []): JsonObject {
  const { mediaUrl } = input;
  let fields = withBody(entity);
  for (const path of entity.media) {
    const name = valueAt(fields, path) as string;
    const url = mediaUrl(name);
    if (url === undefined) notes.push({ needsSite: 'media', address: entity.address });
    fields = url === undefined ? withoutValueAt(fields, path) : withValueAt(fields, path, url);
  }
  for (const path of entity.markdown) {
    const text = valueAt(fields, path);
    if (typeof text !== 'string') continue;
    fields = withValueAt(fields, path, withLinkUrls(text, { entity, locale: localeOf(path), input, notes }));
  }
  return withMediaDocument(entity, input, fields);
}

function withBody({ kind, fields, document: { body } }: Entity): JsonObject {
  const field = kindNamed(kind).body;
  return body && field !== undefined ? { ...fields, [field]: body.text } : fields;
}

/** A media document without a URL describes the file next to it. */
function withMediaDocument(
  { kind, address }: Entity,
  { broadcast, mediaUrl }: PlanInput,
  fields: JsonObject,
): JsonObject {
  if (kind !== 'media' || fields['mediaUrl'] !== undefined) return fields;
  const file = [...broadcast.media.keys()].find((name) => name.replace(/\.[^./]+$/, '') === address);
  const url = file === undefined ? undefined : mediaUrl(file);
  return url === undefined ? fields : { ...fields, mediaUrl: url };
}
