/** Values that the service did not keep as they were sent, reported by the run that sent them. */
import type { Result, StoredValue } from '../../../project/index.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { code } from '../text/markdown.ts';
import type { Style } from '../text/style.ts';

type Stored = StoredValue & { readonly address: string };

const MOST = 20;

const storedIn = (results: readonly Result[]): readonly Stored[] =>
  results.flatMap(({ address, stored = [] }) => stored.map((each) => ({ address, ...each })));

export function storedLines(results: readonly Result[], { colours }: Style): readonly string[] {
  const all = storedIn(results);
  if (all.length === 0) return [];
  const shown = all
    .slice(0, MOST)
    .flatMap((value) => [
      `${colours.yellow('≈')} ${colours.bold(value.address)} ${printable(value.field)} is stored differently${how(value)}`,
      `    ${colours.dim('sent  ')} ${line(value.sent)}`,
      `    ${colours.dim('stored')} ${line(value.stored)}`,
    ]);
  const more = all.length > MOST ? [`  and ${all.length - MOST} more; gitcast status lists them`] : [];
  return [...shown, ...more, colours.dim(`  ${EXPLAINED}`)];
}

export function storedMarkdown(results: readonly Result[]): readonly string[] {
  const all = storedIn(results);
  if (all.length === 0) return [];
  const shown = all
    .slice(0, MOST)
    .map(
      (value) =>
        `- ${code(value.address)} ${code(value.field)}${how(value)}: sent ${code(value.sent)}, stored ${code(value.stored)}`,
    );
  const more = all.length > MOST ? [`- … and ${all.length - MOST} more`] : [];
  return [`#### Stored differently (${all.length})`, [...shown, ...more].join('\n')];
}

const EXPLAINED =
  'stored differently: the service did not keep what was sent. It is not sent again until the file changes; gitcast status lists it.';

function how({ sent, stored, cutAfter }: StoredValue): string {
  if (stored === '' && sent !== '') return ', not at all';
  if (cutAfter !== undefined) return `, cut after ${cutAfter} characters`;
  return sent.normalize() === stored.normalize() ? ', in a different Unicode form that looks the same' : '';
}

/** Quoted when the difference may be a space at either end. */
function line(text: string): string {
  if (text === '') return '(nothing)';
  const shown = printable(text.replace(/\n+$/, '').replaceAll('\n', '⏎ '));
  return shown === shown.trim() ? shown : `"${shown}"`;
}
