/** Diagnostics as the host's annotations, which a review shows on the line they are about. */
import { relative, resolve, sep } from 'node:path';
import { isError, type Diagnostic, type Note, gather } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { printable } from '../../diagnostics/printable.ts';

/** GitHub shows at most this many per severity and step. */
const MOST = 10;

/** Always on stderr: stdout is for results, and may be a file or JSON. */
export function annotate(diagnostics: readonly Diagnostic[], { cwd, env, stderr }: Context): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const root = env['GITHUB_WORKSPACE'] ?? cwd;
  // Each line with an error has to be corrected; a warning in many places must not leave out the others.
  const [errors, warnings] = [diagnostics.filter(isError), gather(diagnostics.filter((each) => !isError(each)))];
  for (const diagnostic of [...errors.slice(0, MOST), ...warnings.slice(0, MOST)])
    stderr.write(`${annotation(diagnostic, (file) => pathFrom(root, resolve(cwd, file)))}\n`);
}

/** A warning that is not about a line of a file. */
export function warn(message: string, { env, stderr }: Context): void {
  if (env['GITHUB_ACTIONS'] === 'true') stderr.write(`::warning title=gitcast::${inMessage(printable(message))}\n`);
}

/** A path as the host knows it, from the root of the repository. */
export const pathFrom = (root: string, file: string): string => relative(root, file).split(sep).join('/');

/** `::error file=…,line=…,col=…,endColumn=…,title=…::message` */
export function annotation(
  { code, severity, message, at, notes, suggestion }: Diagnostic,
  path: (file: string) => string,
) {
  const { line, column, length } = at;
  const properties = {
    file: path(at.file),
    line,
    // A problem with a whole file has no column.
    ...(length > 0 && { col: column, endColumn: column + length }),
    title: code,
  };
  const text = [
    message,
    ...notes.map((note) => noteText(note, path)),
    ...(suggestion === undefined ? [] : [`help: ${suggestion}`]),
  ];
  const list = Object.entries(properties).map(([name, value]) => `${name}=${inProperty(String(value))}`);
  return `::${severity} ${list.join()}::${inMessage(text.map(printable).join('\n'))}`;
}

const noteText = ({ message, at }: Note, path: (file: string) => string): string =>
  at ? `note: ${message} (${path(at.file)}:${at.line})` : `note: ${message}`;

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
