/** Fields that no file has and that were changed on the target: their names, never their values. */
import type { UnmanagedFields } from '../../../project/index.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { count } from '../../../diagnostics/count.ts';
import type { Style } from '../text/style.ts';

const MOST = 20;

export const unmanagedCount = (found: readonly UnmanagedFields[]): number =>
  found.reduce((total, { fields }) => total + fields.length, 0);

/** `events/opening (description)`, shortened to a readable number. */
export function unmanagedNames(found: readonly UnmanagedFields[]): string {
  const shown = found.slice(0, MOST).map(({ address, fields }) => `${address} (${fields.join(', ')})`);
  return printable([...shown, ...(found.length > MOST ? [`and ${found.length - MOST} more`] : [])].join(', '));
}

export function unmanagedLines(found: readonly UnmanagedFields[], { colours }: Style): readonly string[] {
  if (found.length === 0) return [];
  const number = unmanagedCount(found);
  const what = `${count(number, 'field')} that no file has ${number === 1 ? 'was' : 'were'} changed on the target`;
  return [
    `${colours.yellow('○')} ${what}: ${unmanagedNames(found)}`,
    colours.dim('  gitcast pull --all-fields pulls them into the files; gitcast state seen accepts them'),
  ];
}
