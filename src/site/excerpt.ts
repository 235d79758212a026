/** The words of a Markdown text without its marks: for descriptions, feeds and search, never for a page. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|iframe|template)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The beginning, cut at a word. */
export function excerpt(markdown: string, length = 160): string {
  const text = beginning(markdown, length);
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** More words than an excerpt has, where there are more. The first paragraphs nearly always do. */
function beginning(markdown: string, length: number): string {
  const end = markdown.indexOf('\n\n', length * 2);
  const paragraphs = markdown.slice(0, end);
  if (end !== -1 && end < length * 6 && !/[<`]/.test(paragraphs)) {
    const text = plainText(paragraphs);
    if (text.length > length) return text;
  }
  // Far more than an excerpt needs, and little enough for a text of any size.
  return plainText(markdown.slice(0, length * 12));
}
