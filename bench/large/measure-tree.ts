/** Runs a command and measures the memory of all its processes together, as the system counts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Measured {
  readonly code: number;
  readonly seconds: number;
  /** What processors spent for it and its children: depends little on what else the machine does. */
  readonly processorSeconds: number;
  /** The most that the process and its descendants had in memory at one time. */
  readonly megabytes: number;
  /** The most that the first process had. */
  readonly ownMegabytes: number;
  readonly processes: number;
}

interface Command {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly output: string;
}

export async function measureTree({ words, cwd, env, output }: Command): Promise<Measured> {
  const log = openSync(output, 'w');
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', log, log] });
  let [kilobytes, own, processes, spent] = [0, 0, 0, 0];
  const sampling = setInterval(() => {
    const tree = descendants(child.pid!);
    processes = Math.max(processes, tree.length);
    kilobytes = Math.max(
      kilobytes,
      tree.reduce((sum, pid) => sum + (status(pid, 'VmRSS') ?? 0), 0),
    );
    own = Math.max(own, status(child.pid!, 'VmHWM') ?? 0);
    spent = Math.max(spent, spentBy(tree));
  }, 50);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(sampling);
  closeSync(log);
  return {
    code: code ?? -1,
    seconds: (performance.now() - started) / 1000,
    processorSeconds: spent,
    megabytes: Math.max(kilobytes, own) / 1024,
    ownMegabytes: own / 1024,
    processes,
  };
}

/** The most memory that a process had until now. */
export const peakMegabytes = (pid: number): number => (status(pid, 'VmHWM') ?? 0) / 1024;

function descendants(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(descendants)];
  } catch {
    return [];
  }
}

function status(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}

/** Of these processes and of those children that have ended. A tick is a hundredth of a second. */
function spentBy(tree: readonly number[]): number {
  const ticks = tree.map((pid) => {
    try {
      // The name of the command, in parentheses, can contain spaces.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}
