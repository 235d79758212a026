import { printable } from '../../../diagnostics/printable.ts';
import type { Check } from '../../../project/index.ts';
import type { Style } from '../text/style.ts';

export function checksText(checks: readonly Check[], { colours, quiet }: Style): string {
  const shown = quiet ? checks.filter(({ ok }) => !ok) : checks;
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  return shown
    .flatMap(({ name, ok, message, fix }) => [
      `${ok ? colours.green('✓') : colours.red('✗')} ${colours.bold(name.padEnd(width))}  ${printable(message)}`,
      ...(fix === null ? [] : [`  ${' '.repeat(width)}  ${colours.bold('help')}: ${printable(fix)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
