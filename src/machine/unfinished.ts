/**
 * What is on its way into a project, in `.gitcast/unfinished/`: a file there is neither read as content nor committed. Steps that
 * belong together are noted there before the first one, with what was before, so that the next command takes them back if this
 * process is killed in between.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ifPossible } from '../values/if-possible.ts';
import { once } from '../values/once.ts';
import { replaceFile } from './replace-file.ts';
import { fateOf, thisProcess, type ProcessIdentity } from './processes.ts';

/** A file that was renamed, or one that got another text or none: `before` is the name of a copy. */
export type UnfinishedStep =
  | { readonly type: 'rename'; readonly from: string; readonly to: string }
  | { readonly type: 'replace'; readonly file: string; readonly before: string; readonly after: string | null };

export interface Unfinished {
  readonly folder: string;
  /** Before the first step. */
  readonly note: (steps: readonly UnfinishedStep[]) => void;
  /** Once all steps are taken, or taken back. */
  readonly end: () => void;
}

/** A single file is written there first too, if it is on the same disk. */
export const unfinishedIn = (root: string): string => join(root, '.gitcast', 'unfinished');

/** Each process has a folder of its own there. */
export function beginUnfinished(root: string): Unfinished {
  const folder = join(unfinishedIn(root), randomUUID());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, OWNER), JSON.stringify(thisProcess()));
  const steps = join(folder, STEPS);
  return {
    folder,
    note(taken) {
      writeFileSync(`${steps}.new`, JSON.stringify(taken), { flush: true });
      renameSync(`${steps}.new`, steps);
    },
    end() {
      // Nothing is taken back from now on.
      rmSync(steps, { force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const [OWNER, STEPS] = ['owner.json', 'steps.json'];

export const digestOf = (content: string | Uint8Array): string => hash('sha256', content, 'base64url');

/** Takes back what processes left behind that were killed. Returns how many of them had taken a step. */
export function takeBackUnfinished(root: string): number {
  const folders = ifPossible(() => readdirSync(unfinishedIn(root))) ?? [];
  return folders.map((name) => join(unfinishedIn(root), name)).filter((folder) => isLeft(folder) && takeBack(folder))
    .length;
}

const here = once(thisProcess);

function isLeft(folder: string): boolean {
  const owner = ifPossible(() => JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as ProcessIdentity);
  const lastSeen = ifPossible(() => statSync(folder).mtimeMs) ?? 0;
  // No single file takes an hour.
  if (ifPossible(() => statSync(folder).isFile())) return lastSeen < Date.now() - 3_600_000;
  return (
    owner !== undefined && ['ended', 'restarted'].includes(fateOf(owner, { here: here(), lastSeen, now: Date.now() }))
  );
}

function takeBack(folder: string): boolean {
  const steps = ifPossible(() => JSON.parse(readFileSync(join(folder, STEPS), 'utf8')) as readonly UnfinishedStep[]);
  for (const step of steps?.toReversed() ?? []) {
    if (step.type === 'rename') {
      if (existsSync(step.from) || !existsSync(step.to)) continue;
      mkdirSync(dirname(step.from), { recursive: true });
      renameSync(step.to, step.from);
      ifPossible(() => rmdirSync(dirname(step.to)));
      continue;
    }
    const now = ifPossible(() => digestOf(readFileSync(step.file))) ?? null;
    // Somebody may have edited it since.
    const before = join(folder, step.before);
    if (now === step.after && existsSync(before))
      replaceFile(step.file, readFileSync(before), { mode: statSync(before).mode });
  }
  rmSync(folder, { recursive: true, force: true });
  return steps !== undefined;
}
