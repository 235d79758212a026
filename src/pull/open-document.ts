/** Handles a document that the differ left open: drift, a conflict, or an object that is gone. */
import type { Document } from '../content/document.ts';
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml } from '../content/edit/yaml.ts';
import { layersOf } from '../content/overlay.ts';
import { kindNamed } from '../kinds/registry.ts';
import { recordsOf } from '../model/snapshot.ts';
import { isSuddenlyEmpty } from '../plan/guard.ts';
import type { Change } from '../plan/plan.ts';
import { changedDocument, inheritedReason, type Differing } from './changed-document.ts';
import { isOpen, type Proposing } from './proposing.ts';
import { fileBelow, type FileEdit, type Learning, type Proposal, type PullConflict } from './pull-plan.ts';

type Opened = Proposing & Pick<Differing, 'names'>;

/** `changes`: all open changes of one document. */
export function openDocument(changes: readonly Change[], opened: Opened): readonly Proposal[] {
  const { input, sides, theirs, ours, source, refusals, environment } = opened;
  const { address, kind, id = '' } = changes[0]!;
  const left: Proposal = {
    address,
    kind,
    id,
    edits: [],
    skipped: [],
    notes: [],
    conflicts: changes.filter(isOpen).map(asConflict),
  };
  const entity = input.broadcast.entities.get(address);
  const identity = sides.identities.get(address);
  const record = recordsOf(input.snapshot, kind).get(id);
  const isRefused = refusals.isRefused(kind, id);
  // A file that was deleted here is created again.
  const isElsewhere = environment.elsewhere(address).length > 0;
  if (changes.some(({ action }) => action === 'forget')) return [{ ...left, learning: { type: 'forget' } }];
  if (!entity && ours && record) return [{ ...left, learning: { type: 'decline', record }, conflicts: [] }];
  if (!entity) return theirs && record && !isRefused && !isElsewhere ? [] : [left];
  if (isRefused) return [];
  if (!identity || !('id' in identity)) return [left];
  if (record) return [changedDocument(changes, left, { ...opened, entity, identity, record })];
  if (!('entry' in identity)) return [left];
  // A conflict only if somebody edited the file: what vanished from a source takes its file along.
  const isAsked = theirs || (source !== undefined && changes.every(({ action }) => action === 'drift'));
  const proposal = isAsked ? deletion(entity.document, left, identity, opened) : left;
  if (proposal.conflicts.length === 0 || !(ours || identity.entry.kept)) return [proposal];
  return [{ ...left, conflicts: [], ...(ours && { learning: { type: 'keep', entry: identity.entry } }) }];
}

const asConflict = ({ address, fields, reason }: Change): PullConflict => ({
  address,
  fields: fields.map(({ name }) => name),
  reason,
  ...(fields.length > 0 && { values: fields }),
});

/**
 * The translations of a document are deleted with it, because nothing would be left to translate. A file that other
 * targets share stays for them: that the object is gone from this target says nothing about the others.
 */
function deletion(document: Document, left: Proposal, identity: Differing['identity'], opened: Opened): Proposal {
  const { input, prefix, source, environment } = opened;
  const gone = { ...left, learning: forgetting(identity), conflicts: [] };
  // Another source still has it.
  if (input.sharedWithSources?.has(left.address)) return gone;
  if (!source && isSuddenlyEmpty(left.kind, input)) {
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

const forgetting = (identity: Differing['identity']): Learning => ({
  type: 'forget',
  ...(identity.type === 'moved' && { from: identity.from }),
});

function forOthers({ source: { text }, body }: Document, targets: readonly string[]): string {
  const edits = [{ path: ['$targets'], value: targets }];
  return body ? editMarkdown(text, edits) : editYaml(text, edits);
}
