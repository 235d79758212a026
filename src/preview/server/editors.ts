/** The command lines of editors to open a file at a line. */
import { basename } from 'node:path';

export interface Place {
  /** An absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type Form = (place: Place) => readonly string[];

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

export type EditorCall =
  | { readonly type: 'run'; readonly program: string; readonly arguments: readonly string[] }
  | { readonly type: 'needs-terminal'; readonly program: string };

/** `command` as in $EDITOR: a program, perhaps with arguments. */
export function editorCall(command: string, place: Place): EditorCall | undefined {
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
