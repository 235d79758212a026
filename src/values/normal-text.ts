/**
 * The normal form of a text: the same before and after a service composes its letters (NFC), escapes it for HTML or
 * cleans up its spaces. Two texts with the same normal form may be the same text. It is used to recognise objects. It
 * is never sent, and never decides whether a file has changed.
 */
export function normalText(text: string): string {
  if (NORMAL.test(text)) return text;
  return decoded(text, 3).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Most titles and names: ASCII without `&`, and single spaces between words. */
const NORMAL = /^[!-%'-~]+(?: [!-%'-~]+)*$/;

/** A text that was escaped twice, or whose author wrote an entity, also has the normal form of the plain text. */
function decoded(text: string, times: number): string {
  if (times === 0) return text;
  const next = text.replaceAll(ENTITY, (whole, body: string) => characterOf(body) ?? whole);
  return decoded(next, times - 1);
}

const ENTITY = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,7});/g;

function characterOf(body: string): string | undefined {
  if (!body.startsWith('#')) return TYPOGRAPHY.get(body) ?? latin1(body);
  const code = /^#[xX]/.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}

/** The names that escaping functions use: Latin-1 from 160 to 255, markup, and common typography. */
const LATIN_1: readonly string[] =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );

const TYPOGRAPHY: ReadonlyMap<string, string> = new Map(
  'amp & lt < gt > quot " apos \' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ hellip … bull • euro € trade ™ OElig Œ oelig œ lsaquo ‹ rsaquo ›'
    .matchAll(/(\w+) (\S)/g)
    .map(([, name, character]): [string, string] => [name!, character!]),
);

function latin1(name: string): string | undefined {
  const index = LATIN_1.indexOf(name);
  return index === -1 ? undefined : String.fromCharCode(160 + index);
}
