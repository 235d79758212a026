/** Pulls the changes of an object into its file. */
import type { Document } from '../content/document.ts';
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml, type Edit } from '../content/edit/yaml.ts';
import { layersOf } from '../content/overlay.ts';
import { isObject, valueAt, withValueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Desired } from '../plan/fields/desired.ts';
import type { Identity } from '../plan/identity/identity.ts';
import type { Change } from '../plan/plan.ts';
import { keysOf, leafAt, leavesOf, topLevelKey, withLeaf } from '../values/leaves.ts';
import { mergeBodies, type PulledBody } from './texts/merge-bodies.ts';
import { framedAs } from '../values/merge-texts.ts';
import { isFree } from '../plan/fields/unmanaged.ts';
import { fileValues } from './files/file-values.ts';
import type { Names } from './files/file-names.ts';
import { keepSpelling } from './files/spelling.ts';
import { spellingsOf } from './texts/pulled-links.ts';
import type { Proposing } from './proposing.ts';
import { fileBelow, type Proposal } from './pull-plan.ts';

/** A document and its object, which differ. */
export interface Differing extends Proposing {
  readonly names: Names;
  readonly entity: Entity;
  readonly identity: Extract<Identity, { id: string }>;
  readonly record: RemoteRecord;
}

const BOTH = 'changed here and on the target to different values';
const CREDENTIAL = 'it holds a credential, which is never written to a file: change it by hand';

const UNSHOWN =
  'the target does not show it, so it cannot be pulled: `gitcast sync --ours` sends it, or write here what the web editor shows';

export function changedDocument(changes: readonly Change[], left: Proposal, differing: Differing): Proposal {
  const { entity, identity, record, names, prefix, environment } = differing;
  const { address } = left;
  const desired = differing.sides.desired(entity);
  const leaves = (action: Change['action']): readonly string[] =>
    changes.filter((change) => change.action === action).flatMap(({ fields }) => fields.map(({ name }) => name));
  const all = changes.flatMap(({ fields }) => fields);
  const offered = new Map(
    (differing.unmanaged.get(address) ?? []).map((name) => [name, missingLeaves(name, entity, record, names)]),
  );
  const drift = [...leaves('drift'), ...[...offered.values()].flat()];
  const pulled = pullFields({ ...differing, desired, drift, conflict: leaves('conflict') });
  const { files, taken, merged, ancestor } = pulled;
  const written = files.filter(({ source, text }) => text !== source.text);
  const accepted = [...offered].filter(([, wanted]) => wanted.every((name) => taken.has(name))).map(([name]) => name);
  const learning = {
    type: 'agree',
    record,
    taken,
    merged,
    before: new Set(desired.leaves.keys()),
    ...(ancestor !== undefined && { ancestor }),
    ...('entry' in identity && { entry: identity.entry }),
    ...(identity.type === 'moved' && { from: identity.from }),
    ...(accepted.length > 0 && { accepted }),
  } as const;
  const isAgreed = changes.some(({ action }) => action === 'adopt');
  const hasLearnt = isAgreed || taken.size > 0 || accepted.length > 0 || merged.size > 0 || ancestor !== undefined;
  return {
    ...left,
    edits: written.map(({ source, text }) => ({
      kind: 'edit',
      file: fileBelow(prefix, source.file),
      before: source.text,
      text,
    })),
    sharedWith: [
      ...new Set(
        written.flatMap(({ source, paths }) =>
          paths.flatMap((path) => environment.othersReading(source.file, address, path)),
        ),
      ),
    ],
    ...(hasLearnt && { learning }),
    conflicts: pulled.left.map((each) => {
      const values = all.filter(({ name }) => each.fields.includes(name));
      return { address, ...each, ...(values.length > 0 && { values }) };
    }),
  };
}

/** The parts of a field that the target has and the file does not: the whole field, or what is missing from it. */
function missingLeaves(field: string, { fields }: Entity, record: RemoteRecord, names: Names): readonly string[] {
  const value = fileValues(record, names).fields[field];
  if (value === undefined) return [];
  if (fields[field] === undefined) return [...leavesOf({ [field]: null }).keys()];
  const written = [...leavesOf(fields).keys()].map(keysOf);
  return [...leavesOf({ [field]: value }).keys()].filter((name) => isFree(keysOf(name), written));
}

interface Changed extends Differing {
  readonly desired: Desired;
  /** Leaves that changed only on the target. */
  readonly drift: readonly string[];
  /** Leaves that changed on both sides. */
  readonly conflict: readonly string[];
}

function pullFields(changed: Changed) {
  const { desired, record, theirs, ours, refusals } = changed;
  const { document } = desired.entity;
  // Leaves that would make the file invalid, and why.
  const omitted = refusals.omitted(record.kind, record.id);
  const isShown = (name: string): boolean => !record.hidden.includes(topLevelKey(name));
  const [drift, both] = [changed.drift.filter(isShown), changed.conflict.filter(isShown)];
  const conflict = ours ? [] : both;
  const kept = ours ? both : [];
  const unshown = [...changed.drift, ...changed.conflict].filter((name) => !isShown(name));
  const bodyField = document.body ? kindNamed(document.kind).body : undefined;
  const { fields, credentials } = fileValues(record, changed.names, spellingsOf(desired));
  // The leaf is a credential, is inside one, or has one inside.
  const isWithheld = (name: string): boolean => !isFree(keysOf(name), credentials);

  const owned = (name: string): boolean =>
    name === bodyField ? !bodyLayer(document)?.inherited : homeOf(document, keysOf(name)) !== undefined;
  const open = (theirs ? [...drift, ...conflict] : drift).filter((name) => !omitted.has(name));
  const wanted = open.filter(owned);
  const taken = wanted.filter((name) => name !== bodyField && !isWithheld(name));
  const body =
    bodyField === undefined || !owned(bodyField)
      ? undefined
      : pulledBody(bodyField, wanted, fields, { ...changed, conflict });

  const homes = Map.groupBy(taken, (name) => homeOf(document, nearest(fields, keysOf(name)).path));
  const files = layersOf(document).map((layer) => {
    const edits = editsFor(homes.get(layer) ?? [], layer, { ...changed, fields });
    // A document merged from two files has the body of one of them.
    const ownBody = layer.body === document.body ? body : undefined;
    const paths = [...edits.map(({ path }) => path), ...(ownBody ? [[bodyField!]] : [])];
    return { source: layer.source, text: rewritten(layer, edits, ownBody), paths };
  });
  const left = [
    { fields: open.filter((name) => !owned(name)), reason: inheritedReason(document) },
    { fields: theirs ? [] : conflict.filter((name) => name !== bodyField || !owned(name)), reason: BOTH },
    { fields: wanted.filter(isWithheld), reason: CREDENTIAL },
    { fields: body?.type === 'left' ? [bodyField!] : [], reason: body?.type === 'left' ? body.reason : '' },
    { fields: body?.type === 'marked' ? [bodyField!] : [], reason: marked(changed) },
    { fields: unshown, reason: UNSHOWN },
  ];
  return {
    /** The new text of each of its files, and the places in it that changed; unchanged if there is nothing to write. */
    files,
    taken: new Set([...taken, ...(body?.type === 'taken' ? [bodyField!] : [])]),
    merged: new Set(body?.type === 'merged' ? [...kept, bodyField!] : kept),
    ancestor: ancestorAfter(body, kept.includes(bodyField ?? '') ? fields[bodyField!] : undefined),
    left: [
      ...[...omitted].map(([name, reason]) => ({ fields: [name], reason })),
      ...left.filter((each) => each.fields.length > 0),
    ],
  };
}

/** `kept`: the other side's text, if the file keeps its own. */
function ancestorAfter(body: PulledBody | undefined, kept: Json | undefined): string | undefined {
  if (typeof kept === 'string') return kept;
  return body?.type === 'merged' || body?.type === 'marked' ? body.ancestor : undefined;
}

const marked = ({ source }: Proposing): string =>
  `both sides changed the same lines of the text: resolve the conflict markers in the file, then ${source ? 'import' : 'pull'} again`;

function pulledBody(
  field: string,
  wanted: readonly string[],
  fields: JsonObject,
  { desired, conflict, ancestors, input, marks = true }: Changed,
): PulledBody | undefined {
  const here = desired.entity.document.body!.text;
  const remote = fields[field];
  const there = typeof remote === 'string' ? remote : '';
  if (wanted.includes(field)) return { type: 'taken', text: framedAs(here, there) };
  if (!conflict.includes(field)) return undefined;
  const ancestor = ancestors.get(desired.entity.address);
  return mergeBodies({ here, there, ancestor, target: input.target.name, marks });
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
