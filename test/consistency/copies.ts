/** Copies of the service as processes of their own, on one database. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnService, type Card, type ServiceProcess } from '../contract/killable-service.ts';

export const KEY = 'gck_consistent';

export class Copies {
  readonly #at: string;
  readonly #processes: ServiceProcess[] = [];

  /** `at`: the file or the URL of the database. */
  static async start(at: string, count: number): Promise<Copies> {
    const copies = new Copies(at);
    // The first one creates the broadcast.
    for (let index = 0; index < count; index += 1) copies.#processes.push(await spawnService(at, KEY));
    return copies;
  }

  private constructor(at: string) {
    this.#at = at;
  }

  get cards(): readonly Card[] {
    return this.#processes.map(({ card }) => card);
  }

  /** Ends a copy and starts it again, at another port. */
  async restart(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await end(this.#processes[index]!, signal);
    this.#processes[index] = await spawnService(this.#at, KEY);
  }

  /** Freezes a copy in the middle of what it does, as a busy machine would. */
  async pause(index: number, ms: number): Promise<void> {
    const { child } = this.#processes[index]!;
    child.kill('SIGSTOP');
    await wait(ms);
    child.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => end(each, 'SIGKILL')));
  }
}

async function end({ child }: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
