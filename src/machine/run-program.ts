import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Program } from './programs.ts';

interface Running {
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
  /** Milliseconds after which it is stopped, with the programs that it started. */
  readonly timeout?: number;
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface ProgramEnd {
  /** Null if it was stopped. */
  readonly code: number | null;
  /** Its output. */
  readonly bytes: Buffer;
  readonly complaint: string;
}

/** Milliseconds that a program left running may keep stderr open, as ssh does for connection reuse. */
const LINGERING = 500;

/** Runs a program to its end. Rejects with the error of the system if it cannot be started. */
export function runProgram(
  started: Program,
  words: readonly string[],
  { env, input, timeout, onLine }: Running,
): Promise<ProgramEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  // A separate process group: Ctrl-C goes to gitcast, which lets the program finish.
  const child = spawn(started, words, { env, detached: true, windowsHide: true, stdio: 'pipe' });
  const [bytes, complaint]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => bytes.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaint.push(chunk));
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  // It may exit before it has read everything; its exit code shows the result.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const tooLong = timeout === undefined ? undefined : setTimeout(() => endGroup(child.pid!), timeout);
  let lingering: NodeJS.Timeout | undefined;
  child.on('exit', () => {
    clearTimeout(tooLong);
    lingering = setTimeout(() => child.stderr.destroy(), LINGERING);
  });
  child.on('error', (error) => {
    clearTimeout(tooLong);
    reject(error);
  });
  child.on('close', (code) => {
    clearTimeout(lingering);
    resolve({ code, bytes: Buffer.concat(bytes), complaint: Buffer.concat(complaint).toString() });
  });
  return promise;
}

/** Includes the programs that it started, which would keep their pipes open. */
function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid);
  } catch {
    // It has already ended.
  }
}
