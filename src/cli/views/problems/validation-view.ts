import { gather, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Validation, LeftOut } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { printable } from '../../../diagnostics/printable.ts';
import { exitCodeOf, type Outcome } from '../../command.ts';
import type { Style } from '../text/style.ts';
import { diagnosticText, type Verbosity } from './diagnostic-view.ts';

/** The problems file by file, and a last line with the verdict. */
function validationText(validation: Validation, style: Style, verbosity: Verbosity = {}): string {
  const { diagnostics, report } = validation;
  if (style.quiet && diagnostics.length === 0) return '';
  const leftOut = style.quiet ? [] : leftOutLines(report.left_out, verbosity);
  const summary = [verdict(validation, style), ...leftOut.map((line) => style.colours.dim(`  ${line}`))].join('\n');
  return [...groupTexts(diagnostics, style, verbosity), summary].join('\n\n') + '\n';
}

export function groupTexts(
  diagnostics: readonly Diagnostic[],
  style: Style,
  verbosity: Verbosity = {},
): readonly string[] {
  const groups = Map.groupBy(gather(diagnostics), ({ at }) => at.file);
  return [...groups].flatMap(([file, problems]) =>
    [heading(file, problems, style)].concat(problems.map((problem) => diagnosticText(problem, style, verbosity))),
  );
}

function heading(file: string, problems: readonly Diagnostic[], { colours }: Style): string {
  return `${colours.bold(colours.underline(printable(file)))} ${colours.dim(tally(problems))}`;
}

function verdict({ report, ending: { failed }, diagnostics, hidden }: Validation, { colours }: Style): string {
  const elsewhere = hidden > 0 ? colours.dim(` (${count(hidden, 'more problem')} in other files)`) : '';
  const checked = count(report.documents, 'document');
  if (diagnostics.length === 0) return `${colours.green('✓')} ${checked}, no problems${elsewhere}`;
  const paint = failed ? colours.red : colours.yellow;
  // Perhaps none of them can be read.
  const inWhat = report.documents === 0 ? '' : ` in ${checked}`;
  return `${paint(failed ? '✗' : '!')} ${colours.bold(tally(gather(diagnostics)))}${inWhat}${elsewhere}`;
}

/** The verdict as plain text, for a table. */
const validationHeadline = ({ report, diagnostics }: Validation): string =>
  `${diagnostics.length === 0 ? 'no problems' : tally(gather(diagnostics))} in ${count(report.documents, 'document')}`;

/** `2 errors, 1 warning`, without the severities that do not occur. */
function tally(diagnostics: readonly Diagnostic[]): string {
  const severities = ['error', 'warning', 'notice'] as const;
  return severities
    .map((severity) => ({ severity, number: diagnostics.filter((each) => each.severity === severity).length }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => count(number, severity))
    .join(', ');
}

export const validationOutcome = (validation: Validation, verbosity: Verbosity = {}): Outcome => ({
  exitCode: exitCodeOf(validation.ending),
  json: validation.report,
  human: (style) => validationText(validation, style, verbosity),
  diagnostics: validation.diagnostics,
  headline: validationHeadline(validation),
  isCalm: validation.diagnostics.length === 0,
});

/** The documents that visitors do not see: their number by reason, and on request their addresses. */
export function leftOutLines(leftOut: LeftOut | undefined, { verbose }: Verbosity): readonly string[] {
  if (!leftOut) return [];
  const reasons = [
    { words: count(leftOut.drafts.length, 'draft'), addresses: leftOut.drafts },
    { words: `${leftOut.scheduled.length} scheduled`, addresses: leftOut.scheduled },
    { words: `${leftOut.private.length} private`, addresses: leftOut.private },
    { words: `${leftOut.ended.length} ended`, addresses: leftOut.ended },
  ].filter(({ addresses }) => addresses.length > 0);
  if (reasons.length === 0) return [];
  if (!verbose) return [`left out: ${reasons.map(({ words }) => words).join(', ')} (--verbose lists them)`];
  return reasons.map(({ words, addresses }) => `left out: ${words}: ${addresses.map(printable).join(', ')}`);
}
