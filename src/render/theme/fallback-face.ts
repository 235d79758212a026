import { averageWidth, type FontMetrics } from './font-metrics.ts';

/** The widths of Arial's letters, in the order of `LETTERS`. Liberation Sans and Helvetica have the same widths. */
const REGULAR = {
  names: ['Arial', 'ArialMT', 'Liberation Sans', 'Helvetica'],
  width: averageWidth(
    [
      278, 556, 556, 222, 500, 556, 278, 333, 556, 556, 222, 556, 500, 833, 556, 556, 278, 556, 556, 500, 500, 556, 722,
      500, 500, 222, 500,
    ].map(perMille),
  ),
};
const BOLD = {
  names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica Bold'],
  width: averageWidth(
    [
      278, 556, 556, 278, 556, 611, 333, 389, 611, 611, 278, 611, 556, 889, 611, 611, 333, 611, 611, 556, 556, 611, 778,
      556, 556, 278, 500,
    ].map(perMille),
  ),
};

function perMille(width: number): number {
  return width / 1000;
}

export const fallbackFamily = (family: string): string => `${family} Fallback`;

/**
 * A system font, stretched so that its text takes as much space as the real font: then the layout does not shift when
 * the real font loads.
 */
export function fallbackFace(metrics: FontMetrics, weight: number): Readonly<Record<string, string>> {
  const local = weight >= 600 ? BOLD : REGULAR;
  const size = metrics.averageWidth / local.width;
  return {
    src: local.names.map((name) => `local("${name}")`).join(','),
    'size-adjust': percent(size),
    'ascent-override': percent(metrics.ascent / size),
    'descent-override': percent(metrics.descent / size),
    'line-gap-override': percent(metrics.lineGap / size),
  };
}

const percent = (share: number): string => `${Number((Math.max(0, share) * 100).toFixed(2))}%`;
