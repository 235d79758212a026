/**
 * Identifies this process, and finds out whether a process that left its mark in a file is still running. A process id
 * alone is not enough: ids are reused, each container counts from 1, and a file may have been copied or have survived a
 * reboot. So a mark also contains the machine's boot, the namespace of the id, and the start time of the process.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { ifPossible } from '../values/if-possible.ts';
import { once } from '../values/once.ts';
import * as is from '../values/shape.ts';
import { program } from './programs.ts';

/** The fields of such a mark. */
export const processFields = {
  host: is.text,
  /** Zero or below names a group of processes, or all: it must never be signalled. */
  pid: is.shape<number>('a process id', (value) => Number.isSafeInteger(value) && (value as number) > 0),
  /** The id of the boot. Absent outside Linux, where start times are absolute and do not need it. */
  boot: is.optional(is.text),
  /** The namespace of the process id: containers on one machine share its boot but not its ids. */
  space: is.optional(is.text),
  /** The start time as the system writes it: compared, never parsed. */
  started: is.optional(is.text),
};

export type ProcessIdentity = is.ObjectOf<typeof processFields>;

/**
 * - `alive`, `ended`: certain, it is or was a process of this machine that is visible from here
 * - `restarted`: seems to be from before a restart of this machine or container. Certain once it shows no sign of
 *   life for a while, since other machines may have the same host name
 * - `unknown`: on another machine, or in another container
 */
export type Fate = 'alive' | 'ended' | 'restarted' | 'unknown';

export const thisProcess = once((): ProcessIdentity => {
  const boot = lineOf('/proc/sys/kernel/random/boot_id');
  const space = ifPossible(() => readlinkSync('/proc/self/ns/pid'));
  const started = startOf(process.pid);
  return {
    host: hostname(),
    pid: process.pid,
    ...(boot !== undefined && { boot }),
    ...(space !== undefined && { space }),
    ...(started !== undefined && { started }),
  };
});

/** Seen by the process `here`; `lastSeen` is when the other renewed its mark. */
export function fateOf(
  other: ProcessIdentity,
  { here, lastSeen, now }: { readonly here: ProcessIdentity; readonly lastSeen: number; readonly now: number },
): Fate {
  const isSameHost = other.host === here.host;
  const isSameBoot = other.boot === undefined || here.boot === undefined ? isSameHost : other.boot === here.boot;
  if (!isSameBoot) return isSameHost && lastSeen < bootedAt(now) ? 'restarted' : 'unknown';
  if (other.space !== here.space) return isSameHost && other.pid === here.pid ? 'restarted' : 'unknown';
  return isSameProcess(other, here) ? 'alive' : 'ended';
}

function isSameProcess({ pid, started }: ProcessIdentity, here: ProcessIdentity): boolean {
  if (!isAlive(pid)) return false;
  const start = startOf(pid);
  // Without start times only our own id is certainly another process.
  return started === undefined ? pid !== here.pid : start === undefined || start === started;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const bootedAt = (now: number): number => now - uptime() * 1000;

function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  // The program's name is in parentheses and may contain anything; the start time is the twentieth field after it.
  if (process.platform === 'linux')
    return lineOf(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ')[19];
  const options = { env: { LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' } as const;
  return (
    ifPossible(() => execFileSync(program('ps'), ['-o', 'lstart=', '-p', String(pid)], options).trim()) || undefined
  );
}

const lineOf = (file: string): string | undefined => ifPossible(() => readFileSync(file, 'utf8').trim()) || undefined;
