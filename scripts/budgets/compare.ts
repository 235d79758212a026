/** A number that was reached is a budget. It goes up only with a decision that names it. */
import type { Numbers } from './measure.ts';

export interface Row {
  readonly name: string;
  readonly now: number | undefined;
  readonly budget: number | undefined;
  readonly problem?: string;
}

/** A name that budgets.json lacks is as much a fault as a number above it: a new folder needs a budget too. */
export function compare(now: Numbers, budgets: Numbers): readonly Row[] {
  return Object.keys({ ...budgets, ...now }).map((name): Row => {
    const row = { name, now: now[name], budget: budgets[name] };
    if (row.now === undefined) return { ...row, problem: 'nothing to count any more: npm run budgets -- --lower' };
    if (row.budget === undefined) return { ...row, problem: 'not in budgets.json' };
    return row.now > row.budget ? { ...row, problem: `${row.now - row.budget} above its budget` } : row;
  });
}

/** What is reached, where that is less; names without anything left to count go. */
export const lowered = (now: Numbers, budgets: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(budgets).flatMap(([name, budget]) =>
      now[name] === undefined ? [] : [[name, Math.min(budget, now[name])]],
    ),
  );

/** Numbers that went up, or came new, since an earlier version, without a new decision that names both values. */
export function raisedInSilence(before: Numbers, after: Numbers, decisions: readonly string[]): readonly string[] {
  const isDecided = (name: string, from: number, to: number): boolean =>
    decisions.some((text) => text.includes(name) && [from, to].every((number) => numbersIn(text).has(number)));
  return Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? 0;
    if (to <= from || isDecided(name, from, to)) return [];
    return [
      `${name} goes from ${from} to ${to}: add a decision to docs/decisions that names the key and both values, what it buys, and what was taken away for it`,
    ];
  });
}

/** `1,200` is 1200. */
const numbersIn = (text: string): ReadonlySet<number> =>
  new Set(text.match(/\d[\d,]*/g)?.map((digits) => Number(digits.replaceAll(',', ''))));
