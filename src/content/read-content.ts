import { diagnose, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds as ownKinds } from '../kinds/registry.ts';
import type { Address, Document, MediaFile, Translation } from './document.ts';
import type { ContentFiles } from './files.ts';
import { readFile, type FileReading } from './read-file.ts';

/** Everything found in the content folder. A file that could not be read has a diagnostic and no document. */
export interface Content {
  /** The name of the content folder in diagnostics, such as `content/`. */
  readonly prefix: string;
  /** The kinds that its files can have. Later steps that visit all kinds use this list. */
  readonly kinds: readonly Kind[];
  /** The documents that could be read. */
  readonly documents: readonly Document[];
  /** The files in media/. */
  readonly media: readonly MediaFile[];
  /** The addresses of documents that exist but could not be read. */
  readonly unreadable: readonly Address[];
  /** The documents that exist only for other targets, with the names of those targets. */
  readonly elsewhere?: ReadonlyMap<Address, readonly string[]>;
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Reading {
  readonly prefix: string;
  /** Defaults to the kinds of the interface. */
  readonly kinds?: readonly Kind[];
}

/** Reads a content folder. `prefix` is its name in diagnostics, such as `content/`. */
export function readContent(files: ContentFiles, { prefix, kinds = ownKinds }: Reading): Content {
  return assembleContent(
    files.entries().map((entry) => readFile(files, entry, prefix, kinds)),
    { prefix, kinds },
  );
}

/** Combines readings and finds problems between files. Pure, so that a watcher reads only what changed. */
export function assembleContent(found: readonly FileReading[], { prefix, kinds = ownKinds }: Reading): Content {
  // If two files clash, the first is kept, so the order must not depend on how they were listed.
  const readings = found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const unreadable = readings.flatMap((reading) => reading.unreadable ?? []);
  const documents = new Map<Address, Document>();
  const diagnostics = [...readings.flatMap((reading) => reading.diagnostics), ...caseCollisions(readings)];
  for (const { document } of readings) {
    if (!document) continue;
    const taken = documents.get(document.address);
    if (taken) diagnostics.push(addressTaken(document, taken));
    else documents.set(document.address, document);
  }
  const translations = Map.groupBy(
    readings.flatMap(({ translation }) => translation ?? []),
    ({ of }) => of,
  );
  for (const [address, translated] of translations) {
    const original = documents.get(address);
    const texts = translated.map(({ text }) => text);
    if (original) documents.set(address, withTranslations(original, texts));
    else if (!unreadable.includes(address)) diagnostics.push(...texts.map((text) => translationAlone(text, address)));
  }
  const media = readings.flatMap((reading) => reading.media ?? []);
  return { prefix, kinds, documents: [...documents.values()], media, unreadable, diagnostics };
}

const translatedBefore = new WeakMap<Document, Document>();

/** Returns the same document for the same parts, so that a watcher can see that nothing has changed. */
function withTranslations(original: Document, texts: readonly Translation[]): Document {
  const before = translatedBefore.get(original);
  if (before?.translations.length === texts.length && before.translations.every((text, at) => text === texts[at]))
    return before;
  const translated = { ...original, translations: texts };
  translatedBefore.set(original, translated);
  return translated;
}

function caseCollisions(readings: readonly FileReading[]): readonly Diagnostic[] {
  const read = readings.filter(({ ignored }) => !ignored);
  const groups = Map.groupBy(read, ({ path }) => path.toLowerCase());
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap(([first, ...others]) => others.map((other) => caseCollision(fileOf(other), fileOf(first!))));
}

const fileOf = ({ path, document, media, translation, diagnostics }: FileReading): string =>
  document?.source.file ?? media?.file ?? translation?.text.source.file ?? diagnostics[0]?.at.file ?? path;

const caseCollision = (file: string, other: string): Diagnostic =>
  diagnose('case-collision', wholeFile(file), `its name differs only in case from ${other}`, {
    suggestion: 'rename one of them',
  });

export const addressTaken = ({ address, source }: Document, taken: Document): Diagnostic =>
  diagnose('address-taken', wholeFile(source.file), `${taken.source.file} already has the address ${address}`, {
    suggestion: 'merge them, or rename one',
  });

const translationAlone = ({ source, locale }: Translation, address: Address): Diagnostic =>
  diagnose(
    'translation-alone',
    wholeFile(source.file),
    `this is a translation of ${address} into ${locale}, but ${address} does not exist`,
  );
