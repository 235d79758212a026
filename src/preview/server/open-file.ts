/** Opens a file of the project in the editor of the user who runs the server. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { onPath, program, PROGRAMS, type Program } from '../../machine/programs.ts';
import { editorCall, type Place } from './editors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Opened =
  | { readonly opened: true; readonly editor: string }
  /** `reason` is a sentence for the person who clicked. */
  | { readonly opened: false; readonly reason: string };

export async function openFile(place: Place, env: Environment): Promise<Opened> {
  const command =
    [env['GITCAST_EDITOR'], env['VISUAL'], env['EDITOR']].find((each) => each?.trim()) ??
    (onPath(['code'], env) && 'code');
  const call = command === undefined ? undefined : editorCall(command, place);
  if (!call) return { opened: false, reason: sentence(PROGRAMS.editor.missing) + ' ' + sentence(PROGRAMS.editor.fix) };
  if (call.type === 'needs-terminal') {
    const reason = `${call.program} needs a terminal, so it cannot be opened from here. Set GITCAST_EDITOR to an editor with its own window.`;
    return { opened: false, reason };
  }
  const problem = await start(program('editor', call.program), call.arguments, place, env);
  if (!problem) return { opened: true, editor: call.program };
  const why = problem.code === 'ENOENT' ? 'was not found' : `could not be started (${problem.code ?? 'unknown'})`;
  return { opened: false, reason: `The editor ${call.program} ${why}. Set GITCAST_EDITOR to a different one.` };
}

/** Without a shell, so a file name is never a command. The editor keeps running when the server ends. */
function start(
  editor: Program,
  words: readonly string[],
  { file }: Place,
  env: Environment,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const child = spawn(editor, words, { cwd: dirname(file), env, stdio: 'ignore', detached: true, shell: false });
    child.once('error', resolve);
    child.once('spawn', () => {
      child.unref();
      resolve(undefined);
    });
  });
}

const sentence = (clause: string): string => `${clause[0]!.toUpperCase()}${clause.slice(1)}.`;
