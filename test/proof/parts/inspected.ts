/** A Node.js process with an inspector: only that can make it collect its garbage and report what it still keeps. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { readdirSync, readFileSync } from 'node:fs';

export interface Sample {
  /** In use after a collection. */
  readonly kept: number;
  /** What the system counts, with garbage and code. */
  readonly resident: number;
  readonly handles: number;
}

export interface Inspected {
  /** The first line that it prints. */
  readonly line: string;
  readonly sample: () => Promise<Sample>;
  /** Writes a line to it, and resolves with the next one that it prints. */
  readonly ask: (line: string) => Promise<string>;
  readonly kill: () => void;
}

/** Linux shows memory and open files in /proc. */
export async function startInspected(cwd: string, words: readonly string[]): Promise<Inspected> {
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...words], { cwd, stdio: 'pipe' });
  const output = createInterface(child.stdout);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}`)));
  ended.catch(() => {});
  const [address, line] = await Promise.race([
    Promise.all([lineWith(createInterface(child.stderr), /ws:\S+/), lineWith(output, /.+/)]),
    ended,
  ]);
  const call = await connect(address);
  const used = async (): Promise<number> => {
    await call('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await call('Runtime.getHeapUsage');
    return usedSize! + embedderHeapUsedSize + backingStorageSize;
  };
  return {
    line,
    ask(text) {
      const answer = lineWith(output, /.+/);
      child.stdin.write(`${text}\n`);
      return answer;
    },
    kill: () => void child.kill('SIGKILL'),
    async sample() {
      const resident = megabytes(residentOf(child.pid!));
      // Work that goes on for a moment after the last request also keeps memory.
      let least = await used();
      for (let next = await pausedFor(used); next < least; next = await pausedFor(used)) least = next;
      return { kept: megabytes(least), resident, handles: readdirSync(`/proc/${child.pid}/fd`).length };
    },
  };
}

const pausedFor = async <T>(act: () => Promise<T>): Promise<T> => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return act();
};

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}

/** The lines after it are read on, so that the process never waits for a reader. */
function lineWith(lines: Interface, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const read = (line: string): void => {
      const [found] = pattern.exec(line) ?? [];
      if (found === undefined) return;
      lines.off('line', read);
      resolve(found);
    };
    lines.on('line', read);
  });
}

type Call = (method: string) => Promise<Record<string, number>>;

async function connect(address: string): Promise<Call> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Record<string, number> };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await once(socket, 'open');
  return (method) =>
    new Promise((resolve) => {
      waiting.set((last += 1), resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
}
