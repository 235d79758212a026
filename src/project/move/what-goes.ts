/** The files that a removal deletes, and everything that would still name them. */
import type { Edit } from '../../content/edit/yaml.ts';
import type { FileReading } from '../../content/read-file.ts';
import type { Entity, ModelSettings } from '../../model/broadcast.ts';
import { mentionsIn, type Mention } from '../../model/mentions.ts';
import { asPagePath, entityPath, namesLocale } from '../../model/site-paths.ts';
import { isObject, valueAt, type Json, type Path } from '../../values/json.ts';
import { isAddressMatch, refuseUnknown } from '../files/address-pattern.ts';
import {
  allReadings,
  contentPath,
  filesOf,
  findNamed,
  refuseShared,
  type Named,
  type Surroundings,
} from './named-content.ts';
import { fileIn, type OwnContent } from './own-layers.ts';
import type { RedirectTable } from './redirects.ts';

/** A place that names something that is removed. */
export interface Mentioned {
  /** The file. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The name, as written. */
  readonly name: string;
  /** A link in a text leads nowhere afterwards; the others have to name something that exists. */
  readonly use: 'pointer' | 'media' | 'filter' | 'link';
}

export interface Removal {
  readonly files: ReadonlySet<FileReading>;
  readonly addresses: ReadonlySet<string>;
  readonly media: ReadonlySet<string>;
}

/** `words`: addresses, folders, media files, their paths, or patterns such as `sessions/2019/*`. */
export function whatGoes(words: readonly string[], content: Surroundings): Removal {
  const files = new Set(words.flatMap((word) => namedBy(word, content)).flatMap((each) => filesOf(each, content)));
  const addresses = new Set([...files].flatMap(({ document }) => document?.address ?? []));
  refuseShared(new Set([...files].map(({ path }) => path)), addresses, content);
  return { files, addresses, media: new Set([...files].flatMap(({ media }) => media?.name ?? [])) };
}

function namedBy(word: string, content: Surroundings): readonly Named[] {
  if (!/[*?]/.test(word)) return [findNamed(word, content)];
  const pattern = contentPath(word, content) ?? word;
  const names = new Map(
    allReadings(content).flatMap(({ document, media }): [string, Named][] => {
      if (document?.kind === 'broadcast') return [];
      if (document) return [[document.address, { type: 'document', path: document.address, extension: '' }]];
      return media ? [[media.name, { type: 'media', path: media.name }]] : [];
    }),
  );
  refuseUnknown([pattern], names.keys());
  return [...names].filter(([name]) => isAddressMatch(pattern, name)).map(([, named]) => named);
}

/** What the files that stay say about those that go. */
export function mentionsOf(
  { files, addresses, media }: Removal,
  content: OwnContent,
  { entities, settings }: { readonly entities: readonly Entity[]; readonly settings: ModelSettings },
): ReadonlyMap<FileReading, readonly Mention[]> {
  const known = new Set(allReadings(content).flatMap(({ document }) => document?.address ?? []));
  const pages = new Set(entities.filter(({ address }) => addresses.has(address)).map(entityPath));
  const isGone = ({ to }: Mention): boolean => {
    if (to.type === 'document') return addresses.has(to.address);
    if (to.type === 'media') return media.has(to.name);
    const path = namesLocale(to.path, settings.locales) ? to.path.replace(/^\/[^/]+/, '') : to.path;
    return pages.has(asPagePath(path));
  };
  const found = allReadings(content).flatMap((reading): [FileReading, readonly Mention[]][] => {
    const file = files.has(reading) ? undefined : fileIn(reading);
    const gone = file ? mentionsIn(file, (address) => known.has(address)).filter(isGone) : [];
    return gone.length === 0 ? [] : [[reading, gone]];
  });
  return new Map(found);
}

/** The entries of `site.redirects` that lead to what goes: by its address, or by the path of its page or file. */
export function entriesTo(
  { addresses, media }: Removal,
  entities: readonly Entity[],
  table: RedirectTable,
): readonly (readonly [string, string])[] {
  const pages = new Set(entities.filter(({ address }) => addresses.has(address)).map(entityPath));
  return Object.entries(table).filter(([, to]) => {
    const [path = ''] = to.split('#');
    return addresses.has(to) || media.has(path.replace(/^\//, '')) || pages.has(asPagePath(path));
  });
}

export const asMentioned = ({ use, written, span }: Mention): Mentioned => {
  const { file, line } = span();
  return { file, line, name: written, use };
};

/** Pointers and pictures are taken out, and what would be left empty by that. Texts and filters are for people to change. */
export function unlinking(reading: FileReading, mentions: readonly Mention[]): readonly Edit[] {
  const { data } = fileIn(reading)!;
  const paths = mentions.flatMap(({ use, path }) => (path && (use === 'pointer' || use === 'media') ? [path] : []));
  // From the last, since the entries of a list move up.
  return paths.toReversed().map((path) => ({ path: withoutEmpty(data, path), remove: true }));
}

function withoutEmpty(data: Json, path: Path): Path {
  const parent = path.slice(0, -1);
  const around = valueAt(data, parent);
  return parent.length > 0 && isObject(around) && Object.keys(around).length === 1 ? withoutEmpty(data, parent) : path;
}
