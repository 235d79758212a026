const WIDTH = 120;

/** JSON in the form of this repository's formatter: a list of scalars is on one line if it fits. */
export function printJson(value: unknown): string {
  return `${print(value, 0, 0)}\n`;
}

function print(value: unknown, indent: number, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = ' '.repeat(indent + 2);
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    // Leaves room for a comma.
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
