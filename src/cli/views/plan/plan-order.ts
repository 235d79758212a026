import type { Action, Change } from '../../../project/index.ts';
import { ACTIONS } from '../../../project/planning/plan-report.ts';
import { number } from '../text/excerpts.ts';

/** How much attention a change needs: what cannot be undone first, what a person must decide next. */
const RISKS = {
  deletes: 'Deletes',
  replaces: 'Replaces',
  blind: 'Blind writes, without reading first',
  conflicts: 'Conflicts',
  drift: 'Drift',
  manual: 'To do by hand',
  updates: 'Updates',
  creates: 'Creates',
  knowledge: 'Adopted, moved, no longer managed',
} as const;

export type Risk = keyof typeof RISKS;

const RISK_OF: Readonly<Record<Change['action'], Risk>> = {
  delete: 'deletes',
  replace: 'replaces',
  conflict: 'conflicts',
  drift: 'drift',
  manual: 'manual',
  update: 'updates',
  create: 'creates',
  adopt: 'knowledge',
  move: 'knowledge',
  forget: 'knowledge',
};

const riskOf = ({ action, certainty }: Change): Risk =>
  action === 'update' && certainty === 'blind' ? 'blind' : RISK_OF[action];

interface RiskGroup {
  readonly risk: Risk;
  readonly title: string;
  readonly changes: readonly Change[];
}

export function byRisk(changes: readonly Change[]): readonly RiskGroup[] {
  const groups = Map.groupBy(changes, riskOf);
  return Object.entries(RISKS).flatMap(([name, title]) => {
    const risk = name as Risk;
    const found = groups.get(risk);
    return found ? [{ risk, title, changes: found }] : [];
  });
}

interface Counts extends Readonly<Record<Action, number>> {
  /** Undefined for several plans that differ only in it. */
  readonly unchanged: number | undefined;
}

/** `2 to create, 1 to delete, 180 unchanged`. */
export const summaryWords = (summary: Counts, uncompared = 0): string =>
  [...ACTIONS.flatMap((word) => said(word, summary)), ...others(summary, uncompared)].join(', ');

const RISKY_WORDS = ['delete', 'replace', 'conflict'] as const;
const CALM_WORDS = ['drift', 'manual', 'update', 'create', 'adopt', 'move', 'forget'] as const;

/** `**1 to delete**, 2 to create, 180 unchanged`: what a reviewer must not overlook comes first. */
export function summaryMarkdown(summary: Counts, uncompared = 0): string {
  const risky = RISKY_WORDS.flatMap((word) => said(word, summary));
  const calm = CALM_WORDS.flatMap((word) => said(word, summary));
  return [...(risky.length === 0 ? [] : [`**${risky.join(', ')}**`]), ...calm, ...others(summary, uncompared)].join(
    ', ',
  );
}

const SAID: Readonly<Record<string, string>> = {
  forget: 'no longer managed',
  drift: 'drifted',
  conflict: 'in conflict',
  manual: 'to do by hand',
};

const said = (word: Action, summary: Counts): readonly string[] =>
  summary[word] === 0 ? [] : [`${number(summary[word])} ${SAID[word] ?? `to ${word}`}`];

const others = ({ unchanged }: Counts, uncompared: number): readonly string[] => [
  ...(unchanged === undefined ? [] : [`${number(unchanged)} unchanged`]),
  ...(uncompared > 0 ? [`${number(uncompared)} not compared`] : []),
];
