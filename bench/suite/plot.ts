/** A bar for each contestant, as long as its median, with a line over the middle half of its rounds. */
import type { Measure, Series } from './benchmark.ts';
import { formatNumber } from './format.ts';
import { median, middleHalf } from './statistics.ts';

interface Plot {
  readonly title: string;
  readonly measure: Measure;
  readonly series: readonly Series[];
}

const [WIDTH, VALUE, ROW, TOP, LETTER] = [800, 140, 28, 40, 7.2];

/** It brings its own background, because the page that shows it can be dark in a light system, and the reverse. */
const STYLE = `
  .paper { fill: #ffffff; stroke: #d0d7de } text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
  .bar { fill: #8c959f } .own { fill: #0969da } .spread { stroke: #1f2328; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #30363d } text { fill: #e6edf3 } .bar { fill: #6e7681 } .own { fill: #4493f8 } .spread { stroke: #e6edf3 }
  }
`;

export function plot({ title, measure, series }: Plot): string {
  const bars = series.map(({ name, values }) => {
    const measured = values[measure]!;
    return { name, value: median(measured), spread: middleHalf(measured) };
  });
  const label = Math.round(Math.max(...bars.map(({ name }) => name.length)) * LETTER) + 24;
  const longest = Math.max(...bars.flatMap(({ value, spread }) => [value, spread[1]]));
  const x = (value: number): string => (label + (value / longest) * (WIDTH - label - VALUE)).toFixed(1);
  const rows = bars.map(({ name, value, spread }, at) => {
    const [y, middle] = [TOP + at * ROW, TOP + at * ROW + ROW / 2];
    const line = spread.map(x);
    return `  <text x="${label - 8}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>
  <rect class="${name.startsWith('gitcast') ? 'bar own' : 'bar'}" x="${label}" y="${y + 5}" width="${(Number(x(value)) - label).toFixed(1)}" height="${ROW - 10}" rx="2"/>
  <line class="spread" x1="${line[0]}" x2="${line[1]}" y1="${middle}" y2="${middle}"/>
  <text x="${Number(x(Math.max(value, spread[1]))) + 8}" y="${middle + 4}">${formatNumber(value)} ${measure}</text>`;
  });
  const height = TOP + bars.length * ROW + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
  <title>${escaped(title)}</title>
  <style>${STYLE}</style>
  <rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>
  <text class="title" x="16" y="26">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => NAMES[character]!);
