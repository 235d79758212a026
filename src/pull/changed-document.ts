/** Pulls the changes of an object into its file. */
import type { Document } from '../content/document.ts';
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml, type Edit } from '../content/edit/yaml.ts';
import { layersOf } from '../content/overlay.ts';
import { isObject, valueAt, withValueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Desired } from '../plan/fields/desired.ts';
import { keysOf, leafAt, topLevelKey, withLeaf } from '../values/leaves.ts';
import { framedAs, mergeBodies, type PulledBody } from './texts/merge-texts.ts';
import { isFree } from '../plan/fields/unmanaged.ts';
import { fileValues } from './files/file-values.ts';
import type { Names } from './files/file-names.ts';
import { keepSpelling } from './files/spelling.ts';
import { spellingsOf } from './texts/pulled-links.ts';

interface Changed {
  readonly desired: Desired;
  readonly record: RemoteRecord;
  /** Leaves that changed only on the target. */
  readonly drift: readonly string[];
  /** Leaves that changed on both sides. */
  readonly conflict: readonly string[];
  readonly theirs: boolean;
  readonly ancestor: string | undefined;
  readonly names: Names;
  readonly target: string;
  readonly marks: boolean;
  /** Leaves that would make the file invalid, and why. */
  readonly omitted: ReadonlyMap<string, string>;
}

const BOTH = 'changed here and on the target to different values';
const CREDENTIAL = 'it holds a credential, which is never written to a file: change it by hand';

const UNSHOWN =
  'the target does not show it, so it cannot be pulled: `gitcast sync --ours` sends it, or write here what the web editor shows';

export function changedDocument(whole: Changed) {
  const isShown = (name: string): boolean => !whole.record.hidden.includes(topLevelKey(name));
  const [drift, conflict] = [whole.drift.filter(isShown), whole.conflict.filter(isShown)];
  const unshown = [...whole.drift, ...whole.conflict].filter((name) => !isShown(name));
  const pulled = pullShown({ ...whole, drift, conflict });
  return unshown.length === 0 ? pulled : { ...pulled, left: [...pulled.left, { fields: unshown, reason: UNSHOWN }] };
}

function pullShown(changed: Changed) {
  const { desired, record, drift, conflict, theirs, omitted } = changed;
  const { document } = desired.entity;
  const bodyField = document.body ? kindNamed(document.kind).body : undefined;
  const { fields, credentials } = fileValues(record, changed.names, spellingsOf(desired));
  // The leaf is a credential, is inside one, or has one inside.
  const isWithheld = (name: string): boolean => !isFree(keysOf(name), credentials);

  const owned = (name: string): boolean =>
    name === bodyField ? !bodyLayer(document)?.inherited : homeOf(document, keysOf(name)) !== undefined;
  const open = (theirs ? [...drift, ...conflict] : drift).filter((name) => !omitted.has(name));
  const wanted = open.filter(owned);
  const inherited = open.filter((name) => !owned(name));
  const taken = wanted.filter((name) => name !== bodyField && !isWithheld(name));
  const withheld = wanted.filter((name) => isWithheld(name));
  const disputed = theirs ? [] : conflict.filter((name) => name !== bodyField || !owned(name));
  const body =
    bodyField === undefined || !owned(bodyField) ? undefined : pulledBody(bodyField, wanted, fields, changed);

  const homes = Map.groupBy(taken, (name) => homeOf(document, nearest(fields, keysOf(name)).path));
  const files = layersOf(document).map((layer) => {
    const edits = editsFor(homes.get(layer) ?? [], layer, { ...changed, fields });
    // A document merged from two files has the body of one of them.
    const ownBody = layer.body === document.body ? body : undefined;
    const paths = [...edits.map(({ path }) => path), ...(ownBody ? [[bodyField!]] : [])];
    return { source: layer.source, text: rewritten(layer, edits, ownBody), paths };
  });
  return {
    /** The new text of each of its files, and the places in it that changed; unchanged if there is nothing to write. */
    files,
    taken: new Set([...taken, ...(body?.type === 'taken' ? [bodyField!] : [])]),
    merged: new Set(body?.type === 'merged' ? [bodyField!] : []),
    ...((body?.type === 'merged' || body?.type === 'marked') && { ancestor: body.ancestor }),
    left: [
      ...[...omitted].map(([name, reason]) => ({ fields: [name], reason })),
      ...(inherited.length > 0 ? [{ fields: inherited, reason: inheritedReason(document) }] : []),
      ...(disputed.length > 0 ? [{ fields: disputed, reason: BOTH }] : []),
      ...(withheld.length > 0 ? [{ fields: withheld, reason: CREDENTIAL }] : []),
      ...(body?.type === 'left' ? [{ fields: [bodyField!], reason: body.reason }] : []),
      ...(body?.type === 'marked' ? [{ fields: [bodyField!], reason: MARKED }] : []),
    ],
  };
}

const MARKED =
  'both sides changed the same lines of the text: resolve the conflict markers in the file, then pull again';

function pulledBody(
  field: string,
  wanted: readonly string[],
  fields: JsonObject,
  { desired, conflict, ancestor, target, marks }: Changed,
): PulledBody | undefined {
  const here = desired.entity.document.body!.text;
  const remote = fields[field];
  const there = typeof remote === 'string' ? remote : '';
  if (wanted.includes(field)) return { type: 'taken', text: framedAs(here, there) };
  return conflict.includes(field) ? mergeBodies({ here, there, ancestor, target, marks }) : undefined;
}

function rewritten({ source, body }: Document, edits: readonly Edit[], pulled: PulledBody | undefined): string {
  if (!body) return editYaml(source.text, edits);
  const text = pulled === undefined || pulled.type === 'left' ? undefined : pulled.text;
  return editMarkdown(source.text, edits, text === body.text ? undefined : text);
}

/**
 * The broadcast's own file that contains a value. A value that is in none of them goes into the one that overlays the
 * others: the target's own file, if there is one. Undefined if all of the document's files are shared by broadcasts.
 */
function homeOf(document: Document, path: Path): Document | undefined {
  const layers = layersOf(document);
  const own = layers.filter(({ inherited }) => !inherited);
  const holds = (layer: Document): boolean =>
    valueAt(layer.data, path) !== undefined || (layer !== layers[0] && hides(layer.data, path));
  return own.findLast(holds) ?? own.at(-1);
}

/** True if the data has a single value, or `null`, where the path goes on: it replaces everything below it. */
const hides = (data: JsonObject, path: Path): boolean =>
  path.some((_, depth) => {
    const around = valueAt(data, path.slice(0, depth + 1));
    return around !== undefined && !isObject(around);
  });

const bodyLayer = (document: Document): Document | undefined =>
  layersOf(document).find(({ body }) => body === document.body);

/** A document merged from a file that several broadcasts share: a pull for one of them must not change the others. */
export function inheritedReason(document: Document): string {
  const files = layersOf(document).flatMap(({ inherited, source }) => (inherited ? [source.file] : []));
  return `several broadcasts share ${files.join(' and ')}: change it there for all of them, or add the fields to a file with the address ${document.address} in this broadcast's content`;
}

function editsFor(
  names: readonly string[],
  layer: Document,
  { desired, record, fields }: Changed & { fields: JsonObject },
): readonly Edit[] {
  const { document } = desired.entity;
  const layers = layersOf(document);
  const below = layers.slice(0, layers.indexOf(layer));
  const edits: Edit[] = [];
  let { data } = layer;
  for (const name of names) {
    const { path, value } = nearest(fields, keysOf(name));
    if (value === undefined) {
      // Removing it from an overlay would only reveal the shared value.
      const isCovering = below.some((each) => valueAt(each.data, path) !== undefined);
      edits.push(isCovering ? { path, value: null } : { path: removable(data, path), remove: true });
      data = withLeaf(data, name, undefined);
      continue;
    }
    const spelled = keepSpelling({
      written: valueAt(document.data, path),
      sent: desired.leaves.get(name),
      remote: path.length === keysOf(name).length ? leafAt(record.fields, name) : value,
      inFile: value,
    });
    edits.push({ path, value: spelled });
    data = withValueAt(data, path, spelled);
  }
  return edits;
}

/** The value along the keys. If the target has a single value instead of a group, that value replaces the group. */
function nearest(fields: JsonObject, keys: readonly string[]): { path: Path; value: Json | undefined } {
  let value: Json | undefined = fields;
  for (const [depth, key] of keys.entries()) {
    if (!isObject(value)) return { path: keys.slice(0, depth), value };
    value = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
    if (value === undefined) return { path: keys, value };
  }
  return { path: keys, value };
}

/** If this is the last field of a group, the group is removed too. */
function removable(data: JsonObject, path: Path): Path {
  let at = path;
  while (at.length > 1) {
    const around = valueAt(data, at.slice(0, -1));
    if (!isObject(around) || Object.keys(around).length > 1) break;
    at = at.slice(0, -1);
  }
  return at;
}
