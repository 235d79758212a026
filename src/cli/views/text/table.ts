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
