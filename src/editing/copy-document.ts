/** The files of a new document: from a starter, or as a copy of another document. */
import { editMarkdown } from '../content/edit/edit-markdown.ts';
import { editYaml, type Edit } from '../content/edit/yaml.ts';
import type { Document, Translation } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import type { Kind } from '../kinds/kind.ts';
import { isSame } from '../values/canonical.ts';
import type { Json } from '../values/json.ts';
import { titleField } from './title.ts';

/** The texts of files, by the ends of their names: `.yaml`, `.md`, `.fr.md`. */
export type NewTexts = ReadonlyMap<string, string>;

/** `text`: a file of this kind with examples in it. */
export function namedStarter(kind: Kind, text: string, title: string): NewTexts {
  const extension = kind.body === undefined ? '.yaml' : '.md';
  return new Map([[extension, edited(extension, text, titleEdits(kind, title))]]);
}

/** These belong to the original: its object on a target, and the addresses of its page. */
const NOT_COPIED = ['$id', '$aliases', '$slug'];

/** What only one target overrides stays with the original. */
export function copiedTexts(document: Document, title: string, isOfTarget: (file: string) => boolean): NewTexts {
  const own = withoutTarget(document, isOfTarget);
  const removed = NOT_COPIED.filter((key) => Object.hasOwn(own.data, key));
  const edits = [
    ...removed.map((key): Edit => ({ path: [key], remove: true })),
    ...titleEdits(document.declaration, title),
  ];
  const texts = new Map([[extensionOf(own.source.file), textOf(own, edits)]]);
  for (const each of document.translations) {
    const { locale } = each;
    texts.set(`.${locale}.md`, textOf(withoutTarget(each, isOfTarget), []));
  }
  return texts;
}

export function withoutTarget<T extends Document | Translation>(laid: T, isOfTarget: (file: string) => boolean): T {
  const { layers } = laid;
  return layers && isOfTarget(layers.overlay.source.file) ? (layers.shared as T) : laid;
}

/** One file with everything that the layers of a document have together. */
function textOf(laid: Document | Translation, edits: readonly Edit[]): string {
  const layers = layersOf<Document | Translation>(laid);
  const base = layers.find(({ body }) => body === laid.body) ?? layers[0]!;
  const merged = Object.entries(laid.data).filter(([key, value]) => !isSame(value, base.data[key]));
  const above = merged.map(([key, value]): Edit => ({ path: [key], value: value as Json }));
  return edited(extensionOf(base.source.file), base.source.text, [...above, ...edits]);
}

const titleEdits = (kind: Kind, title: string): readonly Edit[] => {
  const field = titleField(kind);
  return field === undefined ? [] : [{ path: [field], value: title }];
};

const edited = (extension: string, text: string, edits: readonly Edit[]): string =>
  extension === '.md' ? editMarkdown(text, edits) : editYaml(text, edits);

const extensionOf = (file: string): string => /\.[^./]+$/.exec(file)?.[0] ?? '';
