/** Readable names for new files. */
import { slugify } from '../../content/placement.ts';
import type { JsonObject } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';

/** A title of many words would make a name that is too long to read. */
const LONGEST = 60;

const RESERVED = /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/;

const NAMING_FIELDS = ['title', 'name', 'fontFamily', 'url', 'mediaUrl', 'type'];

/** An unused address. The caller records that it is now taken. */
export function newAddress(kind: KindName, fields: JsonObject, isTaken: (address: string) => boolean): string {
  const { folder, single } = kindNamed(kind);
  if (single) return kind;
  const slug = slugOf(kind, fields);
  for (let number = 1; ; number++) {
    const address = `${folder}/${number === 1 ? slug : `${slug}-${number}`}`;
    if (!isTaken(address)) return address;
  }
}

function slugOf(kind: KindName, fields: JsonObject): string {
  const name = NAMING_FIELDS.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '');
  const slug = slugify(spelledOut(readable(kind, String(name ?? ''))));
  // Windows reserves this name, with any extension: nobody could check out the repository there.
  if (RESERVED.test(slug)) return `${slug}-${slugify(kindNamed(kind).title)}`;
  // It has no characters that an address allows: the name of the kind is better than no name.
  if (slug === 'untitled') return slugify(kindNamed(kind).title);
  return slug.length <= LONGEST
    ? slug
    : slug
        .slice(0, LONGEST + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LONGEST);
}

/** The part of a URL that distinguishes it from others. */
function readable(kind: KindName, name: string): string {
  const withoutScheme = name.replace(/^https?:\/\//i, '');
  if (kind !== 'media') return withoutScheme;
  const file =
    withoutScheme
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return file.replace(/\.[^.]+$/, '').replace(/%[0-9a-f]{2}/gi, ' ');
}

/** Letters that do not decompose into a letter with an accent and would be lost: les-s-urs for Les sœurs. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

const spelledOut = (name: string): string =>
  name.toLowerCase().replace(/[œæßøłđðþ]/g, (letter) => SPELLED_OUT[letter]!);
