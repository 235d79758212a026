/** The text of docs/proof.md: only what ran in this run. */
import type { Figure } from './figures.ts';
import type { Result } from './run-part.ts';

export interface Run {
  readonly date: string;
  readonly commit: string;
  readonly seed: number;
  readonly machine: string;
  readonly isQuick: boolean;
  readonly seconds: number;
  readonly results: readonly Result[];
}

const SHORT =
  'Without `--quick` it takes hours, tries more of each, and also repeats every property test with fresh values and tries mutants of the code that guards deletions.';

export function documentOf(run: Run): string {
  const { date, commit, seed, machine, isQuick, seconds, results } = run;
  const command = `npm run proof${isQuick ? ' -- --quick' : ''}`;
  return `# What was tried, and what happened

<!-- Written by \`${command}\`. Do not edit it. -->

\`${command}\` runs all of this and writes this page. \`GITCAST_SEED=${seed} ${command}\` repeats it with the same random values.${isQuick ? ` ${SHORT}` : ''}

| | |
| - | - |
| date | ${date} |
| commit | ${commit} |
| seed | ${seed} |
| machine | ${machine} |
| duration | ${duration(seconds)} |
| failed | ${results.reduce((sum, { failures }) => sum + failures.length, 0)} |

${results.map(section).join('\n')}`;
}

function section({ part, rows, notRun, failures, seconds }: Result): string {
  const table =
    rows.length === 0 ? '' : `| what | tried | failed | note |\n| - | -: | -: | - |\n${rows.map(row).join('\n')}\n\n`;
  return `## ${part.title}

${part.about}

${table}${listOf('Not run', notRun)}${listOf('Failed', failures)}Took ${duration(seconds)}.
`;
}

const row = ({ what, tried, failed, note = '' }: Figure): string =>
  `| ${what} | ${tried.toLocaleString('en')} | ${failed.toLocaleString('en')} | ${note} |`;

const listOf = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `${title}:\n\n${lines.map((line) => `- ${line.replaceAll(/([<>*_])/g, '\\$1')}`).join('\n')}\n\n`;

const duration = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
