import type { Invocation } from '../command.ts';
import { styleFor } from './style.ts';

interface Card {
  readonly url: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly key: string;
}

/** How to reach the service, for someone who wants to try it. */
export function servingText({ url, userId, broadcastId, key }: Card, { context, options }: Invocation): string {
  const { colours } = styleFor(context.stdout, context.env, options);
  const row = (label: string, value: string): string => `  ${colours.dim(label.padEnd(10))} ${value}`;
  return [
    `${colours.green('●')} serving at ${colours.bold(url)}`,
    '',
    row('user', userId),
    row('broadcast', broadcastId),
    row('key', key),
    '',
    `  curl -H 'Authorization: Bearer ${key}' ${url}/v1/events`,
    '',
    colours.dim(`  What is stored, and what arrives: ${url}/ · Ctrl-C ends it`),
    '',
    '',
  ].join('\n');
}

/** Rows with the same keys, as columns. */
export function tableText(rows: readonly object[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const names = Object.keys(first);
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name] ?? '–'))),
  ];
  const widths = names.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return (
    cells
      .map((row) =>
        row
          .map((cell, index) => cell.padEnd(widths[index]!))
          .join('  ')
          .trimEnd(),
      )
      .join('\n') + '\n'
  );
}
