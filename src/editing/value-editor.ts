/** Opens documents and changes their values: each change is checked before it is written, and written before it is answered. */
import type { Document } from '../content/document.ts';
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { confidentialWords } from '../content/read-file.ts';
import { utf8Text } from '../values/utf8.ts';
import { formatPath, valueAt, withValueAt, type Json, type Path } from '../values/json.ts';
import { absent } from './absent-document.ts';
import { changeText } from './change-text.ts';
import { refused, type EditedFiles, type EditedFile } from './edited-files.ts';
import { openDocument, problemsOf, withoutCredentials, type Surroundings } from './open-document.ts';
import { pathAt } from './path-at.ts';
import { layersOf } from '../content/overlay.ts';
import type { Change, Changed, FormProblem, OpenDocument, Refused } from './protocol.ts';
import { partOf, translatedPart, type OwnFiles } from './written-part.ts';

/** The content as the preview has it. */
export interface EditedContent {
  readonly documents: ReadonlyMap<string, Document>;
  /** A document with other texts in its files, and the problems that it would have. */
  readonly trial: (
    address: string,
    texts: ReadonlyMap<string, string>,
  ) => { readonly document: Document | undefined; readonly diagnostics: readonly Diagnostic[] };
}

export interface ValueEditorInput {
  readonly content: () => EditedContent;
  readonly surroundings: () => Surroundings;
  readonly files: EditedFiles;
  /** The absolute path of a file of the content folder or of the target's own folder; undefined for every other file. */
  readonly pathOf: (file: string) => string | undefined;
  /** The name of a file in the content folder, for one that is inherited. */
  readonly ownFile: OwnFiles['ownFile'];
}

type Place = { readonly address: string } | { readonly file: string; readonly line: number };

export class ValueEditor {
  readonly #input: ValueEditorInput;

  constructor(input: ValueEditorInput) {
    this.#input = input;
  }

  open(place: Place): OpenDocument | Refused {
    const document = 'address' in place ? this.#document(place.address) : this.#documentIn(place.file);
    if (!document) return absent('address' in place ? place.address : place.file, this.#input.surroundings().problems);
    const opened = openDocument(document, this.#input.surroundings());
    if ('address' in place) return opened;
    const layer = [...layersOf(document), ...document.translations].find(({ source }) => source.file === place.file);
    const at = layer && pathAt(layer, place);
    return at ? { ...opened, at } : opened;
  }

  change({ address: asked, locale, operations }: Change, tab: string): Changed {
    const { content, files, pathOf, ownFile, surroundings } = this.#input;
    const around = surroundings();
    const own = { ownFile, isOfTarget: around.isOfTarget };
    const document = this.#document(asked);
    if (!document) return absent(asked, around.problems);
    const { address } = document;
    if (operations.some(({ path }) => path.length === 0)) return refused('A document is not changed as a whole here.');
    if (operations.some(({ path }) => isConfidential(document, path)))
      return refused('Credentials are not edited here: the file names the variable that has one.');
    const before = new Map<string, Uint8Array | undefined>();
    const texts = new Map<string, string>();
    for (const operation of operations) {
      const { path } = operation;
      const part = locale === undefined ? partOf(document, path, own) : translatedPart(document, locale, path, own);
      const place = pathOf(part.file);
      if (place === undefined) return refused(`${part.file} is not part of this broadcast, so it is not changed here.`);
      if (!before.has(part.file)) before.set(part.file, files.read(place));
      const bytes = before.get(part.file);
      const text = texts.get(part.file) ?? (bytes && utf8Text(bytes));
      if (bytes && text === undefined) return refused(`${part.file} is not UTF-8 text: save it as UTF-8 first.`);
      const changed = tryToChange(part, operation, text);
      if (!changed)
        return refused('The file has changed since, and has no such place any more: open the document again.');
      if (changed.type === 'unreadable')
        return refused(`${part.file} cannot be edited as it is: ${changed.reason}. Correct it in a text editor.`);
      if (changed.type === 'conflict') {
        const theirs = changed.theirs === undefined ? undefined : shownValue(document, path, changed.theirs);
        return {
          type: 'conflict',
          path,
          ...(theirs !== undefined && { theirs }),
          document: openDocument(document, around),
        };
      }
      texts.set(part.file, changed.text);
    }
    const { document: after = document, diagnostics } = content().trial(address, texts);
    const known = new Set(around.problems.map(nameOf));
    const added = diagnostics.filter((each) => isError(each) && !known.has(nameOf(each)));
    if (added.length > 0) return { type: 'invalid', problems: added.flatMap((error) => reasonsIn(after, error)) };
    const changes = [...texts].map(([file, text]): EditedFile => ({
      path: pathOf(file)!,
      before: before.get(file),
      // The document stays: others of its files have its values.
      after: file !== document.source.file && IS_EMPTIED.test(text) ? undefined : Buffer.from(text),
    }));
    const [{ path, do: word } = { path: [], do: 'set' as const }] = operations;
    const said = `${formatPath(path)} of ${around.titleOf(address) ?? address}`;
    const key = operations.length === 1 && word === 'set' ? JSON.stringify([address, locale, path]) : undefined;
    files.write(changes, { tab, said, address, key });
    // Not the site's version, which follows in a moment.
    return { type: 'saved', document: openDocument(after, { ...around, problems: diagnostics }) };
  }

  /** Also by a former address. */
  #document(address: string): Document | undefined {
    const { documents } = this.#input.content();
    const isRenamed = ({ data: { $aliases } }: Document): boolean =>
      Array.isArray($aliases) && $aliases.includes(address);
    return documents.get(address) ?? documents.values().find(isRenamed);
  }

  #documentIn(file: string): Document | undefined {
    const isOf = (document: Document): boolean =>
      [...layersOf(document), ...document.translations].some(({ source }) => source.file === file);
    return this.#input.content().documents.values().find(isOf);
  }
}

/** Undefined for a path that the file does not have: a form may be older than the file. */
function tryToChange(...asked: Parameters<typeof changeText>): ReturnType<typeof changeText> | undefined {
  if (asked[1].path.some((step) => FORBIDDEN.has(String(step)))) return undefined;
  try {
    return changeText(...asked);
  } catch (error) {
    if (error instanceof UserError) return { type: 'unreadable', reason: error.message };
    return undefined;
  }
}

/** What is left of YAML or front matter whose last value was removed. */
const IS_EMPTIED = /^(?:---\s+)?\{\}\s*(?:---\s*)?$/;

/** The value of a file as its form would show it. */
const shownValue = (document: Document, path: Path, value: Json): Json | undefined =>
  valueAt(withoutCredentials(withValueAt(document.data, path, value), document.declaration), path);

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const isConfidential = ({ declaration }: Document, path: Path): boolean => {
  const words = confidentialWords(declaration);
  return words !== undefined && path.some((step) => typeof step === 'string' && words.test(step));
};

/** An error may be in another document, which points at this one. */
function reasonsIn(document: Document, error: Diagnostic): readonly FormProblem[] {
  const own = problemsOf(document, [error]);
  if (own.length > 0) return own;
  return [{ severity: 'error', message: `${error.message} (${error.at.file})`, path: [] }];
}

/** Without its position, which moves with the lines above it. */
const nameOf = ({ code, at, message }: Diagnostic): string => `${code} ${at.file} ${message}`;
