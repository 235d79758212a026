import { plainText } from '../../markdown/plain-text.ts';

/** The start of one or several texts as plain text, cut at a word. */
export function excerpt(texts: string | readonly string[], length = 160): string {
  const text = [texts]
    .flat()
    .map((each) => plainText(beginning(each, length)))
    .join(' ')
    .trim();
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** Much more than an excerpt, up to the end of a paragraph; the whole text if it may end with link definitions. */
function beginning(markdown: string, length: number): string {
  const end = markdown.indexOf('\n\n', length * 12);
  return end === -1 || markdown.includes(']:', end) ? markdown : markdown.slice(0, end);
}
