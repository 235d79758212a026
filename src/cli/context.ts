import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import type { Clock } from '../machine/clock.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';
import { limitHeap } from '../machine/heap.ts';
import type { Environment } from '../project/index.ts';
import { scrubbed, type Use } from '../machine/scrub-environment.ts';
import { once } from '../values/once.ts';

/** Everything outside the program that a command may use, so that tests can run a command in their own process. */
export interface Context {
  readonly cwd: string;
  readonly env: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly now: () => Date;
  /** For waits and the times of a run (default: the real one). */
  readonly clock?: Clock;
  /** Resolves when the user stops a long-running command: Ctrl-C, SIGTERM or SIGHUP. */
  readonly untilStopped: () => Promise<void>;
  readonly readInput: () => Promise<Uint8Array>;
  /** Removes variables that only the context may know from the environment of this process, before templates run in it. */
  readonly scrubEnvironment?: typeof scrubProcess;
  /** Limits the memory of this process, for the whole of a command that may use much. */
  readonly limitHeap?: typeof limitHeap;
  /** Called before a command is loaded, which `--version` and `help` do without. */
  readonly beforeLoading?: () => void;
  /** Asks the user; absent without a terminal. Stopping the command counts as an empty answer. */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<string>;
}

export type { Environment };

export interface Output {
  readonly write: (text: string) => void;
  /** The width of the terminal; absent when it is not one. */
  readonly columns?: number;
}

export function processContext(): Context {
  return {
    cwd: process.cwd(),
    // A copy, since the process's own may be scrubbed.
    env: { ...process.env },
    stdout: processOutput(1),
    stderr: processOutput(2),
    now: () => new Date(),
    untilStopped,
    readInput,
    scrubEnvironment: scrubProcess,
    limitHeap,
    beforeLoading: compileWholeFiles,
    ...(!isFileOrPipe(1) && process.stdout.isTTY && process.stdin.isTTY && { ask }),
  };
}

/** One press of Ctrl-C may arrive twice: from the terminal, and from npm, which passes it on. */
const ONE_PRESS = 300;

/** SIGHUP: the terminal was closed, or a connection to it was lost. */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** After the first signal the default handling returns: the next one, of either kind, ends the program at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      resolve();
      setTimeout(() => STOPPING.forEach((signal) => process.off(signal, onSignal)), ONE_PRESS).unref();
    };
    for (const signal of STOPPING) process.on(signal, onSignal);
  });
}

async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await reader.question(question, { ...(signal && { signal }) });
  } catch (error) {
    // Also on Ctrl-C, which a question reads as a key. Node.js exports no class for it, only this code.
    if ((error as NodeJS.ErrnoException).code === 'ABORT_ERR') return '';
    throw error;
  } finally {
    reader.close();
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A reader may stop early, as `head` does, which is not a failure. If nothing can be written, the run has failed. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || outputFailed) return;
  outputFailed = true;
  // Output errors may arrive after a command has ended, so nothing later may set another exit code.
  process.on('exit', () => (process.exitCode = 1));
  const reason = reasonOfDisk(error) ?? error.message;
  process.stderr.write(`error: the output could not be written: ${reason}\n`);
}

let outputFailed = false;

function processOutput(descriptor: 1 | 2): Output {
  const opened = once((): WriteStream => {
    const stream = descriptor === 1 ? process.stdout : process.stderr;
    stream.on('error', onOutputError);
    return stream;
  });
  let isDirect = isFileOrPipe(descriptor);
  const write = (text: string): void => {
    const left = isDirect ? writeDirectly(descriptor, Buffer.from(text)) : text;
    if (left.length === 0) return;
    isDirect = false;
    opened().write(left);
  };
  if (isDirect) return { write };
  const stream = opened();
  if (!stream.isTTY) return { write };
  return {
    write,
    // Read each time, since a window may be resized. A terminal that does not know its width reports 0.
    get columns() {
      return stream.getWindowSize()[0] || 80;
    },
  };
}

/** Node.js loads its streams and its network for `process.stdout`, which takes longer than to print the version. */
function isFileOrPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() || stats.isFIFO();
  } catch {
    return false; // It is closed.
  }
}

/** Returns what is left to be written: a program that shares the pipe may have set it to refuse instead of waiting. */
function writeDirectly(descriptor: number, bytes: Buffer): Buffer {
  let left = bytes;
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return left;
    onOutputError(error as NodeJS.ErrnoException);
  }
  return NOTHING;
}

const NOTHING = Buffer.alloc(0);

/** Scrubs the environment of this process permanently. Commands that need more find it in their context. */
function scrubProcess(use: Use): void {
  const kept = scrubbed(process.env, use);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(kept, name)) delete process.env[name];
}

/**
 * Node.js caches the compiled form of a file right after it has loaded it, and V8 compiles a function when it is first called:
 * the cache would hold almost no functions, and every start would compile those that it needs again. With this flag a file is
 * compiled as a whole. The first start takes as long as before, since V8 then parses each function once instead of twice, and
 * later ones have nothing to compile.
 *
 * A cache counts for the flags it was made with, so this comes before the first file that a command loads.
 */
export function compileWholeFiles(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--no-lazy');
}
