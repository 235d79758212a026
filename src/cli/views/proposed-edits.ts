/** The result of `pull --branch`. */
import type { ProposedEdits } from '../../project/index.ts';
import { printable } from '../../diagnostics/printable.ts';
import { pulledLines } from './webhooks.ts';
import type { Style } from './text/style.ts';

export function proposedText(
  { commit, blocked, not_pushed: notPushed, ...report }: ProposedEdits,
  style: Style,
): string {
  if (blocked !== null) return `${style.colours.red('✗')} ${printable(blocked)}\n`;
  const shown = { ...report, commit: commit ?? undefined, ...(notPushed !== null && { notPushed }) };
  return `${pulledLines(shown, style).join('\n')}\n`;
}
