/** Good names for new files. */
import { slugify } from '../../content/placement.ts';
import type { JsonObject } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';

/** A title of many words makes a name that nobody reads to its end. */
const LONGEST = 60;

const RESERVED = /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/;

const NAMING_FIELDS = ['title', 'name', 'fontFamily', 'url', 'mediaUrl', 'type'];

/** An address that nobody has yet. The caller remembers that it is taken now. */
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
  // No file can be called so on Windows, whatever its extension: nobody there could check the repository out.
  if (RESERVED.test(slug)) return `${slug}-${slugify(kindNamed(kind).title)}`;
  // Nothing in it that could stand in an address: better the name of the kind than no name.
  if (slug === 'untitled') return slugify(kindNamed(kind).title);
  return slug.length <= LONGEST
    ? slug
    : slug
        .slice(0, LONGEST + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LONGEST);
}

/** Of a URL the part that tells it from others. */
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

/** Letters that are no letter with an accent, and would be lost: les-s-urs for Les sœurs. */
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
