import { count } from '../../diagnostics/count.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import type { Built } from '../../project/index.ts';
import type { Verbosity } from './problems/diagnostic-view.ts';
import { groupTexts, leftOutLines } from './problems/validation-view.ts';
import { firstOf, sizeText } from './text/excerpts.ts';
import type { Style } from './text/style.ts';
import { type Outcome, exitCodeOf } from '../command.ts';

const SHOWN = 5;

function buildText(built: Built, style: Style, verbosity: Verbosity = {}): string {
  const { report, ending, folder, trash, kept, diagnostics } = built;
  const { published, pages, files, written, removed, replaced, bytes, next_change: nextChange, notes } = report;
  const { colours, quiet } = style;
  if (report.skipped) return quiet ? '' : `${colours.green('✓')} no website: broadcast.yaml has \`isWeb: false\`\n`;
  const problems = groupTexts(diagnostics, style, verbosity);
  if (!published) {
    const errors = count(diagnostics.filter(isError).length, 'error');
    const failure = `${colours.red('✗')} build failed with ${errors}: ${colours.bold(folder)} is unchanged`;
    return `${[...problems, failure].join('\n\n')}\n`;
  }
  if (quiet) return problems.length === 0 ? '' : `${problems.join('\n\n')}\n`;
  const changes = [`${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])].join(', ');
  const edited = `no longer part of the site, but kept because they were edited: ${kept.join(', ')}`;
  const copied = `${count(replaced.length, 'file')} that gitcast had not written ${replaced.length === 1 ? 'was' : 'were'} replaced, with a copy in ${trash}: ${firstOf(replaced, SHOWN, (left) => `and ${left} more`).join(', ')}`;
  const later = `rebuild after ${nextChange}: scheduled content changes then`;
  const verdict = [
    `${ending.failed ? colours.red('✗') : colours.green('✓')} ${colours.bold(folder)}: ${count(pages, 'page')}, ${count(files, 'file')} (${changes}), ${sizeText(bytes)}`,
    ...(kept.length === 0 ? [] : [colours.yellow(`  ${edited}`)]),
    ...(replaced.length === 0 ? [] : [colours.yellow(`  ${copied}`)]),
    ...leftOutLines(report.left_out, verbosity).map((line) => colours.dim(`  ${line}`)),
    ...(nextChange === null ? [] : [colours.dim(`  ${later}`)]),
    ...notes.map((note) => colours.dim(`  ${note}`)),
  ].join('\n');
  return `${[...problems, verdict].join('\n\n')}\n`;
}

/** The result as plain text, for a table. */
function buildHeadline({ report, diagnostics }: Built): string {
  const { published, pages, written, removed } = report;
  if (report.skipped) return 'no website';
  if (!published) return `build failed with ${count(diagnostics.filter(isError).length, 'error')}`;
  return `${count(pages, 'page')}, ${written} written${removed > 0 ? `, ${removed} removed` : ''}`;
}

export const buildOutcome = (built: Built, verbosity: Verbosity = {}): Outcome => ({
  exitCode: exitCodeOf(built.ending),
  json: built.report,
  human: (style) => buildText(built, style, verbosity),
  diagnostics: built.diagnostics,
  headline: buildHeadline(built),
  isCalm: built.diagnostics.length + built.report.written + built.report.removed === 0,
});
