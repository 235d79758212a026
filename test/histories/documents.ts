/** The documents of a history. Each title starts with a unique word that identifies the service's objects. */
import { stored, storedText, type Oddities } from './oddities.ts';
import type { Fields } from './service.ts';

export const FOLDERS = ['events', 'places', 'articles', 'pages'] as const;
export type Folder = (typeof FOLDERS)[number];

export interface Version {
  readonly title: number;
  readonly text: number;
  readonly time: number;
  /** The number of the place or page that it points to. */
  readonly to: number;
  /** A field of events and places that the file lacks at first, and again with 0. */
  readonly category: number;
}

export interface Doc {
  readonly folder: Folder;
  readonly tag: string;
  /** Its path in the content folder, without the extension: its address. */
  readonly address: string;
  readonly version: Version;
}

/** Texts that services are known to store differently, and one that is longer than some of them keep. */
const WORDS = [
  'A plain evening',
  'Café “Zoë” à l’été',
  'Cafe\u0301 Zoe\u0308 by night',
  'Rock & Roll <live> "loud"',
  'Two  spaces, and a\ttab',
  `A title that is long, ${'and goes on and on, '.repeat(3)}to its end`,
];

const wordsOf = (number: number): string => `${number} ${WORDS[number % WORDS.length]}`;

export const titleOf = ({ tag, version }: Doc): string => `${tag} ${wordsOf(version.title)}`;
const textOf = ({ tag, version }: Doc): string => `Text ${tag} ${wordsOf(version.text)}`;
const startOf = ({ version }: Doc): string => `2027-06-${11 + version.time}T20:30:00+02:00`;
const endOf = ({ version }: Doc): string => `2027-06-${11 + version.time}T23:00:00+02:00`;
const categoryOf = ({ version }: Doc): Fields => (version.category > 0 ? { category: `c${version.category}` } : {});

export const collectionOf = (folder: Folder): string => (folder === 'pages' ? 'broadcastPages' : folder);

/** `pointee`: the address that it points to, if that exists. */
export function fileOf(doc: Doc, pointee: string | undefined): { path: string; text: string } {
  const quote = (text: string): string => JSON.stringify(text);
  const title = quote(titleOf(doc));
  const category = Object.entries(categoryOf(doc)).map(([name, value]) => `${name}: ${String(value)}\n`);
  switch (doc.folder) {
    case 'events':
      return {
        path: `${doc.address}.yaml`,
        text: `title: ${title}\nstart_time: ${startOf(doc)}\nend_time: ${endOf(doc)}\n${
          pointee === undefined ? '' : `place_id: ${pointee}\n`
        }description: ${quote(textOf(doc))}\n${category.join('')}`,
      };
    case 'places':
      return {
        path: `${doc.address}.yaml`,
        text: `name: ${title}\ndescription: ${quote(textOf(doc))}\n${category.join('')}`,
      };
    case 'articles':
      return { path: `${doc.address}.md`, text: `---\ntitle: ${title}\nstatus: published\n---\n${textOf(doc)}\n` };
    case 'pages': {
      const button = `  - { type: button, values: [{ label: Go, navigator: { broadcastPageId: ${pointee} } }] }\n`;
      return {
        path: `${doc.address}.yaml`,
        text: `title: ${title}\nstatus: published\nblocks:\n  - { type: paragraph, values: [{ text: ${quote(
          textOf(doc),
        )} }] }\n${pointee === undefined ? '' : button}`,
      };
    }
  }
}

/** Why an object differs from its file; undefined if it matches. `pointee`: the id that the file points to. */
export function differenceOf(
  doc: Doc,
  fields: Fields,
  oddities: Oddities,
  pointee: string | undefined,
): string | undefined {
  const named = doc.folder === 'places' ? 'name' : 'title';
  const expected = stored({ [named]: titleOf(doc) }, oddities) as Fields;
  if (fields[named] !== expected[named]) return `${named} is ${String(fields[named])}, not ${String(expected[named])}`;
  const shown = JSON.stringify(fields);
  const inside = storedText(textOf(doc), oddities);
  const isKept = oddities.descriptions === 'kept' || !hasDescription(doc);
  if (isKept && !shown.includes(JSON.stringify(inside).slice(1, -1))) return `its text is not ${inside}`;
  const { category } = categoryOf(doc);
  if (category !== undefined && fields['category'] !== category && hasDescription(doc))
    return `its category is ${String(fields['category'])}, not ${String(category)}`;
  if (doc.folder === 'events') {
    if (Date.parse(String(fields['start_time'])) !== Date.parse(startOf(doc))) return 'its time differs';
    if ((fields['place_id'] ?? undefined) !== pointee)
      return `its place is ${String(fields['place_id'])}, not ${pointee}`;
  }
  if (doc.folder === 'pages' && pointee !== undefined && !shown.includes(pointee))
    return `it does not point at ${pointee}`;
  return undefined;
}

export const hasDescription = ({ folder }: Doc): boolean => folder === 'events' || folder === 'places';

/** What a colleague would have to type to create the same object. */
export function bodyOf(doc: Doc): Fields {
  const described = { description: textOf(doc), ...categoryOf(doc) };
  if (doc.folder === 'places') return { name: titleOf(doc), ...described };
  if (doc.folder === 'articles') return { title: titleOf(doc), content: `${textOf(doc)}\n`, status: 'published' };
  return { title: titleOf(doc), start_time: startOf(doc), end_time: endOf(doc), ...described };
}

/** The first field in a request that its file does not ask for, with what was sent. `pointsTo`: the id in the request. */
export function unaskedField(
  doc: Doc,
  sent: Fields,
  isPointee: (id: string | undefined) => boolean,
): string | undefined {
  const asked = doc.folder === 'pages' ? { title: titleOf(doc), status: 'published' } : bodyOf(doc);
  const isAsked = (name: string, value: unknown): boolean => {
    if (name === 'place_id') return isPointee((value as string | null) ?? undefined);
    if (name === 'blocks') return JSON.stringify(value).includes(JSON.stringify(textOf(doc)).slice(1, -1));
    const wanted = asked[name as keyof typeof asked] as unknown;
    if (name.endsWith('_time')) return Date.parse(String(value)) === Date.parse(String(wanted));
    return (value ?? undefined) === wanted;
  };
  const unasked = Object.entries(sent).find(([name, value]) => !isAsked(name, value));
  return unasked && `${unasked[0]} ${JSON.stringify(unasked[1])}`;
}
