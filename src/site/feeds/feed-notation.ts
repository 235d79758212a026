/** How the files beside the pages write texts, lists and times. */
const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML and removes control characters, which no version of XML allows. */
export const xmlText = (text: string): string =>
  text.replace(NOT_IN_XML, '').replace(/[&<>"]/g, (found) => REFERENCES[found]!);

/** One entry a line: a change of one changes little of the file, and devices load only that. */
export const jsonLines = (entries: readonly object[]): string =>
  `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;

/** `2027-06-18T18:30:00Z` */
export const utc = (instant: number): string => new Date(instant).toISOString().replace('.000', '');
