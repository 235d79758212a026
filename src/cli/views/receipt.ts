import type { Receipt } from '../../webhooks/receiver.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Style } from './style.ts';

/** A delivery as it came in. */
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
