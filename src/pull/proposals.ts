/** The proposed edits of each document, before they are checked for validity. */
import type { Address } from '../content/document.ts';
import { count } from '../diagnostics/count.ts';
import { recordsOf, type RemoteRecord } from '../model/snapshot.ts';
import type { Change } from '../plan/plan.ts';
import { mapOfPlaces, newDocument, recogniser } from './pulled-document.ts';
import { objectKey, ownersOf } from '../plan/identity/identity.ts';
import { namesOf, type Names } from './files/file-names.ts';
import { fileValues } from './files/file-values.ts';
import { openDocument } from './open-document.ts';
import type { Proposing } from './proposing.ts';
import type { Proposal, Skipped } from './pull-plan.ts';
import { unmanagedObjects, type Unmanaged } from './pull-unmanaged.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

export function propose(proposing: Proposing): readonly Proposal[] {
  const { input, open } = proposing;
  const fresh = unmanagedObjects(proposing);
  const revived = open.flatMap((change) => revivable(change, proposing));
  const created = [...fresh, ...revived];
  const names = namesOf(addressesOf(created, proposing), input);
  const map = mapOfPlaces(created, input.broadcast);
  const isRecognisable = recogniser(input);
  const byAddress = Map.groupBy(open, ({ address }) => address);
  const proposals = [
    ...[...byAddress.values()].flatMap((changes) => openDocument(changes, { ...proposing, names })),
    ...created.map((each) => creation(each, { ...proposing, isRecognisable, names, map })),
  ];
  if (!proposing.source) return proposals;
  return proposals.map((each) => ({ ...each, skipped: [...each.skipped, ...lostLinks(each, names)] }));
}

/** Links that became text, because the entries that they lead to were left out. */
function lostLinks({ address, edits: [edit], learning }: Proposal, names: Names): readonly Skipped[] {
  if (!edit || learning?.type !== 'agree') return [];
  const { lostLinks: lost } = fileValues(learning.record, names);
  if (lost.length === 0) return [];
  const reason = `${count(lost.length, 'link')} to entries that were left out became text`;
  return [{ address, file: edit.file, fields: [...new Set(lost)], reason }];
}

/** A file that was deleted here while its object was changed on the target: pulling the target's side restores it. */
function revivable(
  { address, kind, id, action }: Change,
  { input, theirs, environment, refusals }: Proposing,
): readonly Unmanaged[] {
  if (!theirs || action !== 'conflict' || input.broadcast.entities.has(address) || id === undefined) return [];
  if (environment.elsewhere(address).length > 0) return [];
  const record = refusals.isRefused(kind, id) ? undefined : recordsOf(input.snapshot, kind).get(id);
  return record ? [{ address, record }] : [];
}

function addressesOf(created: readonly Unmanaged[], { input, sides }: Proposing): ReadonlyMap<string, Address> {
  return new Map([
    ...ownersOf(sides.identities, input.broadcast),
    ...created.map(({ address, record }): [string, Address] => [objectKey(record.kind, record.id), address]),
  ]);
}

interface Creating extends Proposing {
  readonly isRecognisable: (record: RemoteRecord) => boolean;
  readonly names: Names;
  readonly map: Address | undefined;
}

function creation({ address, record }: Unmanaged, creating: Creating): Proposal {
  const { isRecognisable, names, map, refusals, environment, source } = creating;
  const { kind, id } = record;
  const omitted = refusals.omitted(kind, id);
  const needsId = !source && !isRecognisable(record);
  const { edit: made, notes } = newDocument(address, record, { names, needsId, map, omitted: omitted.keys() });
  // An id belongs to one target: on the others the file would be bound to nothing.
  const isOwn = needsId && environment.others.length > 0;
  const edit = isOwn ? { ...made, file: environment.overlay + made.file } : made;
  const sharedWith = isOwn ? [] : environment.others;
  const learning = { type: 'agree', record, taken: 'all', merged: NO_NAMES, before: NO_NAMES } as const;
  const skipped = [...omitted].map(([name, reason]) => ({ address, file: edit.file, fields: [name], reason }));
  return { address, kind, id, edits: [edit], learning, conflicts: [], skipped, notes, sharedWith };
}
