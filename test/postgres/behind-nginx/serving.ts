/** `gitcast serve` as its users start it: a process, which is killed or stopped, and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Serving } from '../../../src/project/index.ts';
import { LAUNCHER } from '../../e2e/program.ts';

export class ServeProcess {
  readonly #folder: string;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #card: Serving['card'] | undefined;

  constructor(folder: string, flags: readonly string[]) {
    this.#folder = folder;
    this.#flags = flags;
  }

  get card(): Serving['card'] {
    return this.#card!;
  }

  async start(): Promise<void> {
    const words = [LAUNCHER, 'serve', '--json', '--quiet', '--port', '0', ...this.#flags];
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'gitcast-compile-cache') };
    const child = spawn(process.execPath, words, { cwd: this.#folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    this.#card = JSON.parse(line) as Serving['card'];
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
