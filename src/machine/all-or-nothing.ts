/** Changes of several files that belong together: all of them are made, or none. */
import { rmSync, statSync } from 'node:fs';
import { UserError } from '../diagnostics/errors.ts';
import { ifPossible } from '../values/if-possible.ts';
import { reasonOfDisk } from './disk-failure.ts';
import { replaceFile } from './replace-file.ts';

/** A step, and how to take it back. */
export interface Step {
  readonly path: string;
  readonly take: () => void;
  readonly takeBack: () => void;
}

export function takeAll(steps: readonly Step[]): void {
  const taken: Step[] = [];
  for (const step of steps) {
    try {
      step.take();
      taken.push(step);
    } catch (error) {
      for (const each of taken.toReversed()) ifPossible(each.takeBack);
      throw error instanceof UserError ? error : notWritten(step.path, error);
    }
  }
}

/** A change of one file, which is taken back with the bytes from before; undefined: there was no such file. */
export function changing(path: string, before: Uint8Array | undefined, take: () => void): Step {
  const mode = before && statSync(path).mode;
  const takeBack = (): void => (before ? replaceFile(path, before, { mode }) : rmSync(path, { force: true }));
  return { path, take, takeBack };
}

export function notWritten(path: string, error: unknown): UserError {
  const reason = reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error));
  return new UserError(`${path} could not be written, so nothing was changed: ${reason}`, { cause: error });
}
