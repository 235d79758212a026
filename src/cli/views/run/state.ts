import { count } from '../../../diagnostics/count.ts';
import type { MovedState, Plan, RebuiltState, UnmanagedFields } from '../../../project/index.ts';
import type { Style } from '../text/style.ts';
import { incompleteLines, unmanagedCount, unmanagedNames } from '../plan/verdict.ts';

export function seenText(found: readonly UnmanagedFields[], plan: Plan, style: Style): string {
  const number = unmanagedCount(found);
  const said =
    number === 0
      ? 'no changes to fields that no file has'
      : `accepted the changes to ${count(number, 'field')}: ${unmanagedNames(found)}`;
  return `${[...incompleteLines(plan, style), `${style.colours.green('✓')} ${said}`].join('\n')}\n`;
}

export const movedText = ({ target, moved }: MovedState, { colours }: Style): string =>
  `${colours.green('✓')} moved the state of ${target} with ${count(moved, 'document')}; gitcast plan shows what differs\n`;

export function rebuiltText({ report, plan }: RebuiltState, style: Style): string {
  const { adopted, next, complete } = report;
  const { green, yellow } = style.colours;
  const mark = complete ? green('✓') : yellow('!');
  const found = `${mark} ${count(adopted, 'document')} found again on ${plan.target}; ${nextText(next)}`;
  return `${[...incompleteLines(plan, style), found].join('\n')}\n`;
}

/** Left to a person. */
const OPEN: ReadonlySet<string> = new Set(['drift', 'conflict', 'manual']);

function nextText(next: Readonly<Record<string, number>>): string {
  const counts = Object.entries(next).map(([action, number]) =>
    OPEN.has(action) ? `${number} ${action}` : `${number} to ${action}`,
  );
  return counts.length === 0
    ? 'nothing is left to sync'
    : `the next plan has ${counts.join(', ')} (gitcast plan shows it)`;
}
