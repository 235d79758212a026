import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changeFiles, changeTo } from './change-files.ts';
import { reasonOfDisk } from './disk-failure.ts';
import { UserError } from '../diagnostics/errors.ts';

/** Files by their path below a folder, with `/` between the parts. */
export type FileTexts = Readonly<Record<string, string | Uint8Array>>;

/** All of them, or none. */
export const writeFiles = (folder: string, files: FileTexts): Promise<void> =>
  changeFiles(
    folder,
    Object.entries(files).map(([path, text]) => changeTo(join(folder, path), text)),
  );

/** A file that a person names, such as a report: it may also be a pipe. */
export function writeFile(path: string, text: string | Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UserError(`${path} could not be written: ${reason}`, { cause: error });
  }
}

const MOST_NAMED = 6;

/** Refuses to overwrite existing files. */
export function refuseTaken(taken: readonly string[], instead: string): void {
  if (taken.length === 0) return;
  const more = taken.length > MOST_NAMED ? ` and ${taken.length - MOST_NAMED} more` : '';
  const named = taken.slice(0, MOST_NAMED).join(', ');
  throw new UserError(`nothing was written, because these files exist already: ${named}${more}`, {
    suggestion: `${instead}, or overwrite them with --force`,
  });
}
