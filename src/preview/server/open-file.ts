/** Opens a file of the project in the editor of the user who runs the server. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { editorCall, type Place } from './editors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Opened =
  | { readonly opened: true; readonly editor: string }
  /** `reason` is a sentence for the person who clicked. */
  | { readonly opened: false; readonly reason: string };

export async function openFile(place: Place, env: Environment): Promise<Opened> {
  const command = [env['GITCAST_EDITOR'], env['VISUAL'], env['EDITOR']].find((each) => each?.trim()) ?? found(env);
  const call = command === undefined ? undefined : editorCall(command, place);
  if (!call) return { opened: false, reason: 'No editor was found. Set GITCAST_EDITOR, for example to "code".' };
  if (call.type === 'needs-terminal') {
    const reason = `${call.program} needs a terminal, so it cannot be opened from here. Set GITCAST_EDITOR to an editor with its own window.`;
    return { opened: false, reason };
  }
  const problem = await start(call.program, call.arguments, place, env);
  if (!problem) return { opened: true, editor: call.program };
  const why = problem.code === 'ENOENT' ? 'was not found' : `could not be started (${problem.code ?? 'unknown'})`;
  return { opened: false, reason: `The editor ${call.program} ${why}. Set GITCAST_EDITOR to a different one.` };
}

/** Without a shell, so a file name is never a command. The editor keeps running when the server ends. */
function start(
  program: string,
  words: readonly string[],
  { file }: Place,
  env: Environment,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const editor = spawn(program, words, { cwd: dirname(file), env, stdio: 'ignore', detached: true, shell: false });
    editor.once('error', resolve);
    editor.once('spawn', () => {
      editor.unref();
      resolve(undefined);
    });
  });
}

/** The editor that most people have, if it is installed. */
function found({ PATH = '' }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isProgram(join(folder, 'code'))) ? 'code' : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
