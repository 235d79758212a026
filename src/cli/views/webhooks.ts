import { assertNever } from '../../diagnostics/errors.ts';
import type { PullEvent, Listening, Receipt } from '../../project/index.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { conflictLines, skippedLines } from './pull.ts';
import { waysOut } from './plan/verdict.ts';
import type { Style } from './text/style.ts';

/** A delivery as it was received. */
export function receiptText(receipt: Receipt, { colours }: Style): string {
  if (receipt.kind === 'invalid') return `${colours.red('✗')} refused: ${receipt.reason}\n\n`;
  const { id, type, timestamp, data } = receipt.delivery;
  const again = receipt.kind === 'duplicate' ? colours.dim(' (seen before)') : '';
  const body = JSON.stringify(data, null, 2)
    .split('\n')
    .map((line) => `  ${printable(line)}`)
    .join('\n');
  return `${colours.green('✓')} ${colours.bold(printable(type))}${again} ${colours.dim(`${printable(timestamp)} ${printable(id)}`)}\n${body}\n\n`;
}

export function listeningText({ url, target, base, branch, remote }: Listening['card'], { colours }: Style): string {
  const listening = `${colours.green('●')} listening at ${colours.bold(url)}\n`;
  if (branch === undefined) return `${listening}\n`;
  const where = remote === null ? 'in this repository (--push pushes it)' : `pushed to ${remote}`;
  const about = `edits on ${target} become commits on ${branch}, on top of ${base}, ${where}`;
  return `${listening}  ${printable(about)}\n\n`;
}

/** The result of a delivery while `webhooks listen --pull` runs. */
export function pullEventText(event: PullEvent, style: Style): string {
  const { colours } = style;
  switch (event.kind) {
    case 'waiting':
      return `${colours.dim(`· waiting: ${printable(event.reason)}`)}\n\n`;
    case 'failed': {
      const help = event.suggestion === null ? '' : `\n  ${printable(event.suggestion)}`;
      return `${colours.red('✗')} not pulled: ${printable(event.error)}${help}\n  ${colours.dim('the next delivery tries again')}\n\n`;
    }
    case 'pulled':
      return `${pulledLines(event, style).join('\n')}\n\n`;
    default:
      return assertNever(event);
  }
}

type Pulled = Omit<Extract<PullEvent, { kind: 'pulled' }>, 'kind' | 'deliveries'>;

export function pulledLines(event: Pulled, style: Style): readonly string[] {
  const { colours } = style;
  const { branch, commit, files, conflicts, skipped, notes, pushed, notPushed } = event;
  const marks = { added: colours.green('+'), changed: colours.yellow('~'), deleted: colours.red('-') };
  const where = `${colours.bold(printable(branch))}${pushed ? ', pushed' : ''}`;
  const heading =
    commit === undefined
      ? `${colours.dim('· nothing to commit')}${pushed ? ` (${where})` : ''}`
      : `${colours.green('✓')} ${count(files.length, 'file')} committed as ${commit.slice(0, 10)} on ${where}`;
  return [
    heading,
    ...files.map(({ change, path }) => `  ${marks[change]} ${printable(path)}`),
    ...[...conflictLines(conflicts, style), ...skippedLines(skipped, style)].map((line) => `  ${line}`),
    ...notes.map((note) => `  ${colours.dim(`· ${printable(note)}`)}`),
    ...waysOut(conflicts.map(({ reason }) => ({ action: 'conflict', reason }))).map((way) => `  ${colours.dim(way)}`),
    ...(notPushed === undefined ? [] : [`  ${colours.yellow('!')} not pushed: ${printable(notPushed)}`]),
  ];
}
