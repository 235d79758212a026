import { printable } from '../../diagnostics/printable.ts';
import type { ServiceCheck } from '../../project/index.ts';
import type { Style } from './text/style.ts';

/** One line for each check, and below it the next step. `--quiet` shows only those that are not ok. */
export function serviceChecksText(checks: readonly ServiceCheck[], { colours, quiet }: Style): string {
  const shades = { ok: colours.green, warn: colours.yellow, error: colours.red };
  const shown = quiet ? checks.filter(({ level }) => level !== 'ok') : checks;
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  return shown
    .flatMap(({ name, level, message, fix }) => [
      `${shades[level](level.padEnd(5))} ${colours.bold(name.padEnd(width))}  ${printable(message)}`,
      ...(fix === null ? [] : [`      ${' '.repeat(width)}  ${colours.bold('help')}: ${printable(fix)}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
