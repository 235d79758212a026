/** Writes CSS from untrusted values. */
export const cssRule = (selector: string, declarations: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')}}`;

// oxlint-disable-next-line no-control-regex
const SPECIAL = /["\\\u0000-\u001f\u007f<>{};]/g;

/** Escaped so that no character can end the string early. */
export const cssString = (text: string): string =>
  `"${text.replace(SPECIAL, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

export const cssUrl = (url: string): string => `url(${cssString(url)})`;
