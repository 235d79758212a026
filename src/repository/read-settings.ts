import { existsSync, readFileSync } from 'node:fs';
import { count } from '../diagnostics/count.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';

/** Where settings are read: on the disk, unless a commit is checked. */
export interface SettingsFiles {
  readonly exists: (file: string) => boolean;
  readonly textOf: (file: string) => string;
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = reasonOfDisk(error);
    throw reason === undefined ? error : new UserError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

export const ON_DISK: SettingsFiles = { exists: existsSync, textOf: readText };

export const unusable = (file: string, diagnostics: readonly Diagnostic[]): UserError =>
  new UserError(`${file} has ${count(diagnostics.length, 'problem')}`, { diagnostics });
