import { assertNever } from '../../../diagnostics/errors.ts';
import type { Change } from '../../../project/index.ts';
import { number } from '../text/excerpts.ts';

/** How much attention a change needs: what cannot be undone first, what a person must decide next. */
export type Risk =
  | 'deletes'
  | 'replaces'
  | 'blind'
  | 'conflicts'
  | 'drift'
  | 'manual'
  | 'updates'
  | 'creates'
  | 'knowledge';

export const RISKS: readonly { readonly risk: Risk; readonly title: string }[] = [
  { risk: 'deletes', title: 'Deletes' },
  { risk: 'replaces', title: 'Replaces' },
  { risk: 'blind', title: 'Blind writes, without reading first' },
  { risk: 'conflicts', title: 'Conflicts' },
  { risk: 'drift', title: 'Drift' },
  { risk: 'manual', title: 'To do by hand' },
  { risk: 'updates', title: 'Updates' },
  { risk: 'creates', title: 'Creates' },
  { risk: 'knowledge', title: 'Adopted, moved, no longer managed' },
];

export function riskOf({ action, certainty }: Change): Risk {
  switch (action) {
    case 'delete':
      return 'deletes';
    case 'replace':
      return 'replaces';
    case 'conflict':
      return 'conflicts';
    case 'drift':
    case 'manual':
      return action;
    case 'update':
      return certainty === 'blind' ? 'blind' : 'updates';
    case 'create':
      return 'creates';
    case 'adopt':
    case 'move':
    case 'forget':
      return 'knowledge';
    default:
      return assertNever(action);
  }
}

export function byRisk(
  changes: readonly Change[],
): readonly { readonly title: string; readonly risk: Risk; readonly changes: readonly Change[] }[] {
  const groups = Map.groupBy(changes, riskOf);
  return RISKS.map(({ risk, title }) => ({ risk, title, changes: groups.get(risk) ?? [] })).filter(
    (group) => group.changes.length > 0,
  );
}

const WORDS = ['create', 'update', 'replace', 'delete', 'adopt', 'move', 'drift', 'conflict', 'manual'] as const;

interface Counts extends Readonly<Record<(typeof WORDS)[number], number>> {
  /** Undefined for several plans that differ only in it. */
  readonly unchanged: number | undefined;
}

/** `2 to create, 1 to delete, 180 unchanged`. */
export const summaryWords = (summary: Counts, uncompared = 0): string =>
  [...WORDS.flatMap((word) => said(word, summary)), ...others(summary, uncompared)].join(', ');

const RISKY_WORDS = ['delete', 'replace', 'conflict'] as const satisfies readonly (typeof WORDS)[number][];
const CALM_WORDS = [
  'drift',
  'manual',
  'update',
  'create',
  'adopt',
  'move',
] as const satisfies readonly (typeof WORDS)[number][];

/** `**1 to delete**, 2 to create, 180 unchanged`: what a reviewer must not overlook comes first. */
export function summaryMarkdown(summary: Counts, uncompared = 0): string {
  const risky = RISKY_WORDS.flatMap((word) => said(word, summary));
  const calm = CALM_WORDS.flatMap((word) => said(word, summary));
  return [...(risky.length === 0 ? [] : [`**${risky.join(', ')}**`]), ...calm, ...others(summary, uncompared)].join(
    ', ',
  );
}

function said(word: (typeof WORDS)[number], summary: Counts): readonly string[] {
  if (summary[word] === 0) return [];
  const shown = number(summary[word]);
  if (word === 'drift') return [`${shown} drifted`];
  if (word === 'conflict') return [`${shown} in conflict`];
  if (word === 'manual') return [`${shown} to do by hand`];
  return [`${shown} to ${word}`];
}

const others = ({ unchanged }: Counts, uncompared: number): readonly string[] => [
  ...(unchanged === undefined ? [] : [`${number(unchanged)} unchanged`]),
  ...(uncompared > 0 ? [`${number(uncompared)} not compared`] : []),
];
