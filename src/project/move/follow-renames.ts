/** Every name in every file, as it is written after a move. */
import { editParts, type TextPart } from '../../content/edit/edit-parts.ts';
import type { FileReading } from '../../content/read-file.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Entity, ModelSettings } from '../../model/broadcast.ts';
import { mentionsIn, type Mention } from '../../model/mentions.ts';
import { renamedMention, type Renaming } from '../../model/renamed-mention.ts';
import { asPagePath, entityPath, namesLocale, pageAddress } from '../../model/site-paths.ts';
import { allReadings } from './named-content.ts';
import { fileIn, type OwnContent } from './own-layers.ts';
import type { Renames } from './what-moves.ts';

/** A name in a file that follows. */
export interface Followed {
  /** The file as it is called afterwards. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** As it was written. */
  readonly from: string;
  /** As it is written now. */
  readonly to: string;
}

/** Every address that a link can lead to. */
export const addressesIn = (content: OwnContent): ReadonlySet<string> =>
  new Set(allReadings(content).flatMap(({ document, unreadable }) => document?.address ?? unreadable ?? []));

/** The new form of every name in every file. */
export function followRenames(
  content: OwnContent,
  { paths }: Renames,
  { before, renaming }: { readonly before: ReadonlySet<string>; readonly renaming: Renaming },
): { readonly texts: ReadonlyMap<FileReading, string>; readonly followed: readonly Followed[] } {
  const texts = new Map<FileReading, string>();
  const followed: Followed[] = [];
  const follow = (reading: FileReading): readonly (readonly [Mention, string])[] => {
    const file = fileIn(reading);
    if (!file) return [];
    return mentionsIn(file, (address) => before.has(address)).flatMap((mention) => {
      const name = renamedMention(mention, file.address, renaming);
      return name === undefined ? [] : [[mention, name] as const];
    });
  };
  for (const reading of content.layers.inherited ?? []) {
    const [found] = follow(reading);
    if (found) throw sharedMention(found[0]);
  }
  for (const { prefix, readings } of content.own) {
    for (const reading of readings) {
      const found = follow(reading);
      if (found.length === 0) continue;
      texts.set(reading, editParts(fileIn(reading)!, found.map(asPart)));
      const file = prefix + (paths.get(reading.path) ?? reading.path);
      followed.push(...found.map(([{ written, span }, to]) => ({ file, line: span().line, from: written, to })));
    }
  }
  return { texts, followed };
}

const asPart = ([{ path, range }, text]: readonly [Mention, string]): TextPart => ({ ...range, path, text });

const sharedMention = ({ span, written }: Mention): UserError => {
  const { file, line } = span();
  return new UserError(`${file}:${line} names ${written}, and other broadcasts of the workspace use that file too`, {
    suggestion: 'override it in this broadcast with a file of the same name, without that value, and try again',
  });
};

interface ContentBefore {
  /** Every address. */
  readonly before: ReadonlySet<string>;
  readonly entities: readonly Entity[];
  readonly settings: ModelSettings;
}

export function renamingOf({ addresses, paths }: Renames, { before, entities, settings }: ContentBefore): Renaming {
  const after = new Set([...before].map((address) => addresses.get(address) ?? address));
  const pages = new Map(
    entities.flatMap(({ address, local, document }): [string, string][] => {
      const to = addresses.get(address);
      if (to === undefined || !document.declaration.page) return [];
      return [[entityPath({ address, local, document }), `/${pageAddress(document.declaration, to, local.slug)}/`]];
    }),
  );
  return {
    address: (address) => addresses.get(address) ?? address,
    media: (name) => paths.get(name) ?? name,
    page: (path) => {
      const locale = namesLocale(path, settings.locales) ? /^\/[^/]+/.exec(path)![0] : '';
      const own = path.slice(locale.length);
      const page = pages.get(asPagePath(own));
      return page === undefined ? path : locale + (own.endsWith('/') ? page : page.slice(0, -1));
    },
    isDocument: (address) => after.has(address),
  };
}
