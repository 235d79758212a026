/** Block-level elements. An inline element is part of a Markdown paragraph. */
const BLOCKS =
  'address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|' +
  'head|header|hr|html|iframe|legend|li|main|menu|nav|ol|p|pre|script|search|section|style|summary|table|tbody|td|tfoot|' +
  'th|thead|tr|ul';
const BLOCK = new RegExp(`^\\s*<(?:/?(?:${BLOCKS})(?:[\\s/>]|$)|!doctype\\b)`, 'i');
/** Markdown would parse it as code. */
const INDENTED_TAG = /^(?: {4}|\t)\s*<\/?[a-z]/i;
const COMMENTS = /<!--[\s\S]*?-->/g;

/**
 * True if a text is HTML as a whole rather than Markdown with some HTML in it: each of its paragraphs then starts with
 * a block element. Markdown would parse indented HTML after an empty line as code.
 */
export function isHtmlText(text: string): boolean {
  if (!/^\s*</.test(text)) return false;
  const parts = text
    .replace(COMMENTS, '')
    .split(/\n[ \t\r]*\n/)
    .filter((part) => part.trim() !== '');
  return BLOCK.test(parts[0] ?? '') && parts.every((part) => BLOCK.test(part) || INDENTED_TAG.test(part));
}
