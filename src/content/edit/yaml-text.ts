import { type Document, parseDocument } from 'yaml';
import type { Json } from '../../values/json.ts';
import { readYaml } from '../yaml-tree.ts';

/** A YAML text with its data, and with a tree whose nodes have positions in the text. */
export interface YamlText {
  readonly text: string;
  readonly data: Json;
  readonly document: Document.Parsed;
}

export function readYamlText(text: string): YamlText | undefined {
  // The reader that is used for all files, because that is the one that must read the result.
  const { data, problems } = readYaml(text);
  if (problems.some(({ code }) => !REPORTED_LATER.has(code))) return undefined;
  let document: Document.Parsed | undefined;
  return {
    text,
    data,
    // Parsed only if there is something left to edit, since parsing takes most of the time.
    get document() {
      document ??= parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' });
      return document;
    },
  };
}

/** Problems with values that a target may have. The files are checked after the edit, which reports the value. */
const REPORTED_LATER: ReadonlySet<string> = new Set(['number-not-exact', 'bad-character']);

/** The first text that is read as exactly the expected data. */
export function firstThatReads(texts: Iterable<string>, isExpected: (data: Json) => boolean): YamlText | undefined {
  for (const text of texts) {
    const source = readYamlText(text);
    if (source && isExpected(source.data)) return source;
  }
  return undefined;
}
