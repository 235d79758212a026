/**
 * Line breaks of files. One checkout may have CRLF where another has LF (core.autocrlf), and both mean the same. A
 * carriage return on its own is not a line break to git, and is kept.
 */
export const withLineFeeds = (text: string): string => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text);

/** The same text as in a checkout with CRLF. */
export const withReturns = (text: string): string => withLineFeeds(text).replaceAll('\n', '\r\n');
