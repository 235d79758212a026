import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isError, type Diagnostic, type Note, gather } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { printable } from '../../diagnostics/printable.ts';

/** A CI host shows problems on their lines and has a page for each job. Without one, these functions do nothing. */
export interface Host {
  readonly annotate: (diagnostics: readonly Diagnostic[]) => void;
  readonly warn: (message: string) => void;
  /** Sets outputs of the step. */
  readonly output: (counts: Readonly<Record<string, number>>) => void;
  readonly summarise: (markdown: string) => void;
}

export const hostOf = (context: Context): Host => ({
  annotate: (diagnostics) => annotate(diagnostics, context),
  warn: (message) => warn(message, context),
  output: (counts) => output(counts, context),
  summarise: (markdown) => summarise(markdown, context),
});

/** GitHub shows at most this many per severity and step. */
const MOST = 10;

/** Diagnostics as annotations, which a review shows on the line they are about. Always on stderr: stdout is for results, and may be a file or JSON. */
function annotate(diagnostics: readonly Diagnostic[], { cwd, env, stderr }: Context): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const root = env['GITHUB_WORKSPACE'] ?? cwd;
  // Each line with an error has to be corrected; a warning in many places must not leave out the others.
  const [errors, warnings] = [diagnostics.filter(isError), gather(diagnostics.filter((each) => !isError(each)))];
  for (const diagnostic of [...errors.slice(0, MOST), ...warnings.slice(0, MOST)])
    stderr.write(`${annotation(diagnostic, (file) => pathFrom(root, resolve(cwd, file)))}\n`);
}

/** A warning that is not about a line of a file. */
function warn(message: string, { env, stderr }: Context): void {
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

function output(counts: Readonly<Record<string, number>>, { env, stderr }: Context): void {
  const file = env['GITHUB_OUTPUT'];
  if (!file) return;
  const lines = Object.entries(counts).map(([name, value]) => `${name}=${value}\n`);
  try {
    appendFileSync(file, lines.join(''));
  } catch (error) {
    stderr.write(`the outputs could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** GitHub's limit for a step. It shows nothing of a longer summary. */
const MOST_BYTES = 1024 * 1024;

const TOO_LONG = '\n*This part is too long for a summary: see the log.*\n';

/** A summary is optional: if it cannot be written, that is reported and the command still succeeds. */
function summarise(markdown: string, { env, stderr }: Context): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  try {
    const room = MOST_BYTES - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    const fitting = [`${markdown}\n`, TOO_LONG].find((text) => Buffer.byteLength(text) <= room);
    if (fitting !== undefined) appendFileSync(file, fitting);
  } catch (error) {
    stderr.write(`the job summary could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
