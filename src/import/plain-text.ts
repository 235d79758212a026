/** Plain text as Markdown that shows the same text. Markdown in it stays: people write it wherever they may. */

/** Signs that people use for entries of a list. */
const BULLET = /^[•‣◦▪●∙·–—]\s+(?=\S)/;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s/;
const RULE = /^(?:-+|=+|_{3,}|\*{3,}|[─━═]{3,})$/;
const FENCE = /^(?:`{3,}|~{3,})/;

export function plainToMarkdown(text: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const isFence = FENCE.test(line.trim());
    if (isCode || isFence) lines.push(line.trimEnd());
    else addLine(lines, asMarkdown(line.trim()));
    if (isFence) isCode = !isCode;
  }
  return lines.join('\n').trim();
}

function addLine(lines: string[], line: string): void {
  const previous = lines.at(-1) ?? '';
  if (line === '' && previous === '') return;
  if (line !== '' && previous !== '' && !FENCE.test(previous)) {
    // A line below would belong to the entry above it, and dashes below a line would make a heading of it.
    const isApart = ITEM.test(previous) !== ITEM.test(line) || line === '---' || previous === '---';
    if (isApart) lines.push('');
    else if (!ITEM.test(line)) lines[lines.length - 1] = `${previous}\\`;
  }
  lines.push(line);
}

const asMarkdown = (line: string): string =>
  RULE.test(line)
    ? '---'
    : line
        .replace(BULLET, '- ')
        .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
        // Addresses in angle brackets are links; other tags would disappear.
        .replaceAll(/<(?=[A-Za-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]+>|[^\s<>@]+@[^\s<>@]+>)/g, '\\<')
        .replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
        .replaceAll(/(?<![\w\\])__(\w+?)__(?!\w)/g, String.raw`\_\_$1\_\_`)
        .replace(/^(\d{4,})([.)])(?=\s)/, String.raw`$1\$2`);

/** Titles and names are one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
