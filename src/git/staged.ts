/**
 * What the next commit would hold below a folder. Read from git's index and never from the work tree, whose files may have
 * changed since they were staged. A hook is started with variables that name its index and its repository by paths from
 * where it starts, so git is started there too and never in another folder.
 */
import { execFile, execFileSync, type ExecFileException } from 'node:child_process';
import { posix } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';

export interface StagedFile {
  readonly blob: string;
  readonly isLink: boolean;
}

export interface Staged {
  /** All files of the commit, by their path below the folder. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** The paths of what the commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  /** The content of many files at once, by blob. */
  readonly read: (blobs: Iterable<string>) => ReadonlyMap<string, Uint8Array>;
}

/** `folder` is the way from `cwd`. */
export async function readStaged(cwd: string, folder: string): Promise<Staged> {
  const git = runnerIn(cwd);
  const [prefix, files, changes] = await Promise.all([
    git(['rev-parse', '--show-prefix']),
    git(['ls-files', '--stage', '--full-name', '-z', '--', folder]),
    git([
      'diff',
      '--cached',
      '--name-only',
      '--no-renames',
      '--no-ext-diff',
      '--ignore-submodules',
      '-z',
      '--',
      folder,
    ]),
  ]);
  const root = posix.join(prefix.replace(/\n$/, ''), folder, '/').replace(/^\.\//, '');
  const below = (path: string): readonly string[] => (path.startsWith(root) ? [path.slice(root.length)] : []);
  return {
    files: new Map(
      entriesOf(files).flatMap((entry) => {
        const [, mode, blob, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(entry)!;
        // Of a file in conflict there are several, and no commit.
        return stage === '0'
          ? below(path!).map((name) => [name, { blob: blob!, isLink: mode === '120000' }] as const)
          : [];
      }),
    ),
    changed: new Set(entriesOf(changes).flatMap(below)),
    read: (blobs) => readBlobs(cwd, [...new Set(blobs)]),
  };
}

const entriesOf = (text: string): readonly string[] => text.split('\0').filter((entry) => entry !== '');

const MOST_OUTPUT = 1024 * 1024 * 1024;
/** Its messages are read below, so they have to be in one language; and asking must not lock out another git. */
const environment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' });

function runnerIn(cwd: string): (words: readonly string[]) => Promise<string> {
  return (words) =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: environment(), maxBuffer: MOST_OUTPUT };
      execFile('git', ['--literal-pathspecs', ...words], options, (error, stdout, stderr) => {
        if (error) reject(refused(error, stderr));
        else resolve(stdout);
      });
    });
}

function refused(error: ExecFileException, stderr: string): UserError {
  if (error.code === 'ENOENT')
    return new UserError('there is no git here', { suggestion: 'install it, or leave --staged out' });
  const said = (stderr || error.message).trim().split('\n')[0]!;
  return new UserError(`git does not say what is staged: ${said}`, {
    suggestion: 'gitcast validate without --staged checks the files as they are',
  });
}

/** One process for all: git answers with `<blob> blob <size>`, the bytes, and a line's end, in the order asked. */
function readBlobs(cwd: string, blobs: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  if (blobs.length === 0) return found;
  const input = `${blobs.join('\n')}\n`;
  const said = execFileSync('git', ['cat-file', '--batch'], { cwd, env: environment(), input, maxBuffer: MOST_OUTPUT });
  let at = 0;
  for (const blob of blobs) {
    const end = said.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(said.toString('latin1', at, end))?.[1];
    at = end + 1;
    // A submodule, or an object that a partial clone has not fetched.
    if (size === undefined) continue;
    found.set(blob, said.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}
