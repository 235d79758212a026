/** docs/performance.md, from the results and from what each benchmark says about itself. */
import { BENCHMARKS, type Entry } from '../benchmarks.ts';
import { isMet, MEASURES, type Figure, type Result, type Results } from './benchmark.ts';
import { formatAim, formatNumber, formatValue } from './format.ts';
import { median } from './statistics.ts';

export function document(results: Results): string {
  const sections = BENCHMARKS.map((entry) => ({ entry, result: results[entry.name] }));
  const measured = sections.flatMap(({ result }) => (result ? [result] : []));
  const text = [
    ...introduction(measured),
    ...sections.flatMap(({ entry, result }) => (result ? section(entry, result) : unmeasured(entry))),
  ];
  return `${text.join('\n\n')}\n`;
}

function introduction(measured: readonly Result[]): readonly string[] {
  const aims = measured.flatMap(({ figures }) => figures.filter(({ aim }) => aim));
  const machines = [...new Set(measured.map(({ machine }) => machine))];
  return [
    '# Performance',
    "gitcast compared with other site generators, and with the least that any program could do on the same machine. All figures are of gitcast's full default theme; the other generators have a bare layout. A ratio below 1 means that gitcast takes less time. A value is the median of rounds in which contestants take turns; memory is the highest sum over all processes.",
    measured.length === 0
      ? 'Nothing is measured yet: run `npm run bench`.'
      : `${aims.filter(isMet).length} of ${aims.length} aims are met.`,
    ...(machines.length === 0 ? [] : [`Measured on ${machines.join('; ')}.`]),
  ];
}

const unmeasured = ({ name, about }: Entry): readonly string[] => [
  `## ${about.title}`,
  about.text,
  `Not measured yet: run \`npm run bench -- ${name}\`.`,
];

function section({ name, about }: Entry, result: Result): readonly string[] {
  const { figures, skipped = [], date, commit, isQuick } = result;
  const command = `\`npm run bench -- ${name}${isQuick ? ' --quick' : ''}\`, ${date}, \`${commit}\`.`;
  return [
    `## ${about.title}`,
    `${about.text} ${command}${isQuick ? ' **A quick run with small sizes: no figure to rely on.**' : ''}`,
    table(figures),
    ...obstacles(about.obstacles ?? {}, figures),
    ...contestants(result),
    ...skipped.map(({ name: peer, reason }) => `${peer} is skipped: ${reason}.`),
  ];
}

/** One reason can stand in the way of several aims. */
function obstacles(reasons: Readonly<Record<string, string>>, figures: readonly Figure[]): readonly string[] {
  const missed = figures.filter((figure) => !isMet(figure)).map(({ name }) => reasons[name] ?? 'Not examined yet.');
  return missed.length === 0 ? [] : [`Missed: ${[...new Set(missed)].join(' ')}`];
}

/** In the first measure that all have. */
function contestants({ series }: Result): readonly string[] {
  const measure = MEASURES.find((each) => series.every(({ values }) => values[each]));
  if (measure === undefined || series.length < 2) return [];
  const values = series.map((each) => `${each.name} ${formatNumber(median(each.values[measure]!))} ${measure}`);
  return [`${values.join('; ')}.`];
}

function table(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = figures.map((figure) => [figure.name, formatValue(figure), formatAim(figure), mark(figure)]);
  return [['', 'measured', 'aim', ''], ['-', '-', '-', '-'], ...rows].map(line).join('\n');
}

function mark(figure: Figure): string {
  if (figure.aim === undefined) return '';
  return isMet(figure) ? 'met' : 'missed';
}
