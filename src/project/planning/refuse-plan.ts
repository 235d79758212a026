import { UserError } from '../../diagnostics/errors.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Allowing, Plan, Refusal } from '../../plan/plan.ts';

/** How to resolve a refusal: the first step, and the flags that allow it, of this command or of another. */
export function helpOf(refusal: Refusal, { target }: Pick<Plan, 'target'>, elsewhere?: 'sync'): string | undefined {
  const { allows } = refusal;
  if (!allows) return refusal.remedy;
  const allowed = elsewhere
    ? `run \`${['gitcast', elsewhere, '--target', target, ...allowingFlags(allows)].join(' ')}\``
    : `add ${allowingFlags(allows).join(' and ')}`;
  const step = firstStep(refusal, target);
  return step === undefined ? `if this is intended, ${allowed}` : `${step}; if this is intended, ${allowed}`;
}

/** All of them as one, if options allow all of them; otherwise one that no option allows. */
function wholeOf(refusals: readonly [Refusal, ...Refusal[]]): Refusal {
  const firm = refusals.find(({ allows }) => !allows);
  if (firm) return firm;
  const remedy = [...new Set(refusals.flatMap((each) => each.remedy ?? []))].join('; ');
  return {
    reason: refusals.map(({ reason }) => reason).join('; '),
    ...(remedy !== '' && { remedy }),
    allows: allowingAll(refusals.flatMap(({ allows }) => allows ?? [])),
  };
}

/** A plan empties kinds, and a publication empties folders. */
type AllowingOf<Emptied extends string> = Omit<Allowing, 'allowEmpty'> & { readonly allowEmpty?: readonly Emptied[] };

/** The options that allow all of it. */
export function allowingAll<Emptied extends string>(all: readonly AllowingOf<Emptied>[]): AllowingOf<Emptied> {
  const deletes = all.flatMap(({ allowDeletes }) => allowDeletes ?? []);
  const emptied = [...new Set(all.flatMap(({ allowEmpty }) => allowEmpty ?? []))];
  return {
    ...(deletes.length > 0 && { allowDeletes: Math.max(...deletes) }),
    ...(emptied.length > 0 && { allowEmpty: emptied }),
    ...(all.some(({ allowRollback }) => allowRollback) && { allowRollback: true }),
  };
}

/** Nothing brings back a commit that is gone, so only a review can show what a rollback would revert. */
const firstStep = ({ remedy, allows }: Refusal, target: string): string | undefined =>
  remedy === undefined && allows?.allowRollback
    ? `review what would change with \`gitcast plan --target ${target} --allow-rollback\``
    : remedy;

export const allowingFlags = ({ allowDeletes, allowEmpty, allowRollback }: AllowingOf<string>): readonly string[] => [
  ...(allowDeletes === undefined ? [] : [`--allow-deletes ${allowDeletes}`]),
  ...(allowEmpty ? [`--allow-empty ${allowEmpty.join()}`] : []),
  ...(allowRollback ? ['--allow-rollback'] : []),
];

/**
 * Throws if a plan must not be applied: it is refused, or the service is still creating the broadcast. `elsewhere` is the
 * command that has the flags, if the running one does not. `report` is what programs get besides the reason.
 */
export function refusePlan(
  plan: Plan,
  snapshot: Snapshot,
  { force, elsewhere, report }: { readonly force: boolean; readonly elsewhere?: 'sync'; readonly report?: object },
): void {
  const [first, ...others] = plan.refusals;
  if (first) {
    throw new UserError(`the plan is refused: ${plan.refusals.map(({ reason }) => reason).join('; ')}`, {
      suggestion: helpOf(wholeOf([first, ...others]), plan, elsewhere) ?? 'gitcast plan shows the whole plan',
      report,
    });
  }
  const reading = snapshot.kinds.get('broadcast');
  const [record] = reading && 'records' in reading ? [...reading.records.values()] : [];
  const status = record?.fields['status'];
  if (typeof status === 'string' && status !== 'idle' && !force) {
    throw new UserError(`the service is still creating this broadcast (its status is ${status})`, {
      suggestion: 'wait until it is idle, or add --force',
      report,
    });
  }
}
