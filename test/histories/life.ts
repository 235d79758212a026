/**
 * A process that can be killed, inside this one. Everything that a life does to the outside world passes a point before
 * and a point after it. From the point where it dies, nothing of it reaches the outside any more, as after a power
 * failure: calls that would wait never end, and all others throw. The program knows nothing of it. It has its own
 * process id, of a process that does not exist, so the next run finds its locks left behind.
 */
// It starts nothing itself: it watches what gitcast starts.
// oxlint-disable-next-line gitcast/outside-programs
import processes, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';
import { Dispatcher } from 'undici';
import { lives, pauseReally, type Timed, type VirtualClock } from './virtual-time.ts';

export type Category = 'read' | 'write' | 'disk' | 'push';

/** The n-th point of its category, before or after the call. */
export interface Death {
  readonly on: Category;
  readonly nth: number;
  readonly when: 'before' | 'after';
}

class Killed extends Error {}

/** Higher than any process id. */
let pids = 2 ** 30;

export class Life implements Timed {
  readonly clock: VirtualClock;
  readonly pid = ++pids;
  readonly died: Promise<void>;
  dead = false;
  /** Calls that have started and not ended: while there are any, no time passes. */
  underWay = 0;
  readonly #death: Death | undefined;
  #passed = 0;
  #die!: () => void;

  constructor(clock: VirtualClock, death?: Death) {
    this.clock = clock;
    this.#death = death;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  /** Throws where it dies, and once it is dead. */
  pass(on: Category, when: Death['when']): void {
    const death = this.#death;
    if (!this.dead && death?.on === on && death.when === when && ++this.#passed === death.nth) {
      this.dead = true;
      this.#die();
    }
    if (this.dead) throw new Killed(`killed ${when} a ${on}`);
  }

  /** Runs it to its end, or to its death. */
  async live<T>(act: () => Promise<T>): Promise<T | undefined> {
    const outcome = Promise.race([lives.run(this, act), this.died.then(() => undefined)]);
    const turn = { isLast: false };
    const end = (): void => {
      turn.isLast = true;
    };
    outcome.then(end, end);
    for (let quiet = 0; !turn.isLast || this.#isBusy();) {
      await new Promise(setImmediate);
      if (this.underWay > 0 && quiet < -50) await pauseReally(1);
      quiet = this.#isBusy() ? Math.min(quiet, 0) - 1 : Math.max(quiet, 0) + 1;
      if (quiet >= QUIET_TURNS && !turn.isLast && !this.clock.jump()) await pauseReally(1);
    }
    return outcome;
  }

  #isBusy(): boolean {
    return this.underWay > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
  }
}

/** After this many idle turns, nothing will happen before its time. */
const QUIET_TURNS = 3;

const lifeNow = (): Life | undefined => lives.getStore() as Life | undefined;
const never = new Promise<never>(() => undefined);

type Call = (this: unknown, ...given: unknown[]) => unknown;

/** The call with a point before it and one after it. */
function asyncCall(on: (given: readonly unknown[]) => Category | undefined, call: Call): Call {
  return function watched(...given) {
    const [life, category] = [lifeNow(), on(given)];
    if (!life || category === undefined) return call.apply(this, given);
    return (async () => {
      try {
        life.pass(category, 'before');
        life.underWay += 1;
        try {
          return await call.apply(this, given);
        } finally {
          life.underWay -= 1;
          life.pass(category, 'after');
        }
      } catch (error) {
        if (error instanceof Killed) return never;
        throw error;
      }
    })();
  };
}

function syncCall(call: Call): Call {
  return function watched(...given) {
    const life = lifeNow();
    if (!life) return call.apply(this, given);
    life.pass('disk', 'before');
    const result = call.apply(this, given);
    life.pass('disk', 'after');
    return result;
  };
}

function watch(owner: object, names: readonly string[], wrap: (call: Call) => Call): void {
  const calls = owner as Record<string, Call>;
  for (const name of names) calls[name] = wrap(calls[name]!);
}

const probe = await promises.open(import.meta.filename);
const handles = Object.getPrototypeOf(probe) as Record<string, Call>;
await probe.close();

const onDisk = (call: Call): Call => asyncCall(() => 'disk', call);
watch(handles, ['appendFile', 'writeFile', 'truncate'], onDisk);
watch(promises, ['writeFile', 'rename', 'rm', 'truncate', 'mkdir'], onDisk);
watch(fs, ['writeFileSync', 'writeSync', 'renameSync', 'rmSync', 'mkdirSync'], syncCall);
// What is written stays written as long as this machine runs, which is sufficient here.
for (const name of ['sync', 'datasync']) {
  const original = handles[name]!;
  handles[name] = function quick(...given) {
    return lifeNow() ? Promise.resolve() : original.apply(this, given);
  };
}

const calls = processes as unknown as Record<string, Call>;
const { spawn, spawnSync } = calls;
calls['spawn'] = function watchedProgram(...given) {
  const life = lifeNow();
  if (!life) return spawn!.apply(this, given);
  const category = (given[1] as readonly string[]).includes('push') ? 'push' : undefined;
  try {
    if (category !== undefined || life.dead) life.pass(category ?? 'push', 'before');
  } catch {
    return noProgram();
  }
  const child = spawn!.apply(this, given) as ChildProcess;
  life.underWay += 1;
  const emit = child.emit.bind(child) as (name: string, ...rest: unknown[]) => boolean;
  child.emit = (name: string, ...rest: unknown[]): boolean => {
    if (name === 'close') life.underWay -= 1;
    try {
      if (life.dead || (name === 'close' && category !== undefined)) life.pass('push', 'after');
    } catch {
      return false;
    }
    return emit(name, ...rest);
  };
  return child;
};
calls['spawnSync'] = function watchedProgram(...given) {
  if (lifeNow()?.dead) throw new Killed('dead');
  return spawnSync!.apply(this, given);
};
syncBuiltinESMExports();

/** Never started, so it never ends. */
const noProgram = (): unknown =>
  Object.assign(new EventEmitter(), {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    pid: 0,
  });

const dispatcher = Dispatcher.prototype as unknown as Record<string, Call>;
const { request } = dispatcher;
dispatcher['request'] = asyncCall(
  ([options]) => ((options as { method: string }).method === 'GET' ? 'read' : 'write'),
  async function whole(...given) {
    // Connections use the timers of this machine.
    const answer = (await lives.exit(() => request!.apply(this, given))) as Dispatcher.ResponseData;
    const reading = await answer.body.bytes().then(
      (bytes) => ({ bytes }),
      (error: Error) => ({ error }),
    );
    answer.body.bytes = async () => {
      if ('error' in reading) throw reading.error;
      return reading.bytes;
    };
    return answer;
  },
);

const { pid } = process;
Object.defineProperty(process, 'pid', { get: () => lifeNow()?.pid ?? pid });
