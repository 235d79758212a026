import { type Document, parseDocument } from 'yaml';
import type { Json } from '../../values/json.ts';
import { readYaml } from '../yaml-tree.ts';

/** A YAML text with its data, and with the tree whose nodes know where in the text they stand. */
export interface YamlText {
  readonly text: string;
  readonly data: Json;
  readonly document: Document.Parsed;
}

export function readYamlText(text: string): YamlText | undefined {
  // What every file is read with, since that is what the promise is about.
  const { data, problems } = readYaml(text);
  if (problems.some(({ code }) => !SAYABLE.has(code))) return undefined;
  let document: Document.Parsed | undefined;
  return {
    text,
    data,
    // Parsed only when there is something left to edit, since parsing is what all the time goes into.
    get document() {
      document ??= parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' });
      return document;
    },
  };
}

/** Problems of values that a target may have: the files are checked after the edit, and name the value. */
const SAYABLE: ReadonlySet<string> = new Set(['number-not-exact', 'bad-character']);

/** The first of the texts that says exactly what is expected. */
export function firstThatReads(texts: Iterable<string>, isExpected: (data: Json) => boolean): YamlText | undefined {
  for (const text of texts) {
    const source = readYamlText(text);
    if (source && isExpected(source.data)) return source;
  }
  return undefined;
}
