/**
 * Fills a template of CI. A line with only `# @name` is a mark: it begins a part for repositories of that kind, which ends at
 * `# @end`, or it is replaced by lines. `@NAME@` within a line is a word.
 */
export interface Filling {
  /** The kinds of parts, and whether this repository has them. */
  readonly parts: Readonly<Record<string, boolean>>;
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly words: Readonly<Record<string, string>>;
}

const MARK = /^( *)# @([a-z][a-z-]*)$/;

export function fillTemplate(text: string, { parts, lines, words }: Filling): string {
  const inside: boolean[] = [];
  const filled: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', name] = MARK.exec(line) ?? [];
    const isPart = name !== undefined && Object.hasOwn(parts, name);
    const isKept = inside.every(Boolean);
    if (name === 'end') inside.pop();
    else if (isPart) inside.push(parts[name]!);
    else if (name !== undefined && Object.hasOwn(lines, name)) {
      if (isKept) filled.push(...lines[name]!.map((each) => indent + each));
    } else if (isKept) filled.push(line.replaceAll(/@[A-Z]+@/g, (word) => words[word] ?? word));
  }
  return filled.join('\n');
}
