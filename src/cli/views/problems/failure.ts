import { diskFailure } from '../../../machine/disk-failure.ts';
import { InternalError, RemoteError, UserError } from '../../../diagnostics/errors.ts';
import type { Outcome } from '../../command.ts';
import type { Context } from '../../context.ts';
import { isGiven } from '../../parse-arguments.ts';
import { version } from '../../../machine/program.ts';
import { groupTexts } from './validation-view.ts';
import { reportDiagnostics } from '../../../project/check/diagnostic-report.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { styleFor, type Style } from '../text/style.ts';
import { blockOf, name, plain, said, sentences, strong, type Row, type Tree } from '../tree.ts';

/** Prints what went wrong to stderr and, with --json, also to stdout for programs. */
export function reportFailure(error: unknown, words: readonly string[], { env, stdout, stderr }: Context): void {
  const style = styleFor(stderr, env, { color: !isGiven('--no-color', words) });
  if (isGiven('--json', words)) stdout.write(`${JSON.stringify(failureJson(error), null, 2)}\n`);
  stderr.write(failureText(error, style, words));
}

export function failureText(error: unknown, style: Style, words: readonly string[] = []): string {
  const mistake = asMistake(error);
  return mistake ? mistakeText(mistake, style) : bugText(error, words, style);
}

/** For a page: a run that was refused or failed is reported there like any other. `words`: those of the command line. */
export function failureTree(error: unknown, words: readonly string[] = []): Tree {
  const { message, suggestion, diagnostics } = asMistake(error) ?? {
    message: `internal error: ${messageOf(error)}`,
    suggestion: undefined,
    diagnostics: [],
  };
  // For `gitcast ci`, the name of the job says what failed.
  const names = words.slice(0, words[0] === 'ci' ? 2 : 1).filter((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word));
  const problems = diagnostics.map(({ at, message: problem, suggestion: help }): Row => ({
    parts: [name(`${at.file}:${at.line}`), ' ', said(problem)],
    below: help === undefined ? [] : [{ parts: [strong('help'), ': ', said(help)] }],
  }));
  return {
    command: ['gitcast', ...names].join(' '),
    about: ['failed'],
    verdict: { mark: '✗', parts: [message] },
    blocks: [
      ...sentences('note', 'help', suggestion === undefined ? [] : [suggestion]),
      ...blockOf({ type: 'section', title: 'Problems', rows: problems }),
    ],
  };
}

/** A failure as the result for one broadcast of many. */
export function failureOutcome(error: unknown): Outcome {
  const tree = failureTree(error);
  return {
    exitCode: 1,
    json: failureJson(error),
    human: (style) => failureText(error, style),
    tree: () => tree,
    headline: plain(tree.verdict.parts),
    diagnostics: error instanceof UserError ? error.diagnostics : [],
  };
}

function failureJson(error: unknown): object {
  const mistake = asMistake(error);
  if (!mistake) return { error: { message: `internal error: ${messageOf(error)}`, suggestion: REPORT } };
  const { message, suggestion, diagnostics } = mistake;
  const report = error instanceof UserError ? error.report : undefined;
  return { ...report, error: { message, suggestion: suggestion ?? null, diagnostics: reportDiagnostics(diagnostics) } };
}

/** An error that the user can fix or the target caused is shown as a sentence, never as a stack trace. */
function asMistake(error: unknown): Mistake | undefined {
  if (error instanceof UserError) return error;
  if (error instanceof RemoteError) return { message: error.message, suggestion: error.suggestion, diagnostics: [] };
  return diskFailure(error) ?? missingPackage(error);
}

/** An installation that was interrupted or cleaned up by hand. */
function missingPackage(error: unknown): Mistake | undefined {
  const { code, message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const [, name] = (code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package '([^']+)'/.exec(message)) || [];
  return name === undefined
    ? undefined
    : {
        message: `the package ${name}, which gitcast needs, is not installed`,
        suggestion: 'install it again: npm install gitcast, or npm ci in a project that has it',
        diagnostics: [],
      };
}

type Mistake = Pick<UserError, 'message' | 'suggestion' | 'diagnostics'>;

export function mistakeText({ message, suggestion, diagnostics }: Mistake, style: Style): string {
  const { colours } = style;
  const lines = [`${colours.bold(colours.red('error'))}${colours.bold(`: ${printable(message)}`)}`];
  if (suggestion !== undefined)
    lines.push(`${colours.bold(' help')}: ${suggestion.split('\n').map(printable).join('\n')}`);
  return [...groupTexts(diagnostics, style), lines.join('\n')].join('\n\n') + '\n';
}

const REPORT = 'This is a bug in gitcast, not a problem with your files. Please report it with everything above.';

function bugText(error: unknown, words: readonly string[], { colours }: Style): string {
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : messageOf(error);
  return [
    `${colours.bold(colours.red('internal error'))}${colours.bold(`: ${messageOf(error)}`)}`,
    '',
    `  command  gitcast ${withoutCredentials(words).join(' ')}`,
    `  gitcast  ${version()}`,
    `  node     ${process.version} on ${process.platform} ${process.arch}`,
    '',
    colours.dim(stack),
    '',
    REPORT,
    '',
  ].join('\n');
}

/** A report is meant to be shared, and the command line may contain a credential. */
function withoutCredentials(words: readonly string[]): readonly string[] {
  const name = /^--[\w-]*(?:secret|key|token|password)/i;
  return words.map((word, index) => {
    if (index > 0 && name.test(words[index - 1]!) && !words[index - 1]!.includes('=')) return '…';
    return name.test(word) ? word.replace(/=.*$/s, '=…') : word;
  });
}

function messageOf(error: unknown): string {
  if (error instanceof InternalError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
