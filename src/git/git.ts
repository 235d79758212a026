/**
 * The git command line: no shell, no questions, and none of the hooks, signatures and tidying-up that the user's own
 * commands have. The repository is the one around a folder, also when a hook of another one has started us.
 */
import { spawn, spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { UserError } from '../diagnostics/errors.ts';
import { failureIn, type Failure } from './failure.ts';

export interface Git {
  readonly folder: string;
  /** What git printed, whatever became of it. */
  readonly attempt: (words: readonly string[], options?: GitOptions) => Promise<Attempt>;
  /** What git printed, without the end of its last line; throws a `UserError` with its reason where it refused. */
  readonly run: (words: readonly string[], options?: GitOptions) => Promise<string>;
  /** As `attempt`, for those who cannot wait. */
  readonly attemptNow: (words: readonly string[], options?: GitOptions) => Attempt;
  /** The same in another folder. */
  readonly in: (folder: string) => Git;
}

type Variables = Readonly<Record<string, string>>;

export interface GitOptions {
  readonly input?: string;
  readonly env?: Variables;
  /** Milliseconds after which it is ended, for what goes over a network. */
  readonly timeout?: number;
}

/** Where it is not ok, with the reason. */
export interface Attempt extends Failure {
  readonly ok: boolean;
  readonly bytes: Buffer;
  readonly text: string;
}

/** There is no git on this machine. */
export class NoGit extends UserError {
  constructor() {
    super('git was not found', { suggestion: 'install git, and try again' });
  }
}

const QUIETLY = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'rerere.enabled=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
].flatMap((setting) => ['-c', setting]);

/** Whatever would lead git to another repository than the one of the folder. */
const LEADING_ASTRAY = new Set([
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

/** `env`: variables for all of its commands. */
export function gitIn(folder: string, env: Variables = {}): Git {
  const kept = Object.entries(process.env).filter(([name]) => !LEADING_ASTRAY.has(name));
  return gitWith(folder, QUIETLY, { ...Object.fromEntries(kept), ...env });
}

/**
 * As the user's own command would see the repository: with the index and the repository that a hook names by paths from
 * where it starts, so the folder has to be that one, and with the hooks that the configuration names.
 */
export const gitAsCalled = (folder: string): Git => gitWith(folder, [], process.env);

function gitWith(folder: string, settings: readonly string[], variables: NodeJS.ProcessEnv): Git {
  const commandOf = (words: readonly string[], { input = '', env, timeout = LONGEST }: GitOptions = {}): Command => ({
    folder,
    words: ['-C', folder, ...settings, ...words],
    env: { ...variables, ...SILENTLY, ...env },
    input,
    timeout,
  });
  const attempt: Git['attempt'] = async (words, options) => {
    const command = commandOf(words, options);
    return attemptOf(await execute(command), command);
  };
  return {
    folder,
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

/** One language, since messages are passed on and some are recognised; nobody is there to answer; asking locks nobody out. */
const SILENTLY = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', GIT_OPTIONAL_LOCKS: '0' };

const LONGEST = 5 * 60_000;

interface Command {
  readonly folder: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  readonly timeout: number;
}

interface Ended {
  /** Null where it was ended. */
  readonly code: number | null;
  readonly bytes: Buffer;
  readonly complaint: string;
}

/** How long, in milliseconds, a program that git has left running may keep its complaints open, as ssh does to be reused. */
const LINGERING = 500;

function execute({ words, env, input, timeout }: Command): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A process group of its own: Ctrl-C is for gitcast, which lets git finish.
    const git = spawn('git', words, { env, detached: true, windowsHide: true, stdio: 'pipe' });
    const [bytes, complaint]: [Buffer[], Buffer[]] = [[], []];
    git.stdout.on('data', (chunk: Buffer) => bytes.push(chunk));
    git.stderr.on('data', (chunk: Buffer) => complaint.push(chunk));
    // Git may end before it has read everything; its exit code says what became of it.
    git.stdin.on('error', () => undefined);
    git.stdin.end(input);
    const tooLong = setTimeout(() => endGroup(git.pid!), timeout);
    let lingering: NodeJS.Timeout | undefined;
    git.on('exit', () => {
      clearTimeout(tooLong);
      lingering = setTimeout(() => git.stderr.destroy(), LINGERING);
    });
    git.on('error', (error) => {
      clearTimeout(tooLong);
      reject(problemOf(error));
    });
    git.on('close', (code) => {
      clearTimeout(lingering);
      resolve({ code, bytes: Buffer.concat(bytes), complaint: Buffer.concat(complaint).toString() });
    });
  });
}

/** With the programs that git has started, which would keep what they are connected to open. */
function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid);
  } catch {
    // It has ended meanwhile.
  }
}

const MOST_OUTPUT = 1024 * 1024 * 1024;

function executeNow({ words, env, input, timeout }: Command): Ended {
  const options = { env, input, timeout, windowsHide: true, maxBuffer: MOST_OUTPUT };
  const { error, status, stdout, stderr } = spawnSync('git', words, options);
  if (error && status === null && !isTimeout(error)) throw problemOf(error);
  return { code: status, bytes: stdout, complaint: stderr.toString() };
}

const isTimeout = (error: NodeJS.ErrnoException): boolean => error.code === 'ETIMEDOUT';

const problemOf = (error: NodeJS.ErrnoException): Error =>
  error.code === 'ENOENT' ? new NoGit() : new UserError(`git cannot be started: ${error.message}`, { cause: error });

function attemptOf({ code, bytes, complaint }: Ended, { folder, env }: Command): Attempt {
  const ended = { ok: code === 0, bytes, text: bytes.toString() };
  if (code === null) return { ...ended, reason: 'it took too long and was ended', isOutside: false };
  return code === 0 ? { ...ended, reason: '', isOutside: false } : { ...ended, ...failureIn(complaint, folder, env) };
}

/** What comes before it are settings and folders. */
const commandIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !/^-[cC]$/.test(words[index - 1] ?? '')) ?? '';

const notARepository = (folder: string): UserError =>
  new UserError(`${folder} is not inside a git repository`, { suggestion: 'start one with `git init`, and commit' });
