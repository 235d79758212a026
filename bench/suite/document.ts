/** docs/performance.md, from the results and from what each benchmark says about itself. */
import { BENCHMARKS, type Entry } from '../benchmarks.ts';
import { isMet, MEASURES, type Figure, type Result, type Results } from './benchmark.ts';
import { formatAim, formatNumber, formatValue } from './format.ts';
import { median } from './statistics.ts';

export function document(results: Results): string {
  const measured = BENCHMARKS.flatMap(({ name }) => results[name] ?? []);
  const text = [
    ...introduction(measured),
    ...BENCHMARKS.flatMap((entry) => (results[entry.name] ? section(entry, results[entry.name]!) : [])),
    ...unmeasured(BENCHMARKS.filter(({ name }) => !results[name])),
  ];
  return `${text.join('\n\n')}\n`;
}

function introduction(measured: readonly Result[]): readonly string[] {
  const aims = measured.flatMap(({ figures }) => figures.filter(({ aim }) => aim));
  const machines = [...new Set(measured.map(({ machine }) => machine))];
  return [
    '# Performance',
    "gitcast compared with other site generators, and with the least that any program could do on the same machine. All figures are of gitcast's full default theme; each section says what the others write. A ratio below 1 means that gitcast takes less time. A value is the median of rounds in which contestants take turns; memory is the highest sum over all processes.",
    `${aims.filter(isMet).length} of ${aims.length} aims are met.${machines.length === 0 ? '' : ` Measured on ${machines.join('; ')}.`}`,
  ];
}

const unmeasured = (entries: readonly Entry[]): readonly string[] =>
  entries.map((entry) => `Not measured yet: \`${commandOf(entry)}\`.`);

const commandOf = ({ name, needsCheckout }: Entry): string => `npm run bench -- ${name}${needsCheckout ? ' DIR' : ''}`;

function section(entry: Entry, result: Result): readonly string[] {
  const { figures, skipped = [], notes = [], date, commit, isQuick } = result;
  const { about } = entry;
  const command = `\`${commandOf(entry)}${isQuick ? ' --quick' : ''}\`, ${date}, \`${commit}\`.`;
  return [
    `## ${about.title}`,
    `${about.text} ${command}${isQuick ? ' **A quick run with small sizes: no figure to rely on.**' : ''}`,
    ...table(figures.filter(({ aim }) => aim)),
    ...obstacles(about.obstacles ?? {}, figures),
    ...others(result),
    ...notes,
    ...skipped.map(({ name: peer, reason }) => `${peer} is skipped: ${reason}.`),
  ];
}

/** One reason can stand in the way of several aims. */
function obstacles(reasons: Readonly<Record<string, string>>, figures: readonly Figure[]): readonly string[] {
  const missed = figures.filter((figure) => !isMet(figure)).map(({ name }) => reasons[name] ?? 'Not examined yet.');
  return missed.length === 0 ? [] : [`Missed: ${[...new Set(missed)].join(' ')}`];
}

/** The contestants, in the first measure that all have, and the figures without an aim. */
function others({ series, figures }: Result): readonly string[] {
  const measure = MEASURES.find((each) => series.every(({ values }) => values[each]));
  const contestants = measure === undefined || series.length < 2 ? [] : series;
  const values = [
    ...contestants.map((each) => `${each.name} ${formatNumber(median(each.values[measure!]!))} ${measure}`),
    ...figures.filter(({ aim }) => !aim).map((figure) => `${figure.name} ${formatValue(figure)}`),
  ];
  return values.length === 0 ? [] : [`${values.join('; ')}.`];
}

function table(figures: readonly Figure[]): readonly string[] {
  if (figures.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = figures.map((figure) => [figure.name, formatValue(figure), aimOf(figure)]);
  return [[['', 'measured', 'aim'], ['-', '-', '-'], ...rows].map(line).join('\n')];
}

const aimOf = (figure: Figure): string => `${formatAim(figure)}${isMet(figure) ? '' : ', **missed**'}`;
