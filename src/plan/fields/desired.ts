/**
 * A document as the target should have it: media, links and pictures in texts as URLs, pointers as addresses or ids.
 */
import { factKeys } from '../../kinds/file-form.ts';
import { isObject, valueAt, withoutValueAt, withValueAt, type JsonObject, type Path } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Entity, Body } from '../../model/broadcast.ts';
import { localeOf } from '../../model/texts.ts';
import type { PlanInput } from '../context.ts';
import { withLinkUrls, type FieldNote, type TextOf } from './wire-links.ts';
import { leavesOf, type Leaves } from '../../values/leaves.ts';
import type { PlannedPointer } from '../plan.ts';
import { secretPaths } from './secrets.ts';
import { withReturns } from '../../values/line-breaks.ts';
import { once } from '../../values/once.ts';

export interface Desired {
  readonly entity: Entity;
  /** The fields as they are sent, pointers still as addresses. */
  readonly fields: JsonObject;
  readonly pointers: readonly PlannedPointer[];
  readonly secrets: readonly Path[];
  /** The leaves with all ids known so far, to compare with the remote. */
  readonly leaves: Leaves;
  readonly notes: readonly FieldNote[];
  /** The leaves in each form that an earlier version may have sent. */
  readonly older: () => readonly Leaves[];
}

export interface Identification {
  /** The document's remote id, if it already has one. */
  readonly idOf: (address: string) => string | undefined;
  /** True if the document will have a remote id that this kind can use once the plan is applied. */
  readonly canPoint: (from: KindName, address: string) => boolean;
}

const NAVIGATORS: readonly unknown[] = ['navigator', 'leftNavigator', 'rightNavigator'];

export function desire(
  written: Entity,
  input: PlanInput,
  identified: Identification,
  form: Form = CURRENT_FORM,
): Desired {
  const entity = input.hasFacts ? withFacts(written) : written;
  const { idOf, canPoint } = identified;
  const notes: FieldNote[] = [];
  const removed: Path[] = [];
  let fields = writable(input, wireFields(entity, input, notes, form));
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
    older: once(() => olderForms(entity).map((each) => desire(entity, input, identified, each).leaves)),
  };
}

/** With its local keys as fields. */
function withFacts(entity: Entity): Entity {
  const { data, declaration } = entity.document;
  const facts = isObject(data) ? factKeys(declaration).flatMap((key) => (key in data ? [[key, data[key]!]] : [])) : [];
  return facts.length === 0 ? entity : { ...entity, fields: { ...entity.fields, ...Object.fromEntries(facts) } };
}

const olderForms = ({ markdown }: Entity): readonly Form[] => (markdown.length === 0 ? [] : OLDER_FORMS);

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
export function wireFields(
  entity: Entity,
  input: PlanInput,
  notes: FieldNote[] = [],
  form: Form = CURRENT_FORM,
): JsonObject {
  const { mediaUrl } = input;
  let fields = withBody(entity, form);
  for (const path of entity.media) {
    const name = valueAt(fields, path) as string;
    const url = mediaUrl(name);
    if (url === undefined) notes.push({ needsSite: 'media', address: entity.address });
    fields = url === undefined ? withoutValueAt(fields, path) : withValueAt(fields, path, url);
  }
  for (const path of entity.markdown) {
    const text = valueAt(fields, path);
    if (typeof text !== 'string') continue;
    fields = withValueAt(fields, path, form.markdown(text, { entity, path, locale: localeOf(path), input, notes }));
  }
  return withMediaDocument(entity, input, fields);
}

function withBody({ kind, fields, document: { body } }: Entity, form: Form): JsonObject {
  const field = kindNamed(kind).body;
  return body && field !== undefined ? { ...fields, [field]: form.body(body) } : fields;
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

/**
 * The forms in which versions of gitcast have sent a document. A file has not changed just because a newer version
 * sends it in a different form. The differ treats it as unchanged if any of these forms is what was sent, and the
 * current form reaches the target with the next real change. Otherwise each such version would replace every article
 * once on a target that can only replace.
 *
 * All forms differ only in Markdown. When the form changes, the previous one is added to OLDER_FORMS.
 */
interface Form {
  /** The text of a Markdown file. */
  readonly body: (body: Body) => string;
  /** A Markdown value as it is sent, including the text of a Markdown file. */
  readonly markdown: (text: string, of: TextOf & { readonly path: Path }) => string;
}

export const CURRENT_FORM: Form = { body: ({ text }) => text, markdown: withLinkUrls };

/**
 * The first version sent links between documents as written, found pictures with a regular expression, and did not
 * process pictures in descriptions. It also sent the line breaks of the checkout: those of this checkout and those of a
 * colleague's.
 */
export const OLDER_FORMS: readonly Form[] = [
  { body: ({ text }) => text, markdown: asFirstSent },
  { body: ({ written }) => written, markdown: asFirstSent },
  { body: ({ text }) => withReturns(text), markdown: asFirstSent },
];

function asFirstSent(markdown: string, { path, input: { mediaUrl } }: Parameters<Form['markdown']>[1]): string {
  if (path.at(-1) === 'description') return markdown;
  return markdown.replace(
    /(\]\(\s*<?|\bsrc\s*=\s*["']?)(media\/[^)\s>"']+)/gi,
    (whole, before: string, name: string) => {
      const url = mediaUrl(name);
      return url === undefined ? whole : before + url;
    },
  );
}
