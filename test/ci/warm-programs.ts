/**
 * Programs that are loaded once: the scripts of CI start gitcast and `gh` hundreds of times. They need curl, have no
 * standard input, and a signal ends only the client. What needs a real process uses `installed` of workshop.ts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { runFolder } from '../made-once.ts';
import { program } from '../programs.ts';

const ROOT = join(PROGRAM, '../..');
const SOURCE = join(ROOT, 'src/cli/main.ts');
const MAIN = existsSync(SOURCE) ? SOURCE : join(ROOT, 'lib/cli/main.js');

/** The text of a `gitcast`. */
export const warmGitcast = (): Promise<string> => warmProgram(MAIN);

/** Starts a gitcast that runs until it is stopped, and returns its first output. */
export async function startGitcast(cwd: string, ...words: readonly string[]): Promise<Started> {
  const socketPath = join(await (folder ??= start()), 'socket');
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, method: 'POST', path: '/started' }, (answer) => {
      const ended = new Promise<void>((end) => void answer.once('close', end));
      const stop = async (): Promise<void> => {
        answer.destroy();
        await ended;
      };
      answer.setEncoding('utf8').once('data', (said: string) => resolve({ said, stop }));
      answer.once('end', () => reject(new Error(`gitcast ${words.join(' ')} has ended without a word`)));
    });
    asked.once('error', reject).end([MAIN, cwd, words.length, ...words].join('\0'));
  });
}

export interface Started {
  readonly said: string;
  readonly stop: () => Promise<void>;
}

/** The text of a program for a module that exports `run(words, context)`. */
export const warmProgram = async (module: string): Promise<string> => clientOf(await (folder ??= start()), module);

let folder: Promise<string> | undefined;

async function start(): Promise<string> {
  const made = mkdtempSync(join(runFolder() ?? tmpdir(), 'warm-'));
  const words = [join(import.meta.dirname, 'warm-process.ts'), made];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('error', reject).once('exit', () => reject(new Error('the process of the warm programs has ended')));
  });
  // It must not keep a process of tests running that has nothing else to do.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
  return made;
}

const clientOf = (folder: string, module: string): string => `#!/bin/sh
said='${folder}'/$$
mixed=
[ ! /dev/fd/1 -ef /dev/fd/2 ] || mixed='?mixed'
{ printf '%s\\0' '${module}' "$PWD" "$#" "$@"; env -0; } |
  '${program('curl')}' -sSN --unix-socket '${folder}/socket' --data-binary @- "http://localhost/$$$mixed" || exit 70
cat "$said.stderr" >&2
read -r code <"$said.code"
rm "$said.stderr" "$said.code"
exit "$code"
`;
