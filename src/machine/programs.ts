/**
 * Every program that gitcast starts, besides Node.js, with the sentence for a user who does not have it. The lint rule
 * `outside-programs` refuses to start anything else, so this list is complete.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';

interface Listed {
  /** A sentence without its period. */
  readonly missing: string;
  readonly fix: string;
}

export const PROGRAMS = {
  git: { missing: 'git was not found', fix: 'install git, then run the command again' },
  ssh: {
    missing: 'ssh was not found',
    fix: 'install the ssh client of OpenSSH, then run gitcast publish again',
  },
  rsync: { missing: 'rsync was not found', fix: 'install rsync, then run gitcast publish again' },
  npm: { missing: 'npm was not found', fix: 'install npm, which comes with Node.js, then run the command again' },
  // Only on systems without /proc. Without it, a lock counts as held until it expires.
  ps: { missing: 'ps was not found', fix: 'install ps, to recognise the lock of a run that has ended' },
  editor: { missing: 'no editor was found', fix: 'set GITCAST_EDITOR, for example to "code"' },
} as const satisfies Readonly<Record<string, Listed>>;

export type ProgramName = keyof typeof PROGRAMS;

declare const isListed: unique symbol;

/** The name or the path of a listed program. */
export type Program = string & { readonly [isListed]: true };

/** `command` is the program that the user has chosen for it, by a setting or a variable. */
export const program = (name: ProgramName, command: string = name): Program => command as Program;

/** A listed program is not installed on this machine. */
export class ProgramMissing extends UserError {
  constructor(name: ProgramName) {
    super(PROGRAMS[name].missing, { suggestion: PROGRAMS[name].fix });
  }
}

/** The first of these names that is a program in a folder of PATH. */
export function onPath(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix))).find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
