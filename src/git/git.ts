/**
 * Runs the git command line: without a shell, without prompts, and without the hooks and the maintenance of the
 * user's own commands. The repository is the one around a folder, even if a hook of a different repository started us.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import { UserError } from '../diagnostics/errors.ts';
import { program, ProgramMissing } from '../machine/programs.ts';
import { runProgram, type ProgramEnd } from '../machine/run-program.ts';
import { failureIn, type Failure } from './git-failure.ts';
import { posingRepository } from './folder-in-repository.ts';

export interface Git {
  readonly folder: string;
  /** A variable of the environment that git runs with. */
  readonly variable: (name: string) => string | undefined;
  /** Git's output, on success and on failure. */
  readonly attempt: (words: readonly string[], options?: GitOptions) => Promise<Attempt>;
  /** Git's output without the final line break. Throws a `UserError` with the reason if git fails. */
  readonly run: (words: readonly string[], options?: GitOptions) => Promise<string>;
  /** The synchronous form of `attempt`. */
  readonly attemptNow: (words: readonly string[], options?: GitOptions) => Attempt;
  /** The same for a different folder. */
  readonly in: (folder: string) => Git;
}

type Variables = Readonly<Record<string, string>>;

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Variables;
  /** Milliseconds after which it is stopped, for network operations. */
  readonly timeout?: number;
}

/** Unless ok, includes the reason. */
export interface Attempt extends Failure {
  readonly ok: boolean;
  readonly bytes: Buffer;
  readonly text: string;
  /** What it wrote to standard error: after a push, also the words of the remote. */
  readonly complaint: string;
}

/** Git is not installed on this machine. */
export class NoGit extends ProgramMissing {
  constructor() {
    super('git');
  }
}

/**
 * Settings that a checkout must not decide. A folder with HEAD, config, objects and refs is a repository of its own to
 * git, and a pull request can add such files: its config would name the programs that git starts. An address in a
 * checkout could use a transport that runs a command.
 */
const SAFELY = [
  'safe.bareRepository=explicit',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.http.allow=always',
  'protocol.ssh.allow=always',
  'protocol.file.allow=always',
].flatMap((setting) => ['-c', setting]);

const QUIETLY = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'rerere.enabled=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'log.showSignature=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
].flatMap((setting) => ['-c', setting]);

/** Variables that would point git to a different repository than the folder's. */
const REDIRECTING = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
]);

/** The environment of the user's own commands. Without PATH, git is looked for in the usual folders. */
export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export const gitIn = (folder: string, env: GitEnvironment): Git =>
  gitWith(folder, [...SAFELY, ...QUIETLY], withoutRedirecting(env));

/** For what a person asks for, such as a commit: with the hooks and settings of their own command. */
export const gitWithHooks = (folder: string, env: GitEnvironment): Git =>
  gitWith(folder, SAFELY, withoutRedirecting(env));

const withoutRedirecting = (env: GitEnvironment): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !REDIRECTING.has(name)));

/**
 * Sees the repository as the user's own command would: with the index and repository set by a hook, whose paths are
 * relative to the hook's working directory, so `folder` has to be that directory, and with the configured hooks.
 */
export const gitAsCalled = (folder: string, env: GitEnvironment): Git => gitWith(folder, SAFELY, { ...env });

function gitWith(folder: string, settings: readonly string[], variables: NodeJS.ProcessEnv): Git {
  const isNamed = variables['GIT_DIR'] !== undefined;
  const commandOf = (words: readonly string[], { input = '', env, timeout = LONGEST }: GitOptions = {}): Command => {
    if (!isNamed) refusePosing(folder);
    return {
      folder,
      words: ['-C', folder, ...settings, ...words],
      env: { ...variables, ...NON_INTERACTIVE, ...env },
      input,
      timeout,
    };
  };
  const attempt: Git['attempt'] = async (words, options) => {
    const command = commandOf(words, options);
    const ended = await runProgram(program('git'), command.words, command).catch((error: NodeJS.ErrnoException) => {
      throw problemOf(error);
    });
    return attemptOf(ended, command);
  };
  return {
    folder,
    variable: (name) => variables[name],
    attempt,
    attemptNow: (words, options) => {
      const command = commandOf(words, options);
      return attemptOf(executeNow(command), command);
    },
    run: async (words, options) => {
      const { ok, text, reason, suggestion, isOutside } = await attempt(words, options);
      if (ok) return text.replace(/\n$/, '');
      if (isOutside) throw notARepository(folder);
      throw new UserError(`git ${commandIn(words)} failed: ${reason}`, { suggestion });
    },
    in: (other) => gitWith(other, settings, variables),
  };
}

function refusePosing(folder: string): void {
  const posing = existsSync(folder) ? posingRepository(realpathSync(folder)) : undefined;
  if (posing === undefined) return;
  throw new UserError(`${posing} is not used: its files look like a git repository of their own, with a HEAD`, {
    suggestion: 'remove them; in a checkout they could make git start any program',
  });
}

/**
 * One language, because messages are passed on and some are matched; no prompts; no optional locks that could block
 * others.
 */
const NON_INTERACTIVE = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', GIT_OPTIONAL_LOCKS: '0' };

const LONGEST = 5 * 60_000;

interface Command {
  readonly folder: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
  readonly timeout: number;
}

const MOST_OUTPUT = 1024 * 1024 * 1024;

function executeNow({ words, env, input, timeout }: Command): ProgramEnd {
  const options = { env, input, timeout, windowsHide: true, maxBuffer: MOST_OUTPUT };
  const { error, status, stdout, stderr } = spawnSync(program('git'), words, options);
  if (error && status === null && !isTimeout(error)) throw problemOf(error);
  return { code: status, bytes: stdout, complaint: stderr.toString() };
}

const isTimeout = (error: NodeJS.ErrnoException): boolean => error.code === 'ETIMEDOUT';

const problemOf = (error: NodeJS.ErrnoException): Error =>
  error.code === 'ENOENT' ? new NoGit() : new UserError(`cannot start git: ${error.message}`, { cause: error });

function attemptOf({ code, bytes, complaint }: ProgramEnd, { folder, env }: Command): Attempt {
  const ended = { ok: code === 0, bytes, text: bytes.toString(), complaint };
  if (code === null) return { ...ended, reason: 'it took too long and was stopped', isOutside: false };
  return code === 0 ? { ...ended, reason: '', isOutside: false } : { ...ended, ...failureIn(complaint, folder, env) };
}

/** Skips leading settings and folders. */
const commandIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !/^-[cC]$/.test(words[index - 1] ?? '')) ?? '';

const notARepository = (folder: string): UserError =>
  new UserError(`${folder} is not inside a git repository`, { suggestion: 'create one with `git init`, then commit' });

/** The entries of an output that ends each with a zero byte, which git does for `-z`. */
export const listed = (text: string): readonly string[] => text.split('\0').filter((entry) => entry !== '');
