/** `<p>`, `<div class="…">`, `</section>`, `<!-- … -->`, `<!doctype html>`, but not `<https://…>`. */
const TAG = /^\s*<(?:\/?[a-z][a-z0-9-]*(?:[\s/>]|$)|!)/i;

/**
 * Whether a text is HTML as a whole rather than Markdown with some HTML in it: then each of its paragraphs begins with a
 * tag. Markdown would take indented HTML after an empty line for code.
 */
export function isHtmlArticle(text: string): boolean {
  if (!TAG.test(text)) return false;
  return text.split(/\n[ \t\r]*\n/).every((part) => part.trim() === '' || TAG.test(part));
}
