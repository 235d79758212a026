/** Escapes HTML. Quotes are escaped only in attributes, which end at a quote. */
const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { ...IN_TEXT, '"': '&quot;' };

// Most text has nothing to escape, and testing first is several times faster.
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => IN_TEXT[character]!) : text;

export const escapeAttribute = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (character) => IN_ATTRIBUTE[character]!) : text;

/** Special characters that are not part of a character reference. */
const LOOSE = /[<>]|&(?!#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[a-zA-Z][a-zA-Z0-9]{1,31};)/g;

/** For Markdown, where `&nbsp;` is a character reference. */
export const escapeTextKeepingReferences = (text: string): string =>
  /[&<>]/.test(text) ? text.replace(LOOSE, (character) => IN_TEXT[character]!) : text;
