import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Readers find either the old file or the new one, complete. The folder is created; a failure leaves nothing behind. `mode`: the
 * permissions, such as `0o600` for a file that holds a key (default: those that it had).
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { mode = statSync(file, { throwIfNoEntry: false })?.mode }: { readonly mode?: number | undefined } = {},
): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = unfinishedName(file);
  try {
    writeFileSync(unfinished, content, { flag: 'wx', ...(mode !== undefined && { mode }) });
    // Of a new file, the system removes those that its settings deny.
    if (mode !== undefined) chmodSync(unfinished, mode);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const UNFINISHED = '.tmp';

/** Where a file is written before it takes its place. */
export const unfinishedName = (file: string): string => `${file}.${randomUUID()}${UNFINISHED}`;

/** Left behind by a process that was killed while writing. */
export const isLeftBehind = (name: string): boolean => name.endsWith(UNFINISHED);
