/** A service in a separate process that is killed without warning and started again on the same file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../src/service/administration.ts';
import { databaseFor, type DatabaseUnderTest } from './database.ts';

const CHILD = fileURLToPath(new URL('serve-child.ts', import.meta.url));

/** What a service in a separate process prints when it is ready. */
export interface Card extends Omit<Credentials, 'key'> {
  readonly url: string;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly card: Card;
}

export async function spawnService(at: string, key: string): Promise<ServiceProcess> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'gitcast-compile-cache') };
  const child = spawn(process.execPath, [CHILD, at, key], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, card: JSON.parse(line) as Card };
}

export class KillableService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gitcast-killed-'));
  readonly file = join(this.#folder, 'service.db');
  readonly key = 'gck_killable';
  readonly #database = (): Promise<DatabaseUnderTest> => databaseFor(this.file);
  #child: ChildProcess | undefined;
  #url = '';

  get url(): string {
    return this.#url;
  }

  /** Starts, or starts again. */
  async start(): Promise<void> {
    const { at } = await this.#database();
    const { child, card } = await spawnService(at, this.key);
    this.#child = child;
    this.#url = card.url;
  }

  async kill(): Promise<void> {
    const child = this.#child!;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async dispose(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await (await this.#database()).drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Ordeal {
  readonly kills: number;
  /** Runs until its calls fail because the service was killed. */
  readonly whileItRuns: () => Promise<void>;
  /** Called after each kill, before the next start, when the file is not open. */
  readonly afterKill: () => void;
  /**
   * Called after each start on the file that a kill left behind. Other promises, such as deliveries, are checked here.
   */
  readonly afterRestart: () => Promise<void>;
  /** Resolves when it is time for the next kill. */
  readonly untilKill: () => Promise<void>;
}

export async function killRepeatedly(service: KillableService, ordeal: Ordeal): Promise<void> {
  await service.start();
  for (let count = 0; count < ordeal.kills; count += 1) {
    const work = ordeal.whileItRuns();
    await Promise.race([ordeal.untilKill(), work]);
    await service.kill();
    await work;
    ordeal.afterKill();
    await service.start();
    await ordeal.afterRestart();
  }
}
