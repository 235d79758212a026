/** Runs commands on a server with the system's ssh, and rsync over it: with the user's own keys, agent and settings. */
import { UserError } from '../../diagnostics/errors.ts';
import { program, ProgramMissing, type ProgramName } from '../../machine/programs.ts';
import { runProgram } from '../../machine/run-program.ts';

export interface Account {
  readonly host: string;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  /** The command to use instead of `ssh`, with its options. */
  readonly command?: string | undefined;
  /** The environment of the user's own commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface ScriptOptions {
  readonly words: readonly string[];
  readonly input?: string;
  /** Exit codes that are answers rather than failures. */
  readonly expects?: readonly number[];
}

interface Sending {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly to: string;
  readonly onFile: (path: string) => void;
}

/** No questions: there may be nobody to answer. A connection that dies is noticed. */
const OPTIONS = ['-o', 'BatchMode=yes', '-o', 'ServerAliveInterval=15', '-o', 'ConnectTimeout=20'];

export function server({ host, user, port, env, command = 'ssh' }: Account) {
  const name = user === undefined ? host : `${user}@${host}`;
  const [first = 'ssh', ...given] = command.split(' ').filter((word) => word !== '');
  const typed = [first, ...given, ...(port === undefined ? [] : ['-p', String(port)]), name].join(' ');
  const options = [...given, ...OPTIONS, ...(port === undefined ? [] : ['-p', String(port)])];
  const unreachable = (complaint: string): UserError =>
    new UserError(`cannot connect to ${name}: ${reasonIn(complaint)}`, {
      suggestion: `check that \`${typed}\` works without asking for a password or a host key`,
    });
  return {
    /** Runs a shell script with these arguments. */
    run: async (script: string, { words, input = '', expects = [] }: ScriptOptions) => {
      const remote = ['sh', '-c', script, 'gitcast', ...words].map(quoted).join(' ');
      const given = { env, input, command: first };
      const { code, text, complaint } = await execute('ssh', [...options, '--', name, remote], given);
      if (code === 0 || expects.includes(code)) return { code, text };
      if (code === 255) throw unreachable(complaint);
      if (isFull(complaint)) throw new ServerFull(host);
      throw new UserError(`a command on ${host} failed: ${reasonIn(complaint)}`, {
        suggestion: `check the permissions and the free space of \`path\` on ${host}`,
      });
    },
    /** Sends the listed files of a folder. */
    send: async ({ folder, paths, to, onFile }: Sending): Promise<void> => {
      const shell = [first, ...options].map((word) => (/[\s"']/.test(word) ? `"${word}"` : word)).join(' ');
      // With the files that links lead to, and with modes that do not depend on the umask of the server. Without the times
      // of this machine: a file that is newer than the record counts as edited.
      const words = '-rpLs --checksum --force --chmod=D755,F444 --from0 --files-from=- --out-format=%n'.split(' ');
      const place = `${host.includes(':') ? name.replace(host, `[${host}]`) : name}:${to}/`;
      const { code, complaint } = await execute('rsync', [...words, '-e', shell, '--', `${folder}/`, place], {
        env,
        input: paths.map((path) => `${path}\0`).join(''),
        onLine: (line) => (line.endsWith('/') ? undefined : onFile(line)),
      });
      if (code === 0) return;
      if (code === 255) throw unreachable(complaint);
      if (code === FILE_ERROR || isFull(complaint)) throw new ServerFull(host);
      const isMissing = /rsync: (?:command )?not found|not found.*rsync/i.test(complaint);
      throw new UserError(`rsync to ${host} failed: ${reasonIn(complaint)}`, {
        suggestion: isMissing ? `install rsync on ${host}` : 'run gitcast publish again: it continues where it stopped',
      });
    },
  };
}

interface Execution extends Pick<Account, 'env'> {
  readonly input: string;
  readonly onLine?: (line: string) => void;
  /** The user's own command for it. */
  readonly command?: string;
}

async function execute(name: ProgramName, words: readonly string[], { command = name, ...running }: Execution) {
  try {
    const { code, bytes, complaint } = await runProgram(program(name, command), words, running);
    return { code: code ?? 1, text: bytes.toString(), complaint };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && command === name) throw new ProgramMissing(name);
    const what = code === 'ENOENT' ? `${command} was not found` : `cannot start ${command}: ${message}`;
    throw new UserError(what, { suggestion: `install ${command}, then run gitcast publish again` });
  }
}

/** The exit code of rsync if a file could not be written. The reason often gets lost with the connection. */
const FILE_ERROR = 11;

const isFull = (complaint: string): boolean => /no space left|quota exceeded/i.test(complaint);

/** The server has no space for the release. */
export class ServerFull extends UserError {
  constructor(host: string) {
    super(`the disk of ${host} is full, or cannot be written`, {
      suggestion: `free disk space on ${host} or publish a smaller site; what was begun has been removed`,
    });
  }
}

/** The last lines are the reason; those before may be a banner. */
const reasonIn = (complaint: string): string =>
  complaint
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-2)
    .join('; ') || 'no reason was given';

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
