/**
 * Runs a command and measures its time, the processor time of it and its descendants, and the memory of all of its processes
 * together: the sum of their resident sets, so that pages they share count once for each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Took } from './in-turns.ts';
import { tracked } from './leftovers.ts';
import { program } from '../../test/programs.ts';

export interface Command {
  /** `node` is the one that runs this. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A plan with changes ends with 2. */
  readonly codes?: readonly number[];
}

/** The shell prints what processors spent for its children, exactly and after the last of them ended. */
const SCRIPT = '"$@" >&2; code=$?; times; exit $code';
const SAMPLE_MS = 50;

export async function measureTree({ words, cwd, env = process.env, codes = [0] }: Command): Promise<Took> {
  const [first, ...rest] = words;
  const path = first === 'node' ? process.execPath : first!;
  const started = performance.now();
  const child = tracked(
    spawn(program('sh'), ['-c', SCRIPT, 'sh', path, ...rest], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
    { isGroup: true },
  );
  const [spent, printed] = [text(child.stdout), text(child.stderr)];
  let kilobytes = 0;
  const sampling = setInterval(() => (kilobytes = Math.max(kilobytes, residentOf(child.pid!))), SAMPLE_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  if (!codes.includes(code ?? -1))
    throw new Error(`${words.join(' ')} ended with ${code}\n${(await printed).slice(-2000)}`);
  return { s: seconds, 'CPU s': processorSeconds(await spent), ...(kilobytes > 0 && { MB: kilobytes / 1024 }) };
}

/** The second line is about children, in user and system mode: `0m8.120s 0m1.040s` */
function processorSeconds(times: string): number {
  const spent = [...times.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)];
  return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** In kilobytes, of a process and its descendants. 0 where there is no /proc. */
export const residentOf = (pid: number): number =>
  descendants(pid).reduce((sum, each) => sum + (statusOf(each, 'VmRSS') ?? 0), 0);

/** The most memory that the process and those of its descendants that still run ever had. */
export const peakMegabytes = (pid: number): number =>
  descendants(pid).reduce((sum, each) => sum + (statusOf(each, 'VmHWM') ?? 0), 0) / 1024;

/** Processor time of a process and its descendants until now. A tick is a hundredth of a second. */
export function spentBy(pid: number): number {
  const ticks = descendants(pid).flatMap((each) => {
    // The name of the command, in parentheses, can contain spaces.
    const fields = read(`/proc/${each}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).map(Number);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

function descendants(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(descendants)];
}

function statusOf(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`));
  return found ? Number(found[1]) : undefined;
}

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
