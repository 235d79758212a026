/** One entry a line: a change of one changes little of the file, and devices load only that. */
export const jsonLines = (entries: readonly object[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
