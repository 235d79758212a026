/** Handles a document that the differ left open: drift, a conflict, or an object that is gone. */
import type { Document } from '../../content/document.ts';
import { editMarkdown } from '../../content/edit/edit-markdown.ts';
import { editYaml } from '../../content/edit/yaml.ts';
import { layersOf } from '../../content/overlay.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import { recordsOf, type RemoteRecord } from '../../model/snapshot.ts';
import { isSuddenlyEmpty } from '../../plan/guard.ts';
import type { Identity } from '../../plan/identity/identity.ts';
import type { Change } from '../../plan/plan.ts';
import { keysOf, leavesOf } from '../../values/leaves.ts';
import { isFree } from '../../plan/fields/unmanaged.ts';
import { changedDocument, inheritedReason } from '../changed-document.ts';
import { fileValues } from './file-values.ts';
import type { Names } from './file-names.ts';
import type { Proposing } from '../proposing.ts';
import { fileBelow, type FileEdit, type Proposal, type PullConflict } from '../pull-plan.ts';

interface Opened extends Proposing {
  readonly names: Names;
}

/** `changes`: all open changes of one document. */
export function openDocument(changes: readonly Change[], opened: Opened): readonly Proposal[] {
  const { input, sides, theirs, refusals, environment } = opened;
  const { address, kind, id = '' } = changes[0]!;
  const left: Proposal = { address, kind, id, edits: [], skipped: [], notes: [], conflicts: changes.map(asConflict) };
  const entity = input.broadcast.entities.get(address);
  const identity = sides.identities.get(address);
  const record = recordsOf(input.snapshot, kind).get(id);
  const isRefused = refusals.isRefused(kind, id);
  // A file that was deleted here is created again.
  const isElsewhere = environment.elsewhere(address).length > 0;
  if (!entity) return theirs && record && !isRefused && !isElsewhere ? [] : [left];
  if (isRefused) return [];
  if (!identity || !('id' in identity)) return [left];
  if (record) return [changedThere(changes, left, { ...opened, entity, identity, record })];
  return [theirs && 'entry' in identity ? deletion(entity.document, left, identity, opened) : left];
}

const asConflict = ({ address, fields, reason }: Change): PullConflict => ({
  address,
  fields: fields.map(({ name }) => name),
  reason,
});

type Identified = Extract<Identity, { id: string }>;

interface Found extends Opened {
  readonly identity: Identified;
  readonly entity: Entity;
  readonly record: RemoteRecord;
}

function changedThere(changes: readonly Change[], left: Proposal, found: Found): Proposal {
  const { entity, identity, record, refusals, names, theirs, marks = true, environment } = found;
  const { address, kind, id } = left;
  const desired = found.sides.desired(entity);
  const leaves = (action: Change['action']): readonly string[] =>
    changes.filter((change) => change.action === action).flatMap(({ fields }) => fields.map(({ name }) => name));
  const offered = new Map(
    (found.unmanaged.get(address) ?? []).map((name) => [name, missingLeaves(name, entity, record, names)]),
  );
  const pulled = changedDocument({
    desired,
    record,
    drift: [...leaves('drift'), ...[...offered.values()].flat()],
    conflict: leaves('conflict'),
    theirs,
    ancestor: found.ancestors.get(address),
    names,
    marks,
    target: found.input.target.name,
    omitted: refusals.omitted(kind, id),
  });
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
  const hasLearnt = taken.size > 0 || accepted.length > 0 || merged.size > 0 || ancestor !== undefined;
  return {
    ...left,
    edits: written.map(({ source, text }) => ({
      kind: 'edit',
      file: fileBelow(found.prefix, source.file),
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
    conflicts: pulled.left.map((each) => ({ address, ...each })),
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

/**
 * The translations of a document are deleted with it, because nothing would be left to translate. A file that other
 * targets share stays for them: that the object is gone from this target says nothing about the others.
 */
function deletion(document: Document, left: Proposal, identity: Identified, opened: Opened): Proposal {
  const { input, prefix, environment } = opened;
  if (isSuddenlyEmpty(left.kind, input)) {
    const reason = `the target reports that all ${kindNamed(left.kind).folder} are gone, so no file is deleted until that is resolved`;
    return { ...left, conflicts: [{ address: left.address, fields: [], reason }] };
  }
  if (layersOf(document).some(({ inherited }) => inherited)) {
    return { ...left, conflicts: [{ address: left.address, fields: [], reason: inheritedReason(document) }] };
  }
  const { shared, overlay } = document.layers ?? { shared: document };
  const others = environment.othersReading(shared.source.file, document.address, []);
  const remove = ({ source }: Pick<Document, 'source'>): FileEdit => ({
    kind: 'delete',
    file: fileBelow(prefix, source.file),
    before: source.text,
  });
  const from = identity.type === 'moved' && { from: identity.from };
  const gone = { ...left, learning: { type: 'forget', ...from }, conflicts: [] } as const;
  if (others.length > 0) {
    const note = `${document.address} is gone from ${input.target.name}: its file stays for ${others.join(' and ')}`;
    const kept = forOthers(shared, environment.elsewhere(document.address));
    const edit: FileEdit = {
      kind: 'edit',
      file: fileBelow(prefix, shared.source.file),
      before: shared.source.text,
      text: kept,
    };
    return { ...gone, edits: [edit, ...(overlay ? [remove(overlay)] : [])], notes: [note] };
  }
  return { ...gone, edits: [...layersOf(document), ...document.translations.flatMap(layersOf)].map(remove) };
}

function forOthers({ source: { text }, body }: Document, targets: readonly string[]): string {
  const edits = [{ path: ['$targets'], value: targets }];
  return body ? editMarkdown(text, edits) : editYaml(text, edits);
}
