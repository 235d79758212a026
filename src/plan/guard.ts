/** Changes that a plan may make only with an explicit option. A refusal fails the plan, including a dry run. */
import { kindNamed, kinds, type KindName } from '../kinds/registry.ts';
import type { Choices, PlanInput } from './context.ts';
import type { Change, Refusal } from './plan.ts';
import { remoteName } from './for-reviewers.ts';
import { idsPointedAt } from './fields/remote-pointers.ts';

/** A percentage of a kind is meaningful only if there are enough objects of it. */
const LEAST_FOR_SHARE = 10;

export function guard(changes: readonly Change[], input: PlanInput): readonly Refusal[] {
  const deletes = changes.filter(({ action }) => action === 'delete');
  return [
    ...emptied(changes, input),
    ...tooManyDeletions(deletes, input, 'objects'),
    ...protectedOnes(deletes),
    ...stillReferenced(deletes, changes, input),
    ...suddenlyEmpty(input),
  ];
}

type Deletion = Pick<Change, 'kind'>;

/** The grounds on which deletions are allowed: the limits, what is managed, and what is allowed beyond. */
export type Guarded = Pick<PlanInput, 'guard' | 'base'> & { readonly choices: Pick<Choices, 'allowDeletes'> };

/** More than the configuration allows, or a larger share of a kind. */
export const tooManyDeletions = (
  deletes: readonly Deletion[],
  input: Guarded,
  what: 'objects' | 'files',
): readonly Refusal[] => [...tooMany(deletes, input, what), ...tooLargeAShare(deletes, input)];

const isAllowed = (count: number, { choices }: Guarded): boolean => count <= (choices.allowDeletes ?? -1);

function tooMany(deletes: readonly Deletion[], input: Guarded, what: string): readonly Refusal[] {
  const { count } = input.guard;
  if (deletes.length <= count || isAllowed(deletes.length, input)) return [];
  const reason = `it would delete ${deletes.length} ${what}, and guard.deletes.count allows ${count}`;
  return [{ reason, allows: { allowDeletes: deletes.length } }];
}

function tooLargeAShare(deletes: readonly Deletion[], input: Guarded): readonly Refusal[] {
  const { percent } = input.guard;
  return kinds.flatMap(({ name, folder }) => {
    const managed = countManaged(name, input.base);
    const gone = deletes.filter(({ kind }) => kind === name).length;
    const share = (gone / managed) * 100;
    if (managed < LEAST_FOR_SHARE || share <= percent || isAllowed(deletes.length, input)) return [];
    const reason = `it would delete ${gone} of ${managed} ${folder}, and guard.deletes.percent allows ${percent} %`;
    return [{ reason, allows: { allowDeletes: deletes.length } }];
  });
}

/**
 * The kinds of which all documents are gone at once: more likely a folder that was not checked out than a decision. Their
 * number does not matter, and allowing as many deletions does not show that somebody meant all of them.
 */
export function emptiedKinds(changes: readonly Change[], { entries }: PlanInput['base']): readonly KindName[] {
  const managed = Map.groupBy(entries, ([, { kind }]) => kind);
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  return [...managed].flatMap(([kind, entriesOfKind]) => {
    const isOne = kind === 'broadcast';
    const concerned = byKind.get(kind) ?? [];
    const gone = new Set(concerned.filter(isWithoutFile).map(({ address }) => address));
    // New documents of the kind do not show that somebody meant it: the checkout may lack a part of them too.
    const isAllGone = entriesOfKind.every(([address]) => gone.has(address));
    const isDeleted = entriesOfKind.length >= LEAST_TO_EMPTY && concerned.some(({ action }) => action === 'delete');
    return isAllGone && (isOne || isDeleted) ? [kind] : [];
  });
}

/** A kind with one document is often emptied by deleting it. */
const LEAST_TO_EMPTY = 2;

/** Also if the object was changed on the target, and is not deleted for that reason. */
const isWithoutFile = ({ action, lost }: Change): boolean =>
  action === 'delete' || action === 'forget' || (lost !== undefined && action !== 'replace');

function emptied(changes: readonly Change[], { base, choices }: PlanInput): readonly Refusal[] {
  const lost = emptiedKinds(changes, base).filter((kind) => !choices.allowEmpty?.includes(kind));
  if (lost.length === 0) return [];
  const what = lost.map((kind) => (kind === 'broadcast' ? 'broadcast.yaml' : `all ${kindNamed(kind).folder}`));
  return [
    {
      reason: `${listed(what)} ${what.join() === 'broadcast.yaml' ? 'is' : 'are'} gone from the content`,
      remedy: 'check that the content folder is complete: a submodule or a sparse checkout may have left it empty',
      allows: { allowEmpty: lost },
    },
  ];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const protectedOnes = (deletes: readonly Change[]): readonly Refusal[] =>
  deletes
    .filter(({ protect }) => protect)
    .map(({ address }) => ({ reason: `${address} is protected: restore the file and remove \`$protect\` first` }));

/** An unmanaged object points to one that would be deleted, and gitcast cannot change that pointer. */
function stillReferenced(
  deletes: readonly Change[],
  changes: readonly Change[],
  { snapshot }: PlanInput,
): readonly Refusal[] {
  const addressesById = new Map(deletes.map((change) => [change.id, change.address]));
  if (addressesById.size === 0) return [];
  const ours = new Set(changes.filter(({ action }) => action === 'update' || action === 'delete').map(({ id }) => id));
  return [...snapshot.kinds.values()]
    .flatMap((reading) => ('records' in reading ? [...reading.records.values()] : []))
    .filter(({ id }) => !ours.has(id))
    .flatMap((record) =>
      idsPointedAt(record).flatMap((id) => {
        const address = addressesById.get(id);
        return address === undefined
          ? []
          : [{ reason: `${address} is still used by ${remoteName(record)}, which no file manages` }];
      }),
    );
}

/** If all objects of a kind disappear at once, the list is more likely broken than correct. */
export function isSuddenlyEmpty(kind: KindName, { base, snapshot }: Pick<PlanInput, 'base' | 'snapshot'>): boolean {
  const reading = snapshot.kinds.get(kind);
  if (reading?.type !== 'read' || reading.records.size > 0) return false;
  // Objects that it cannot show yet do not show that the list works.
  return countManaged(kind, base) - (reading.unseen?.size ?? 0) >= 2;
}

const countManaged = (name: KindName, { entries }: PlanInput['base']): number =>
  [...entries.values()].filter(({ kind }) => kind === name).length;

const suddenlyEmpty = (input: PlanInput): readonly Refusal[] =>
  kinds
    .filter(({ name }) => isSuddenlyEmpty(name, input))
    .map(({ name, folder }) => ({
      reason: `the target reports that all ${countManaged(name, input.base)} ${folder} are gone, so nothing is changed until that is resolved (if it was emptied on purpose, run \`gitcast state rebuild\` to start over)`,
    }));
