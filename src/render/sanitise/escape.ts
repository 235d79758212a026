/** HTML's characters, both ways. Text keeps its quotes: only an attribute ends at one. */
const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { ...IN_TEXT, '"': '&quot;' };

export const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => IN_TEXT[character]!);

export const escapeAttribute = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => IN_ATTRIBUTE[character]!) : text;

/** What is no part of a character reference. */
const LOOSE = /[<>]|&(?!#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[a-zA-Z][a-zA-Z0-9]{1,31};)/g;

/** For Markdown, where an author may write `&nbsp;` and mean it. */
export const escapeTextKeepingReferences = (text: string): string =>
  // Most text has nothing to escape, and asking first is several times cheaper.
  /[&<>]/.test(text) ? text.replace(LOOSE, (character) => IN_TEXT[character]!) : text;
