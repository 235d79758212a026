/** Opens a file of the project in the editor of the user who runs the server. */
import { spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { onPath, program, PROGRAMS, type Program } from '../../machine/programs.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Opened =
  | { readonly opened: true; readonly editor: string }
  /** `reason` is a sentence for the person who clicked. */
  | { readonly opened: false; readonly reason: string };

export async function openFile(place: FilePosition, env: Environment): Promise<Opened> {
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
  { file }: FilePosition,
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

interface FilePosition {
  /** An absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The command line of an editor to open a file at a line. */
type Form = (place: FilePosition) => readonly string[];

const GOTO: Form = ({ file, line, column }) => ['-g', `${file}:${line}:${column}`];
const COLONS: Form = ({ file, line, column }) => [`${file}:${line}:${column}`];
const PLUS: Form = ({ file, line }) => [`+${line}`, file];
const PLUS_COLUMN: Form = ({ file, line, column }) => [`+${line}:${column}`, file];
const LINE_FLAG: Form = ({ file, line }) => ['--line', String(line), file];
const L_FLAG: Form = ({ file, line }) => ['-l', String(line), file];
const FILE_ONLY: Form = ({ file }) => [file];

const named = (form: Form, names: string): readonly [string, Form][] => names.split(' ').map((name) => [name, form]);

const WINDOWED: ReadonlyMap<string, Form> = new Map([
  ...named(GOTO, 'code code-insiders code-oss codium vscodium cursor windsurf'),
  ...named(COLONS, 'subl sublime sublime_text zed zeditor lapce'),
  ...named(PLUS, 'gvim mvim nvim-qt neovide gedit xed gnome-text-editor'),
  ...named(PLUS_COLUMN, 'emacs emacsclient'),
  ...named(LINE_FLAG, 'idea webstorm phpstorm pycharm rubymine goland rider clion fleet'),
  ...named(L_FLAG, 'mate kate'),
]);

/** These need the terminal they were started from, and a server has none. */
const IN_TERMINAL: ReadonlyMap<string, Form> = new Map([
  ...named(PLUS, 'vi vim nvim nano pico joe ne ee mcedit'),
  ...named(COLONS, 'hx helix micro'),
  ...named(PLUS_COLUMN, 'kak'),
  ...named(FILE_ONLY, 'ed ex'),
]);

type EditorCall =
  | { readonly type: 'run'; readonly program: string; readonly arguments: readonly string[] }
  | { readonly type: 'needs-terminal'; readonly program: string };

/** `command` as in $EDITOR: a program, perhaps with arguments. */
export function editorCall(command: string, place: FilePosition): EditorCall | undefined {
  const [program, ...given] = words(command);
  if (program === undefined) return undefined;
  const name = nameOf(program);
  const inTerminal = name.startsWith('emacs') && given.some((word) => ['-nw', '-t', '-tty', '--tty'].includes(word));
  if (IN_TERMINAL.has(name) || inTerminal) return { type: 'needs-terminal', program: name };
  // `kitty -e nvim` opens its own terminal, so the editor in it counts.
  const form = WINDOWED.get(name) ?? given.flatMap((word) => IN_TERMINAL.get(nameOf(word)) ?? []).at(-1) ?? FILE_ONLY;
  return { type: 'run', program, arguments: [...given, ...form(place)] };
}

const nameOf = (program: string): string => basename(program).replace(/\.exe$/i, '');

/** Split at spaces, except between quotes: no shell is involved. */
export function words(command: string): readonly string[] {
  const found = command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g);
  return [...found].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
