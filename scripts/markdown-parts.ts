/** A Markdown table. Cells are text, except for parts that are already between backticks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

const cell = (content: string): string => content.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

export const code = (text: string): string => `\`${text}\``;

/** Text without anything that looks like an HTML tag, and with `__proto__` not in bold. */
export const plain = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll(/__(\w+)__/g, String.raw`\_\_$1\_\_`);

export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
