/** Plain text as Markdown that shows the same lines. Markdown in it stays: people write it wherever they may. */
const CODE = /^((?:```|~~~)[^]*?(?:^(?:```|~~~).*$|$(?![^])))/m;
/** Signs that people use for entries of a list. */
const BULLET = /^[•‣◦▪●∙·–—]\s+(?=\S)/;
/** An entry of a list, or dashes, which would make a heading of the line above them. */
const BLOCK = /^(?:(?:[-*+]|\d{1,3}[.)])\s|[-=]+$)/;
/** Anything but an address in angle brackets, which is a link, would disappear. */
const TAG = /<(?=[A-Za-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]+>|[^\s<>@]+@[^\s<>@]+>)/g;

export function plainToMarkdown(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, '\n').split(CODE);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : proseToMarkdown(part)))
    .join('\n\n')
    .trim();
}

function proseToMarkdown(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(BULLET, '- ').replaceAll(TAG, '\\<'));
  const breaks = lines.map((line, index) => {
    const next = lines[index + 1] ?? '';
    if (line === '' || next === '') return '';
    return BLOCK.test(line) === BLOCK.test(next) ? (BLOCK.test(line) ? '' : '\\') : '\n';
  });
  return lines.map((line, index) => line + breaks[index]).join('\n');
}

/** Titles and names are one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
