/** docs/performance.md, from the results and from what each benchmark says about itself. */
import { BENCHMARKS, type Entry } from '../benchmarks.ts';
import { isMet, MEASURES, type Figure, type Measure, type Result, type Results, type Series } from './benchmark.ts';
import { formatAim, formatNumber, formatSpread, formatValue } from './format.ts';
import { plot } from './plot.ts';
import { median, middleHalf } from './statistics.ts';

export interface Document {
  readonly text: string;
  /** By name. The document links to `performance/NAME.svg`. */
  readonly plots: Readonly<Record<string, string>>;
}

export function document(results: Results): Document {
  const sections = BENCHMARKS.map((entry) => ({ entry, result: results[entry.name] }));
  const measured = sections.flatMap(({ entry, result }) => (result ? [{ entry, result }] : []));
  const drawn = measured.flatMap(({ entry, result }) => plotOf(entry, result));
  const text = [
    ...introduction(measured),
    ...sections.flatMap(({ entry, result }) => (result ? section(entry, result) : unmeasured(entry))),
  ];
  return { text: `${text.join('\n\n')}\n`, plots: Object.fromEntries(drawn) };
}

interface Measured {
  readonly entry: Entry;
  readonly result: Result;
}

function introduction(measured: readonly Measured[]): readonly string[] {
  const aims = measured.flatMap(({ result }) => result.figures.filter(({ aim }) => aim));
  const machines = [...new Set(measured.map(({ result }) => result.machine))];
  return [
    '# Performance',
    "gitcast compared with other site generators, and with the least that any program could do on the same machine. All figures are of gitcast's full default theme, with search, feeds, offline pages and highlighted code; the other generators have a bare layout. A ratio below 1 means that gitcast takes less time.",
    measured.length === 0
      ? 'Nothing is measured yet: run `npm run bench`.'
      : `${aims.filter(isMet).length} of ${aims.length} aims are met. The missed ones are below too, each with what stands in its way.`,
    ...bullets(measured.map(({ entry, result }) => summaryOf(entry, result.figures))),
    ...machines.map((machine) => `Machine: \`${machine}\`.`),
    'A value is the median of the rounds, and the spread is the middle half of them. Contestants take turns, so that other load on the machine affects all of them; the spread of a ratio is that of the single rounds. Memory is the highest sum over all processes at one time. `npm run bench` measures everything again and writes this document; `npm run bench -- NAME` measures one part and keeps the others.',
  ];
}

/** A benchmark without clauses is for those who work on gitcast. */
function summaryOf({ about }: Entry, figures: readonly Figure[]): string | undefined {
  const clauses = (about.summary ?? []).flatMap((clause) => {
    const figure = figures.find(({ name }) => clause.includes(`{${name}}`));
    return figure ? [clause.replace(`{${figure.name}}`, formatValue(figure))] : [];
  });
  if (clauses.length === 0) return undefined;
  const missed = figures
    .filter((figure) => !isMet(figure))
    .map((figure) => `${figure.name} (${formatValue(figure)}, aim: ${formatAim(figure)})`);
  const end = missed.length === 0 ? '' : ` Missed: ${missed.join('; ')}.`;
  return `[${about.title}](#${anchor(about.title)}): ${clauses.join(', ')}.${end}`;
}

function bullets(lines: readonly (string | undefined)[]): readonly string[] {
  const present = lines.filter((line) => line !== undefined);
  return present.length === 0 ? [] : [present.map((line) => `- ${line}`).join('\n')];
}

const unmeasured = ({ name, about }: Entry): readonly string[] => [
  `## ${about.title}`,
  about.text,
  `Not measured yet: run \`npm run bench -- ${name}\`.`,
];

function section(entry: Entry, result: Result): readonly string[] {
  const { figures, series, skipped = [], date, commit, minutes, isQuick } = result;
  const { name, about } = entry;
  const missed = figures.filter((figure) => !isMet(figure));
  const command = `\`npm run bench -- ${name}${isQuick ? ' --quick' : ''}\``;
  return [
    `## ${about.title}`,
    about.text,
    `${command}, ${date}, commit \`${commit}\`, ${formatNumber(minutes)} minutes${isQuick ? '. **A quick run with small sizes: no figure to rely on.**' : ''}`,
    table(
      ['', 'measured', 'spread', 'aim', ''],
      figures.map((figure) => [
        figure.name,
        formatValue(figure),
        formatSpread(figure),
        formatAim(figure),
        mark(figure),
      ]),
    ),
    ...missed.map((figure) => `Missed, ${figure.name}: ${about.obstacles?.[figure.name] ?? 'not examined yet.'}`),
    ...plotOf(entry, result).map(() => `![${about.title}](performance/${name}.svg)`),
    ...(series.length === 0 ? [] : [contestants(series)]),
    ...skipped.map(({ name: peer, reason }) => `${peer} is skipped: ${reason}.`),
    ...(about.steps === undefined ? [] : [about.steps]),
  ];
}

function contestants(series: readonly Series[]): string {
  const measures = MEASURES.filter((measure) => series.some(({ values }) => values[measure]));
  return table(
    ['', 'rounds', ...measures],
    series.map(({ name, values }) => [
      name,
      String(Math.max(...Object.values(values).map((each) => each.length))),
      ...measures.map((measure) => cell(values[measure])),
    ]),
  );
}

function cell(values: readonly number[] | undefined): string {
  if (values === undefined) return '';
  const [value, [from, to]] = [median(values), middleHalf(values)];
  return values.length < 3
    ? formatNumber(value)
    : `${formatNumber(value)} (${formatNumber(from)} to ${formatNumber(to)})`;
}

/** Of the first measure that all have. Nothing for a benchmark without contestants to compare. */
function plotOf({ name, about }: Entry, { series }: Result): readonly (readonly [string, string])[] {
  const measure: Measure | undefined = MEASURES.find((each) => series.every(({ values }) => values[each]));
  if (measure === undefined || series.length < 2) return [];
  return [[name, plot({ title: about.title, measure, series })]];
}

function mark(figure: Figure): string {
  if (figure.aim === undefined) return '';
  return isMet(figure) ? 'met' : 'missed';
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '-')), ...rows.map(line)].join('\n');
}

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
