const WIDTH = 120;

/** JSON as the formatter of this repository leaves it: a list of single values stands on one line where it fits. */
export function printJson(value: unknown): string {
  return `${print(value, 0, 0)}\n`;
}

function print(value: unknown, indent: number, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = ' '.repeat(indent + 2);
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    // The comma that may follow counts too.
    if (isFlat && indent + before + line.length < WIDTH) return line;
    return wrap(
      '[]',
      value.map((item) => inner + print(item, indent + 2, 0)),
      indent,
    );
  }
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  const lines = entries.map(([key, child]) => {
    const name = `${JSON.stringify(key)}: `;
    return inner + name + print(child, indent + 2, name.length);
  });
  return wrap('{}', lines, indent);
}

const wrap = (brackets: string, lines: readonly string[], indent: number): string =>
  lines.length === 0 ? brackets : `${brackets[0]}\n${lines.join(',\n')}\n${' '.repeat(indent)}${brackets[1]}`;
