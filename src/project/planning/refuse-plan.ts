import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded, type Mention, type Wording } from '../../diagnostics/wording.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Allowing, Plan, Refusal } from '../../plan/plan.ts';

/** How to resolve a refusal: the first step, and the option that allows it, of this call or of another. */
export function helpOf(refusal: Refusal, { target }: Pick<Plan, 'target'>, elsewhere?: 'sync'): Wording | undefined {
  const { allows } = refusal;
  if (!allows) return refusal.remedy;
  const allowed = elsewhere
    ? worded`run \`${call(elsewhere, { target, ...optionsOf(allows) })}\``
    : worded`add ${inWords(allowingOptions(allows))}`;
  const step = firstStep(refusal, target);
  return step === undefined
    ? worded`if this is intended, ${allowed}`
    : worded`${step}; if this is intended, ${allowed}`;
}

const optionsOf = ({ allowEmpty, ...others }: Allowing) => ({
  ...others,
  ...(allowEmpty && { allowEmpty: allowEmpty.join() }),
});

export const inWords = ([first, ...others]: readonly Mention[]): Wording =>
  others.reduce((before: Wording, each) => worded`${before} and ${each}`, worded`${first!}`);

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
const firstStep = ({ remedy, allows }: Refusal, target: string): Wording | undefined =>
  remedy === undefined && allows?.allowRollback
    ? worded`review what would change with \`${call('plan', { target, allowRollback: true })}\``
    : remedy;

export const allowingOptions = ({
  allowDeletes,
  allowEmpty,
  allowRollback,
}: AllowingOf<string>): readonly Mention[] => [
  ...(allowDeletes === undefined ? [] : [option('allowDeletes', allowDeletes)]),
  ...(allowEmpty ? [option('allowEmpty', allowEmpty.join())] : []),
  ...(allowRollback ? [option('allowRollback')] : []),
];

/**
 * Throws if a plan must not be applied: it is refused, or the service is still creating the broadcast. `elsewhere` is the
 * call that has the options, if the running one does not. `report` is what programs get besides the reason.
 */
export function refusePlan(
  plan: Plan,
  snapshot: Snapshot,
  { force, elsewhere, report }: { readonly force: boolean; readonly elsewhere?: 'sync'; readonly report?: object },
): void {
  const [first, ...others] = plan.refusals;
  if (first) {
    throw new UserError(`the plan is refused: ${plan.refusals.map(({ reason }) => reason).join('; ')}`, {
      suggestion: helpOf(wholeOf([first, ...others]), plan, elsewhere) ?? worded`${call('plan')} shows the whole plan`,
      report,
    });
  }
  const reading = snapshot.kinds.get('broadcast');
  const [record] = reading && 'records' in reading ? [...reading.records.values()] : [];
  const status = record?.fields['status'];
  if (typeof status === 'string' && status !== 'idle' && !force) {
    throw new UserError(`the service is still creating this broadcast (its status is ${status})`, {
      suggestion: worded`wait until it is idle, or add ${option('force')}`,
      report,
    });
  }
}
