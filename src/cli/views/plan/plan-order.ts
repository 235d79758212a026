import { assertNever } from '../../../diagnostics/errors.ts';
import type { Change } from '../../../project/index.ts';

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

/** `2 to create, 1 to delete, 180 unchanged`. */
export function summaryWords(
  summary: Readonly<Record<(typeof WORDS)[number] | 'unchanged', number>>,
  uncompared = 0,
): string {
  const said = WORDS.filter((word) => summary[word] > 0).map((word) => {
    if (word === 'drift') return `${summary.drift} drifted`;
    if (word === 'conflict') return `${summary.conflict} in conflict`;
    if (word === 'manual') return `${summary.manual} to do by hand`;
    return `${summary[word]} to ${word}`;
  });
  const unread = uncompared > 0 ? [`${uncompared} not compared`] : [];
  return [...said, `${summary.unchanged} unchanged`, ...unread].join(', ');
}
