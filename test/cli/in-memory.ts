import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Context, Environment, Output } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { machineVariables } from '../git/machine-variables.ts';

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Environment;
  /** The width of the terminal; without one the output is not a terminal. */
  readonly columns?: number;
  readonly input?: string;
  /** A person who answers questions (default: it is not a terminal). */
  readonly ask?: Context['ask'];
  /** Resolves when a long-running command should end (default: never). */
  readonly stopped?: Promise<void>;
  /** Receives everything that is written to standard output, as it is written. */
  readonly onOutput?: (text: string) => void;
  /** The same for standard error. */
  readonly onError?: (text: string) => void;
}

/** Runs the program inside this process, with everything outside it except the disk in memory. */
export async function gitcast(
  /** Separated by spaces, or a list if one of them has a space. */
  words: string | readonly string[],
  {
    cwd = '/',
    env = {},
    columns,
    input = '',
    ask,
    stopped = new Promise(() => {}),
    onOutput,
    onError,
  }: Surroundings = {},
): Promise<Ran> {
  const stdout = memoryOutput(columns, onOutput);
  const stderr = memoryOutput(columns, onError);
  const context: Context = {
    cwd,
    env: { ...machineVariables(), ...env },
    stdout,
    stderr,
    now: () => new Date('2027-01-01T00:00:00Z'),
    untilStopped: () => stopped,
    ...(ask && { ask }),
    readInput: async () => new TextEncoder().encode(input),
  };
  const exitCode = await run(typeof words !== 'string' ? words : words === '' ? [] : words.split(' '), context);
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

/** What a command prints that is refused, with exit code 1. */
export async function refusal(...command: Parameters<typeof gitcast>): Promise<string> {
  const { exitCode, stderr } = await gitcast(...command);
  expect(exitCode, stderr).toBe(1);
  return stderr;
}

export function memoryOutput(
  columns?: number,
  onWrite: (text: string) => void = () => {},
): Output & { readonly text: () => string } {
  const written: string[] = [];
  const write = (text: string): void => {
    onWrite(text);
    written.push(text);
  };
  return { write, text: () => written.join(''), ...(columns !== undefined && { columns }) };
}

/** A folder that is removed after the test. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeInto(folder, files);
  return folder;
}

export function writeInto(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** The files of a folder outside of git's own, by path. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git') && statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, textOf(folder, path)]));
}

/** A small repository without problems. */
export const SOUND = {
  'gitcast.config.yaml': 'site: { timezone: Europe/Paris }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/main-stage.yaml': 'name: Main stage\n',
  'content/events/opening-night.yaml':
    'title: Opening night\nstart_time: 2027-06-18T20:30:00\nend_time: 2027-06-18T23:00:00\nplace_id: places/main-stage\n',
} as const;

/** The same with a misspelt pointer: an error. */
export const BROKEN = {
  ...SOUND,
  'content/events/opening-night.yaml': SOUND['content/events/opening-night.yaml'].replace('main-stage', 'main-stgae'),
} as const;

/** The same with a setting that warns. */
export const DOUBTFUL = {
  ...SOUND,
  'content/pages/info.yaml': 'title: Info\nblocks:\n  - type: paragraph\n    format: spiral\n',
} as const;
