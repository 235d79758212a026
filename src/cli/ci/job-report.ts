import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isError, type Diagnostic, type Note, gather } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Tree } from '../views/tree.ts';

/** GitHub shows at most this many per severity and step. */
const MOST = 10;

/** GitHub's limit for the summary of a step. It shows nothing of a longer one. */
const MOST_BYTES = 1024 * 1024;

const TOO_LONG = '\n*This part is too long for a summary: see the log.*\n';

export type JobReport = ReturnType<typeof jobReport>;

/** A CI host shows problems on their lines and has a page for each job. Without one, these functions do nothing. */
export function jobReport({ cwd, env, stderr }: Context) {
  const isGithub = env['GITHUB_ACTIONS'] === 'true';
  /** Optional: if it cannot be written, that is reported and the command still succeeds. */
  const append = (variable: string, what: string, text: (file: string) => string): void => {
    const file = env[variable];
    if (!file) return;
    try {
      appendFileSync(file, text(file));
    } catch (error) {
      stderr.write(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  };
  return {
    /** Diagnostics as annotations, which a review shows on the line they are about. Always on stderr: stdout is for results, and may be a file or JSON. */
    annotate(diagnostics: readonly Diagnostic[]): void {
      if (!isGithub) return;
      const root = env['GITHUB_WORKSPACE'] ?? cwd;
      // Each line with an error has to be corrected; a warning in many places must not leave out the others.
      const [errors, warnings] = [diagnostics.filter(isError), gather(diagnostics.filter((each) => !isError(each)))];
      for (const diagnostic of [...errors.slice(0, MOST), ...warnings.slice(0, MOST)])
        stderr.write(`${annotation(diagnostic, (file) => pathFrom(root, resolve(cwd, file)))}\n`);
    },
    /** Removes keys from the log: the host removes the value of a secret as a whole, `KEY@HOST`. */
    mask(keys: readonly string[]): void {
      if (isGithub) for (const key of keys) stderr.write(`::add-mask::${key}\n`);
    },
    /** A warning that is not about a line of a file. */
    warn(message: string): void {
      if (isGithub) stderr.write(`::warning title=gitcast::${inMessage(printable(message))}\n`);
    },
    /** Sets outputs of the step. */
    output(counts: Readonly<Record<string, number>>): void {
      const lines = Object.entries(counts).map(([name, value]) => `${name}=${value}\n`);
      append('GITHUB_OUTPUT', 'the outputs', () => lines.join(''));
    },
    async summarise(tree: () => Tree): Promise<void> {
      if (!env['GITHUB_STEP_SUMMARY']) return;
      const { printMarkdown } = await import('../views/print-markdown.ts');
      const markdown = printMarkdown(tree()).text;
      append('GITHUB_STEP_SUMMARY', 'the job summary', (file) => {
        const room = MOST_BYTES - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
        return [`${markdown}\n`, TOO_LONG].find((text) => Buffer.byteLength(text) <= room) ?? '';
      });
    },
  };
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
