/**
 * The allowances that a reviewer can give beyond the guard, and the labels of a pull request that say so. A label is
 * given by hand, so its text is made and read in one place.
 */
import type { PlanInput } from '../context.ts';
import { kindShape, fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { emptiedKinds, tooManyDeletions } from '../guard.ts';
import type { Plan } from '../plan.ts';
import * as is from '../../values/shape.ts';

export const allowancesShape = is.object({
  /** As many deletions as the option `allowDeletes` would allow; 0 for no more than the guard does. */
  deletes: is.count,
  /** True to replace objects that cannot be updated, as the option `allowReplace` does. */
  replace: is.flag,
  /** Kinds of which nothing may be left, as the option `allowEmpty` allows it. */
  empty: is.optional(is.listOf(kindShape)),
});

/** The allowances of reviewers beyond the guard. */
export type Allowances = is.InferOf<typeof allowancesShape>;

export const NO_ALLOWANCES: Allowances = { deletes: 0, replace: false };

export const guardShape = is.object({ count: is.count, percent: is.number });

/** The limits above which deletions need an approval. */
export type Guard = is.InferOf<typeof guardShape>;

/** A pull request can raise the guard in its own configuration. What counts is the lowest of these. */
export const strictest = (guards: readonly Guard[]): Guard => ({
  count: Math.min(...guards.map(({ count }) => count)),
  percent: Math.min(...guards.map(({ percent }) => percent)),
});

/** The allowances that a plan needs under a guard that may be stricter than the one that it was made with. */
export function neededUnder(plan: Plan, { guard, base }: Pick<PlanInput, 'guard' | 'base'>): Allowances {
  const deletes = plan.changes.filter(({ action }) => action === 'delete');
  const isGuarded = tooManyDeletions(deletes, { guard, base, choices: {} }, 'objects').length > 0;
  const needed = { ...neededFor(plan), ...emptying(emptiedKinds(plan.changes, base)) };
  return isGuarded ? { ...needed, deletes: Math.max(needed.deletes, deletes.length) } : needed;
}

/** The allowances without which a sync would refuse the plan or leave part of it undone. */
export function neededFor({ summary, refusals }: Pick<Plan, 'summary' | 'refusals'>): Allowances {
  const isGuarded = refusals.some(({ allows }) => allows?.allowDeletes !== undefined);
  const empty = refusals.flatMap(({ allows }) => allows?.allowEmpty ?? []);
  return { deletes: isGuarded ? summary.delete : 0, replace: summary.replace > 0, ...emptying(empty) };
}

export const isCovered = (needed: Allowances, given: Allowances): boolean =>
  needed.deletes <= given.deletes &&
  (!needed.replace || given.replace) &&
  (needed.empty ?? []).every((kind) => given.empty?.includes(kind));

/** Allowances of several reviews that are applied together. */
export const together = (all: readonly Allowances[]): Allowances => ({
  deletes: all.reduce((sum, { deletes }) => sum + deletes, 0),
  replace: all.some(({ replace }) => replace),
  ...emptying(all.flatMap(({ empty = [] }) => empty)),
});

export const emptying = (kinds: readonly KindName[]): Pick<Allowances, 'empty'> =>
  kinds.length === 0 ? {} : { empty: [...new Set(kinds)].toSorted() };

const REPLACE = 'gitcast: allow replacing';
const DELETES = /^gitcast: allow (\d{1,6}) deletes?$/;

const EMPTY = /^gitcast: allow empty ([a-z-]+)$/;

/** As its folder is named: labels have no capital letters. */
const inLabel = (kind: KindName): string => (kind === 'broadcast' ? kind : kindNamed(kind).folder!);

export const labelsFor = ({ deletes, replace, empty = [] }: Allowances): readonly string[] => [
  ...(deletes > 0 ? [`gitcast: allow ${deletes} ${deletes === 1 ? 'delete' : 'deletes'}`] : []),
  ...(replace ? [REPLACE] : []),
  ...empty.map((kind) => `gitcast: allow empty ${inLabel(kind)}`),
];

/** Labels with any other text allow nothing. Of two counts the smaller one is meant: a mistake must not allow more. */
export function allowancesIn(labels: readonly string[]): Allowances {
  const counts = labels.flatMap((label) => DELETES.exec(label)?.[1] ?? []).map(Number);
  const words = labels.flatMap((label) => EMPTY.exec(label)?.[1] ?? []);
  const empty = fileKinds.map(({ name }) => name).filter((kind) => words.includes(inLabel(kind)));
  return {
    deletes: counts.length === 0 ? 0 : Math.min(...counts),
    replace: labels.includes(REPLACE),
    ...emptying(empty),
  };
}
