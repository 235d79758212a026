/**
 * The git command line: no shell, no questions, and none of the hooks, signatures and tidying-up that the user's own
 * commands have. The repository is the one around a folder, also when a hook of another one has started us.
 */
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { UserError } from '../diagnostics/errors.ts';

export interface Git {
  readonly folder: string;
  /** What git printed, whatever became of it. */
  readonly attempt: (words: readonly string[], options?: GitOptions) => Promise<Attempt>;
  /** What git printed; throws a `UserError` with its reason where it refused. */
  readonly run: (words: readonly string[], options?: GitOptions) => Promise<string>;
}

export interface GitOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Attempt {
  readonly ok: boolean;
  readonly bytes: Buffer;
  readonly text: string;
  /** Why not, without passwords. */
  readonly reason: string;
}

const QUIETLY = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
].flatMap((setting) => ['-c', setting]);

/** Whatever would lead git to another repository than the one of the folder. */
const LEADING_ASTRAY = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
];

const MOST_OUTPUT = 1024 * 1024 * 1024;
const LONGEST = 5 * 60_000;

export function gitIn(folder: string): Git {
  const attempt: Git['attempt'] = (words, { input, env = {} } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        env: { ...environment(), ...env },
        encoding: 'buffer',
        maxBuffer: MOST_OUTPUT,
        timeout: LONGEST,
      } as const;
      const child = execFile('git', ['-C', folder, ...QUIETLY, ...words], options, (error, bytes, stderr) => {
        if (error?.code === 'ENOENT') reject(noGit());
        else resolve({ ok: !error, bytes, text: bytes.toString(), reason: reasonIn(stderr.toString(), error) });
      });
      // Git may end before it has read everything; its exit code says what became of it.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input ?? '');
    });
  return {
    folder,
    attempt,
    run: async (words, options) => {
      const { ok, text, reason } = await attempt(words, options);
      if (ok) return text;
      throw isOutside(reason) ? notARepository(folder) : new UserError(`git ${commandIn(words)} failed: ${reason}`);
    },
  };
}

function environment(): NodeJS.ProcessEnv {
  const astray = new Set(LEADING_ASTRAY);
  const kept = Object.entries(process.env).filter(([name]) => !astray.has(name));
  // One language, since messages are passed on and some are recognised; nobody is there to type a password.
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
}

/** The lines that say what is wrong; a URL may hold a password. */
function reasonIn(stderr: string, error: Error | null): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /^(fatal|error|remote|ssh|!):?\s/i.test(line) && !/^remote:\s*$/.test(line));
  const said = (telling.length > 0 ? telling : lines.filter((line) => line !== '')).slice(0, 4).join('; ');
  return (said || (error?.message ?? '')).replaceAll(/\/\/[^/\s@]+@/g, '//');
}

/** What comes before it are settings and folders. */
const commandIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !/^-[cC]$/.test(words[index - 1] ?? '')) ?? '';

const isOutside = (reason: string): boolean => /not a git repository|cannot change to /i.test(reason);

const noGit = (): UserError => new UserError('git was not found', { suggestion: 'install git, and try again' });

export const notARepository = (folder: string): UserError =>
  new UserError(`${folder} is not inside a git repository, and \`state: git\` keeps the state in one`, {
    suggestion: 'run `git init` and add the remote, or set `state: file` in gitcast.config.yaml',
  });
