/** A Markdown table. Cells are text, except what stands between backticks already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

const cell = (content: string): string => content.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

export const code = (text: string): string => `\`${text}\``;

/** Text in which nothing looks like an HTML tag, and `__proto__` is not set in bold. */
export const plain = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll(/__(\w+)__/g, String.raw`\_\_$1\_\_`);

export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
