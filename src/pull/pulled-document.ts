/** The file of an object that has no file yet. */
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml } from '../content/edit/yaml.ts';
import type { Address } from '../content/document.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { isRequired } from '../kinds/file-form.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { recordsOf, type RemoteRecord } from '../model/snapshot.ts';
import { onceEach } from '../values/once-each.ts';
import { isEmpty } from '../values/empty.ts';
import { withLeaf } from '../values/leaves.ts';
import { fileValues } from './files/file-values.ts';
import type { Names } from './files/file-names.ts';
import type { FileEdit } from './pull-plan.ts';
import { canonical } from '../values/canonical.ts';
import type { PlanInput } from '../plan/context.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { entitiesOf } from '../model/entities.ts';
import { sizeOf } from '../model/rules/broadcast/pins.ts';
import type { Unmanaged } from './pull-unmanaged.ts';

interface Circumstances {
  readonly names: Names;
  /** True if the file has to name the id, because nothing else distinguishes the object from others. */
  readonly needsId: boolean;
  /** The map of a place, if it has to be named. */
  readonly map: Address | undefined;
  /** Leaves that would make the file invalid. */
  readonly omitted: Iterable<string>;
}

export function newDocument(
  address: Address,
  record: RemoteRecord,
  circumstances: Circumstances,
): { readonly edit: FileEdit; readonly notes: readonly string[] } {
  const { names, needsId, map, omitted } = circumstances;
  const kind = kindNamed(record.kind);
  const { fields: all, credentials } = fileValues(record, names);
  let fields = all;
  for (const name of omitted) fields = withLeaf(fields, name, undefined);
  const isKept = ([name, value]: [string, Json]): boolean =>
    !isEmpty(value) || (kind.fields[name] !== undefined && isRequired(kind.fields[name], 'file'));
  const said = Object.entries(fields).filter(isKept);
  const { body: bodyField } = kind;
  const body = bodyField === undefined ? undefined : fields[bodyField];
  const data = Object.fromEntries([
    ...(needsId && !kind.single ? [['$id', record.id]] : []),
    ...said.filter(([name]) => name !== bodyField),
    ...(record.aliases?.length ? [['$aliases', [...record.aliases]]] : []),
    ...(map !== undefined && kind.name === 'place' && isObject(fields['coordinates']) ? [['$map', map]] : []),
  ]) as JsonObject;
  const notes = credentials.map((path) => `${address}: ${path.join('.')} holds a credential and is left out`);

  if (bodyField !== undefined && !record.hidden.includes(bodyField)) {
    const text = editMarkdown('', [{ path: [], value: data }], typeof body === 'string' ? body : '');
    return { edit: { kind: 'create', file: `${address}.md`, text }, notes };
  }
  // Without a text there is no Markdown file: an empty one would mean that the text is empty.
  const comment = bodyField === undefined ? '' : withoutText(bodyField);
  const file = kind.single ? kind.folder! : `${address}.yaml`;
  return { edit: { kind: 'create', file, text: editYaml(comment, [{ path: [], value: data }]) }, notes };
}

const withoutText = (field: string): string =>
  `# The target does not show the ${field} of this object, so this file does not manage it.\n` +
  `# To manage it, rename the file to .md, put these fields between two lines of --- and write the text below.\n`;

/** Decides whether an object can be distinguished from others by its natural key, or only by its id. */
export function recogniser(input: PlanInput): (record: RemoteRecord) => boolean {
  /** The objects that have a key, by kind and fields. Grouped once for all callers. */
  const grouped = onceEach((kind: KindName) =>
    onceEach((names: readonly string[]) => Map.groupBy(ofTheSameKind(kind, input), (each) => keyOf(each, names))),
  );
  return ({ kind, fields }) => {
    const names = kindNamed(kind).naturalKey.find((set) => set.every((name) => (fields[name] ?? null) !== null));
    return names !== undefined && grouped(kind)(names).get(keyOf(fields, names))?.length === 1;
  };
}

const keyOf = (fields: JsonObject, names: readonly string[]): string =>
  canonical(names.map((name) => fields[name] ?? null));

function* ofTheSameKind(kind: KindName, { snapshot, broadcast, base }: PlanInput): Generator<JsonObject> {
  for (const { fields } of recordsOf(snapshot, kind).values()) yield fields;
  // Managed objects are already among the records.
  for (const { address, fields } of broadcast.byKind.get(kind) ?? []) if (!base.entries.has(address)) yield fields;
}

/**
 * The map of new places: the target does not name it, and files without `$map` mean the first one. It is the first map
 * with room for all of them; undefined if that is the first map anyway, or if there is none.
 */
export function mapOfPlaces(created: readonly Unmanaged[], broadcast: Broadcast): Address | undefined {
  const positions = created.flatMap(({ record }) => (record.kind === 'place' ? positionIn(record.fields) : []));
  const maps = [
    ...entitiesOf(broadcast, 'map').map((map) => ({
      address: map.address,
      size: sizeOf((name) => broadcast.media.get(name), map),
    })),
    ...created.flatMap(({ address, record }) =>
      record.kind === 'map' ? [{ address, size: sizeIn(record.fields) }] : [],
    ),
  ].sort((a, b) => (a.address < b.address ? -1 : 1));
  const roomy = maps.find(
    ({ size }) => !size || positions.every(({ x, y }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height),
  );
  return roomy === maps[0] ? undefined : roomy?.address;
}

function positionIn({ coordinates }: JsonObject): readonly { x: number; y: number }[] {
  if (!isObject(coordinates)) return [];
  const { x, y } = coordinates;
  return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
}

const sizeIn = ({ width, height }: JsonObject) =>
  typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
