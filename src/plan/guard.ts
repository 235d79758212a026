/** What a plan may not do unless it is said out loud. A refusal fails the plan, dry run included. */
import { kinds } from '../kinds/registry.ts';
import type { PlanInput } from './context.ts';
import type { Change, Refusal } from './plan.ts';
import { idsPointedAt } from './fields/remote-pointers.ts';

/** A share of a kind means something only when there are some of it. */
const LEAST_FOR_SHARE = 10;

export function guard(changes: readonly Change[], input: PlanInput): readonly Refusal[] {
  const deletes = changes.filter(({ action }) => action === 'delete');
  return [
    ...tooManyDeletions(deletes, input, 'objects'),
    ...protectedOnes(deletes),
    ...stillReferenced(deletes, changes, input),
    ...suddenlyEmpty(input),
  ];
}

type Deletion = Pick<Change, 'kind'>;

/** More than the configuration allows, or a larger share of a kind. */
export const tooManyDeletions = (
  deletes: readonly Deletion[],
  input: PlanInput,
  what: 'objects' | 'files',
): readonly Refusal[] => [...tooMany(deletes, input, what), ...tooLargeAShare(deletes, input)];

const isAllowed = (count: number, { choices }: PlanInput): boolean => count <= (choices.allowDeletes ?? -1);

function tooMany(deletes: readonly Deletion[], input: PlanInput, what: string): readonly Refusal[] {
  const { count } = input.guard;
  if (deletes.length <= count || isAllowed(deletes.length, input)) return [];
  return [
    {
      reason: `it would delete ${deletes.length} ${what}, and guard.deletes.count allows ${count}`,
      flag: `--allow-deletes ${deletes.length}`,
    },
  ];
}

function tooLargeAShare(deletes: readonly Deletion[], input: PlanInput): readonly Refusal[] {
  const { percent } = input.guard;
  return kinds.flatMap(({ name, folder }) => {
    const managed = [...input.base.entries.values()].filter(({ kind }) => kind === name).length;
    const gone = deletes.filter(({ kind }) => kind === name).length;
    const share = (gone / managed) * 100;
    if (managed < LEAST_FOR_SHARE || share <= percent || isAllowed(deletes.length, input)) return [];
    return [
      {
        reason: `it would delete ${gone} of ${managed} ${folder}, and guard.deletes.percent allows ${percent} %`,
        flag: `--allow-deletes ${deletes.length}`,
      },
    ];
  });
}

const protectedOnes = (deletes: readonly Change[]): readonly Refusal[] =>
  deletes
    .filter(({ protect }) => protect)
    .map(({ address }) => ({ reason: `${address} is protected: put the file back and remove \`$protect\` first` }));

/** Something unmanaged that points at what would be deleted: nobody here can repoint it. */
function stillReferenced(
  deletes: readonly Change[],
  changes: readonly Change[],
  { snapshot }: PlanInput,
): readonly Refusal[] {
  const doomed = new Map(deletes.map((change) => [change.id, change.address]));
  if (doomed.size === 0) return [];
  const ours = new Set(changes.filter(({ action }) => action === 'update' || action === 'delete').map(({ id }) => id));
  return [...snapshot.kinds.values()]
    .flatMap((reading) => ('records' in reading ? [...reading.records.values()] : []))
    .filter(({ id }) => !ours.has(id))
    .flatMap((record) =>
      idsPointedAt(record).flatMap((id) => {
        const address = doomed.get(id);
        return address === undefined
          ? []
          : [{ reason: `${address} is still used by ${record.kind} ${record.id}, which no file manages` }];
      }),
    );
}

/** A kind of which everything is gone at once is a broken listing more often than it is true. */
function suddenlyEmpty({ base, snapshot }: PlanInput): readonly Refusal[] {
  return kinds.flatMap(({ name, folder }) => {
    const reading = snapshot.kinds.get(name);
    if (reading?.type !== 'read' || reading.records.size + (reading.unseen?.size ?? 0) > 0) return [];
    const managed = [...base.entries.values()].filter(({ kind }) => kind === name).length;
    if (managed < 2) return [];
    return [
      {
        reason: `the target says that it has none of the ${managed} ${folder} any more: nothing is done before that is cleared up (if it was emptied on purpose, run \`gitcast state rebuild\` to start anew)`,
      },
    ];
  });
}
