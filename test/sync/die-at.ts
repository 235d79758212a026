/**
 * Loaded before the program (`node --import`), it kills the process at the given point, as a power failure would. Points
 * are counted from 1: before and after each HTTP request, each call of git, and each call that writes, renames or removes
 * a file. The program knows nothing of it.
 *
 * With GITCAST_DIE_ON it dies at the first point whose name starts with that.
 *
 * With GITCAST_POINTS it lists the points in that file.
 *
 * With GITCAST_STOPS it pauses at every point instead, reports it on descriptor 3, and continues on a message on 4.
 */
// It starts nothing itself: it watches what gitcast starts.
// oxlint-disable-next-line gitcast/outside-programs
import processes, { type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import { Dispatcher } from 'undici';

const last = Number(process.env['GITCAST_DIE_AT'] ?? Infinity);
const deadly = process.env['GITCAST_DIE_ON'];
const stops = process.env['GITCAST_STOPS'] !== undefined;
const listed = process.env['GITCAST_POINTS'];
// The originals, before they are watched.
const { openSync, readSync, writeSync } = fs;
const list = listed === undefined ? undefined : openSync(listed, 'a');
let points = 0;

function pass(what: string): void {
  points += 1;
  if (list !== undefined) writeSync(list, `${what}\n`);
  if (stops) {
    writeSync(3, `${what}\n`);
    readSync(4, Buffer.alloc(1));
  }
  if (points === last || (deadly !== undefined && what.startsWith(deadly))) {
    // Compiled code is kept when a process ends, which this one never does; the next one would compile everything again.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  }
}

type Call = (this: unknown, ...given: unknown[]) => unknown;

/** The call with a point before it and one after it. */
function watched(what: string, call: Call, describe: (given: readonly unknown[]) => string = () => ''): Call {
  return function watchedCall(...given) {
    const name = `${what}${describe(given)}`;
    pass(`before ${name}`);
    const result = call.apply(this, given);
    if (result instanceof Promise) {
      return result.then((value: unknown) => {
        pass(`after ${name}`);
        return value;
      });
    }
    pass(`after ${name}`);
    return result;
  };
}

function watch(owner: object, ...names: readonly string[]): void {
  const calls = owner as Record<string, Call>;
  for (const name of names) calls[name] = watched(name, calls[name]!);
}

const probe = await promises.open(import.meta.filename);
const handles = Object.getPrototypeOf(probe) as object;
await probe.close();

watch(handles, 'appendFile', 'writeFile');
watch(promises, 'writeFile', 'rename', 'rm', 'truncate');
watch(fs, 'writeFileSync', 'writeSync', 'renameSync', 'rmSync');

const calls = processes as unknown as Record<string, Call>;
const { spawn } = calls;
calls['spawn'] = function watchedProgram(...given) {
  const name = `${String(given[0])} ${(given[1] as readonly string[]).find((word) => /^[a-z][a-z-]+$/.test(word))}`;
  pass(`before ${name}`);
  const child = spawn!.apply(this, given) as ChildProcess;
  return child.on('close', () => pass(`after ${name}`));
};
syncBuiltinESMExports();

const dispatcher = Dispatcher.prototype as unknown as Record<string, Call>;
dispatcher['request'] = watched('', dispatcher['request']!, ([options]) => {
  const { method, path } = options as { method: string; path: string };
  return `${method} ${path}`;
});
