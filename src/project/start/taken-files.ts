/** Refuses to overwrite existing files. */
import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';

const MOST_NAMED = 6;

export function refuseTaken(taken: readonly string[], instead: string): void {
  if (taken.length === 0) return;
  const more = taken.length > MOST_NAMED ? ` and ${taken.length - MOST_NAMED} more` : '';
  const named = taken.slice(0, MOST_NAMED).join(', ');
  throw new UserError(`nothing was written, because these files exist already: ${named}${more}`, {
    suggestion: `${instead}, or overwrite them with --force`,
  });
}

export const isSame = (path: string, text: string | Uint8Array): boolean =>
  existsSync(path) && readFileSync(path).equals(Buffer.from(text as string));
