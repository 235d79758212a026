/**
 * The `sh` and `console` blocks of a Markdown file, and the notes above them, which readers of the page do not see. A block
 * of another language with a name after it, such as `json schedule.json`, is that file.
 */

export interface Command {
  readonly line: number;
  readonly text: string;
  /** The output that the page shows below it. A block of `sh` shows none. */
  readonly output: readonly string[];
}

export interface Block {
  /** Its lines begin at this index of the page. */
  readonly start: number;
  readonly code: string;
  readonly language: 'sh' | 'console' | 'file';
  /** The name of the file that the block is. */
  readonly file?: string;
  /** `<!-- before: COMMANDS -->`: commands to run first, in the same shell. */
  readonly before?: string;
  /** `<!-- not run: REASON -->` */
  readonly notRun?: string;
  readonly commands: readonly Command[];
}

const BLOCK =
  /(?:<!-- (?<note>before|not run):\s(?<words>[^]*?)\s-->\n+)?```(?:(?<language>sh|console)|\w+ (?<file>[\w./-]+))\n(?<code>[^]*?)^```$/gm;

export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(BLOCK)].map(({ 0: whole, index, groups }) => {
    const { note, words, file, language = 'file', code = '' } = groups!;
    const start = index + whole.lastIndexOf(code + '```');
    const line = markdown.slice(0, start).split('\n').length;
    return {
      start,
      code,
      language: language as Block['language'],
      ...(note === 'before' && { before: words! }),
      ...(note === 'not run' && { notRun: words! }),
      ...(file !== undefined && { file }),
      commands: file !== undefined ? [] : language === 'sh' ? shellCommands(code, line) : typedCommands(code, line),
    };
  });
}

/** One per line; a backslash continues on the next line. */
function shellCommands(code: string, first: number): readonly Command[] {
  const commands: Command[] = [];
  let [text, start] = ['', first];
  for (const [index, line] of code.trimEnd().split('\n').entries()) {
    if (text === '') start = first + index;
    text += line;
    if (line.endsWith('\\')) text += '\n';
    else if (text.trim() !== '') commands.push({ line: start, text, output: [] });
    if (!line.endsWith('\\')) text = '';
  }
  return commands;
}

/** Input starts with a dollar sign; the lines after it are its output. */
function typedCommands(code: string, first: number): readonly Command[] {
  const commands: { line: number; text: string; output: string[] }[] = [];
  for (const [index, line] of code.trimEnd().split('\n').entries()) {
    if (line.startsWith('$ ')) commands.push({ line: first + index, text: line.slice(2), output: [] });
    else commands.at(-1)!.output.push(line);
  }
  return commands;
}
