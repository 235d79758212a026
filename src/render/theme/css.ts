/** Writing CSS from values that somebody else chose. */
export const cssRule = (selector: string, declarations: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')}}`;

// oxlint-disable-next-line no-control-regex
const SPECIAL = /["\\\u0000-\u001f\u007f<>{};]/g;

/** Whatever is in it, it ends where it ends. */
export const cssString = (text: string): string =>
  `"${text.replace(SPECIAL, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

export const cssUrl = (url: string): string => `url(${cssString(url)})`;
