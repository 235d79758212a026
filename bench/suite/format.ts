import type { Figure } from './benchmark.ts';

/** Three digits, or all digits of larger whole numbers: 0.0452, 1.20, 38.6, 1,234. */
export const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString('en')
    : value.toPrecision(Math.abs(value) < 0.1 ? 2 : 3);

const unitOf = ({ unit }: Pick<Figure, 'unit'>): string => (unit === undefined ? '' : ` ${unit}`);

export const formatValue = (figure: Figure): string => formatNumber(figure.value) + unitOf(figure);

export const formatSpread = ({ spread }: Pick<Figure, 'spread'>): string =>
  spread === undefined ? '' : spread.map(formatNumber).join(' to ');

export function formatAim(figure: Figure): string {
  const { most, least } = figure.aim ?? {};
  if (most !== undefined) return `at most ${most.toLocaleString('en')}${unitOf(figure)}`;
  return least === undefined ? '' : `at least ${least.toLocaleString('en')}${unitOf(figure)}`;
}
