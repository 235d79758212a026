/**
 * Line breaks of files. Git may give one checkout CRLF where another has LF (core.autocrlf), and both say the same. A
 * carriage return by itself is no line break to git, and stays the character that it is.
 */
export const withLineFeeds = (text: string): string => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text);

/** The same text as a checkout with CRLF has it. */
export const withReturns = (text: string): string => withLineFeeds(text).replaceAll('\n', '\r\n');
