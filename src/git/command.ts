/** The git command line as a program uses it: no questions, no hooks, no pager, and messages in one language. */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { UserError } from '../diagnostics/errors.ts';

export interface Git {
  /** What it printed; throws what it complained about. */
  readonly run: (words: readonly string[], options?: GitOptions) => Promise<string>;
  /** For commands whose exit code is an answer. */
  readonly ask: (words: readonly string[], options?: GitOptions) => Promise<GitAnswer>;
  /** The same in another folder. */
  readonly in: (folder: string) => Git;
}

interface GitOptions {
  readonly input?: string;
  /** Milliseconds, for what goes over a network. */
  readonly timeout?: number;
}

interface GitAnswer {
  readonly code: number;
  readonly text: string;
  readonly complaint: string;
}

const SETTINGS = [`core.hooksPath=${devNull}`, 'core.fsmonitor=false', 'rerere.enabled=false', 'gc.auto=0'];

export function gitIn(folder: string, more: Readonly<Record<string, string>> = {}): Git {
  const ask: Git['ask'] = (words, options = {}) => execute(folder, words, { ...options, more });
  return {
    ask,
    run: async (words, options) => {
      const { code, text, complaint } = await ask(words, options);
      if (code === 0) return text.replace(/\n$/, '');
      throw new UserError(`git ${words[0]} failed: ${firstLine(complaint)}`);
    },
    in: (other) => gitIn(other, more),
  };
}

interface Execution extends GitOptions {
  readonly more: Readonly<Record<string, string>>;
}

function execute(folder: string, words: readonly string[], { input, timeout, more }: Execution): Promise<GitAnswer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return new Promise((resolve, reject) => {
    const git = spawn('git', ['-C', folder, ...settings, ...words], {
      env: { ...environment(), ...more },
      // A process group of its own: Ctrl-C is for gitcast, which lets git finish.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(timeout !== undefined && { timeout }),
    });
    const [text, complaint]: Buffer[][] = [[], []];
    git.stdout.on('data', (chunk: Buffer) => text!.push(chunk));
    git.stderr.on('data', (chunk: Buffer) => complaint!.push(chunk));
    git.on('error', (cause) =>
      reject(new UserError('git could not be started', { suggestion: 'install git, and put it into the PATH', cause })),
    );
    git.on('close', (code) => {
      const said = code === null ? 'it took too long and was ended' : String(Buffer.concat(complaint!));
      resolve({ code: code ?? -1, text: String(Buffer.concat(text!)), complaint: withoutPassword(said) });
    });
    git.stdin.on('error', () => {}); // It ended before it had read everything: its exit code says why.
    git.stdin.end(input ?? '');
  });
}

/** Whoever starts us from a hook hands down where its git is; ours is where it is told. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !LOCAL.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true' };
}

const LOCAL =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE)$/;

const firstLine = (complaint: string): string => {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /^(?:fatal|error):|! \[/.test(line)) ?? lines[0];
  return (telling ?? 'it does not say why').replace(/^(?:fatal|error): /, '').trim();
};

/** A URL of a remote may carry a token, and git repeats it in its complaints. */
const withoutPassword = (text: string): string => text.replaceAll(/(:\/\/)[^/@\s]+@/g, '$1…@');
