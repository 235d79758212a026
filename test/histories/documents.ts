/** The documents of a history. Each title starts with a unique word that identifies the service's objects. */
import { stored, type Oddities } from './oddities.ts';
import type { Fields } from './service.ts';

export const FOLDERS = ['events', 'places', 'articles', 'pages'] as const;
export type Folder = (typeof FOLDERS)[number];

export interface Version {
  readonly title: number;
  readonly text: number;
  readonly time: number;
  /** The number of the place or page that it points to. */
  readonly to: number;
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

export const collectionOf = (folder: Folder): string => (folder === 'pages' ? 'broadcastPages' : folder);

/** `pointee`: the address that it points to, if that exists. */
export function fileOf(doc: Doc, pointee: string | undefined): { path: string; text: string } {
  const quote = (text: string): string => JSON.stringify(text);
  const title = quote(titleOf(doc));
  switch (doc.folder) {
    case 'events':
      return {
        path: `${doc.address}.yaml`,
        text: `title: ${title}\nstart_time: ${startOf(doc)}\nend_time: ${endOf(doc)}\n${
          pointee === undefined ? '' : `place_id: ${pointee}\n`
        }description: ${quote(textOf(doc))}\n`,
      };
    case 'places':
      return { path: `${doc.address}.yaml`, text: `name: ${title}\ndescription: ${quote(textOf(doc))}\n` };
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
  const text = { description: textOf(doc) };
  const shown = JSON.stringify(fields);
  const inside = (stored(text, oddities) as typeof text).description;
  if (!shown.includes(JSON.stringify(inside).slice(1, -1))) return `its text is not ${inside}`;
  if (doc.folder === 'events') {
    if (Date.parse(String(fields['start_time'])) !== Date.parse(startOf(doc))) return 'its time differs';
    if ((fields['place_id'] ?? undefined) !== pointee)
      return `its place is ${String(fields['place_id'])}, not ${pointee}`;
  }
  if (doc.folder === 'pages' && pointee !== undefined && !shown.includes(pointee))
    return `it does not point at ${pointee}`;
  return undefined;
}

/** What a colleague would have to type to create the same object. */
export function bodyOf(doc: Doc): Fields {
  if (doc.folder === 'places') return { name: titleOf(doc), description: textOf(doc) };
  if (doc.folder === 'articles') return { title: titleOf(doc), content: `${textOf(doc)}\n`, status: 'published' };
  return { title: titleOf(doc), start_time: startOf(doc), end_time: endOf(doc), description: textOf(doc) };
}
