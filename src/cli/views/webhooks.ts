import { assertNever } from '../../diagnostics/errors.ts';
import type { PullEvent, Listening, Receipt } from '../../project/index.ts';
import { printable } from '../../diagnostics/printable.ts';
import { pulledLines } from './pull.ts';
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
