import { allowingOptions } from '../../../project/planning/refuse-plan.ts';
import type { Plan, Refusal } from '../../../project/index.ts';
import { onCommandLine } from '../../notation.ts';
import { code, prose } from '../text/markdown.ts';

const MOST = 20;

/** Why the plan must not be applied, in one box. */
export function refusalsMarkdown({ refusals }: Plan): readonly string[] {
  if (refusals.length === 0) return [];
  if (refusals.length === 1) return [`> [!CAUTION]\n> Refused: ${refusalMarkdown(refusals[0]!)}`];
  const lines = refusals.slice(0, MOST).map((each) => `> - ${refusalMarkdown(each)}`);
  const more = refusals.length > MOST ? [`> - … and ${refusals.length - MOST} more`] : [];
  return [['> [!CAUTION]', '> Refused:', '>', ...lines, ...more].join('\n')];
}

function refusalMarkdown({ reason, remedy, allows }: Refusal): string {
  const flags = allowingOptions(allows ?? {}).map((option) => ` (${code(onCommandLine(option))})`);
  return [prose(reason.slice(0, 600)), ...(remedy === undefined ? [] : [`; ${prose(remedy)}`]), ...flags].join('');
}
