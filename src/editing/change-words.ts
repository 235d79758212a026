/** The difference between two versions of a content file in words. They are made from declarations: a new kind needs none. */
import { memoryFiles } from '../content/files.ts';
import { readPlainYaml } from '../content/plain-yaml.ts';
import { confidentialWords, readFile } from '../content/read-file.ts';
import { count } from '../diagnostics/count.ts';
import { fileSchema } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { walk } from '../kinds/walk.ts';
import { canonical, isSame } from '../values/canonical.ts';
import { hunksBetween, linesOf } from '../values/hunks.ts';
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import { translationsKey } from './forms.ts';
import { labelOf, languageOf, wholeLabelOf, shownValue, type WordSettings } from './value-words.ts';

export interface FileVersion {
  /** Below the content folder. */
  readonly path: string;
  readonly text: string;
}

/** Sentences without a subject, such as `starts 20:30 instead of 20:00`: the document is named beside them. */
export function changeWords(before: FileVersion, after: FileVersion, settings: ChangeSettings): readonly string[] {
  const [old, now] = [readVersion(before, settings.kinds), readVersion(after, settings.kinds)];
  if (!old || !now) return [`${changedLines(before.text, after.text)} changed`];
  const words = [...new Comparison(now.kind, [old.values, now.values], settings).words([], old.values, now.values)];
  if (words.length === 0) return ['only comments or layout changed'];
  return now.locale === undefined ? words : words.map((each) => `${languageOf(now.locale!)}: ${each}`);
}

export interface ChangeSettings extends WordSettings {
  readonly kinds: readonly Kind[];
}

interface ReadVersion {
  readonly kind: Kind;
  /** The body is under the name of its field. */
  readonly values: JsonObject;
  /** For a file that translates another one. */
  readonly locale?: string;
}

/** Undefined for a file that is no document, or cannot be read as one. */
export function readVersion({ path, text }: FileVersion, kinds: readonly Kind[]): ReadVersion | undefined {
  const entry = { path, type: 'file', bytes: Buffer.byteLength(text) } as const;
  const { document, translation } = readFile(memoryFiles({ [path]: text }), entry, '', kinds);
  const kind = document?.declaration ?? kinds.find(({ folder }) => path.startsWith(`${folder}/`));
  const found = document ?? translation?.text;
  if (!found || !kind) return undefined;
  const values = { ...found.data, ...(found.body && { [kind.body!]: found.body.text.trim() }) };
  return { kind, values, ...(translation && { locale: translation.text.locale }) };
}

class Comparison {
  readonly #kind: Kind;
  readonly #settings: WordSettings;
  readonly #schemas = new Map<string, JsonSchema>();
  /** How many paths have it. */
  readonly #labels = new Map<string, number>();
  /** Values of confidential fields, which anchors can also write elsewhere. */
  readonly #secrets = new Set<Json | undefined>();

  constructor(kind: Kind, versions: readonly JsonObject[], settings: WordSettings) {
    this.#kind = kind;
    this.#settings = settings;
    for (const values of versions)
      walk(fileSchema(kind), values, ({ schema, path, value }) => {
        const key = JSON.stringify(path);
        const label = labelOf(path);
        if (!this.#schemas.has(key)) this.#labels.set(label, (this.#labels.get(label) ?? 0) + 1);
        this.#schemas.set(key, schema);
        if (schema['x-sensitive']) this.#secrets.add(value);
      });
  }

  *words(path: Path, before: Json | undefined, after: Json | undefined): Generator<string> {
    if (isSame(before, after)) return;
    const schema = this.#schemas.get(JSON.stringify(path)) ?? {};
    const [old, now] = [before ?? emptyLike(after), after ?? emptyLike(before)];
    if (schema['x-sensitive'] || this.#secrets.has(before) || this.#secrets.has(after))
      yield `${this.#label(path)} changed`;
    else if (isObject(old) && isObject(now)) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
        yield* this.words([...path, key], old[key], now[key]);
    } else if (Array.isArray(old) && Array.isArray(now)) yield* this.#listWords(path, old, now);
    else yield this.#valueWords(path, schema, [before, after]);
  }

  /** Entries that changed in place are compared; others were added or removed. */
  *#listWords(path: Path, before: readonly Json[], after: readonly Json[]): Generator<string> {
    const label = this.#label(path);
    const [gone, added] = [without(before, after), without(after, before)];
    if (gone.length === 0 && added.length === 0) return yield `${label}: order changed`;
    if (gone.length === added.length && [...gone, ...added].every(isObject)) {
      for (const [index, entry] of added.entries())
        yield* this.words([...path, after.indexOf(entry)], gone[index], entry);
      return;
    }
    const schemaIn = (list: readonly Json[], entry: Json): JsonSchema =>
      this.#schemas.get(JSON.stringify([...path, list.indexOf(entry)])) ?? {};
    const names = (entries: readonly Json[], list: readonly Json[]): string =>
      entries.map((entry) => shownValue(entry, schemaIn(list, entry), this.#settings)).join(', ');
    yield [
      ...(added.length > 0 ? [`${label}: ${names(added, after)} added`] : []),
      ...(gone.length > 0 ? [`${added.length > 0 ? '' : `${label}: `}${names(gone, before)} removed`] : []),
    ].join(', ');
  }

  #valueWords(path: Path, schema: JsonSchema, [before, after]: readonly [Json | undefined, Json | undefined]): string {
    const label = this.#label(path);
    const texts = [before, after].filter((each) => typeof each === 'string');
    const isLong = texts.some((text) => text.length > LONGEST_SHOWN || text.includes('\n'));
    if (before === undefined || after === undefined) {
      if (after === true) return `${label}: yes`;
      const word = before === undefined ? 'added' : 'removed';
      return isLong
        ? `${label} ${word}`
        : `${label} ${word}: ${shownValue((after ?? before)!, schema, this.#settings)}`;
    }
    if (isLong) return `${label} changed (${changedLines(texts[0] ?? '', texts[1] ?? '')})`;
    const [old, now] = [
      shownValue(before, schema, this.#settings, after),
      shownValue(after, schema, this.#settings, before),
    ];
    // Two places can have the same title, and one time can be written in two ways.
    const [from, to] = old === now ? [before, after].map((each) => JSON.stringify(each)) : [old, now];
    const verb = this.#verb(path);
    return `${verb ?? (now.startsWith('“') ? label : `${label}:`)} ${to} instead of ${from}`;
  }

  #verb(path: Path): string | undefined {
    const { start, end } = this.#kind.page?.programme ?? {};
    if (isSame(path as Json, start as Json | undefined)) return 'starts';
    return isSame(path as Json, end as Json | undefined) ? 'ends' : undefined;
  }

  #label(path: Path): string {
    const [first, locale, ...rest] = path;
    if (first === translationsKey(this.#kind) && typeof locale === 'string')
      return `${languageOf(locale)}: ${rest.length === 0 ? 'texts' : this.#label(rest)}`;
    if (path.length === 1 && first === this.#kind.body) return 'text';
    const label = labelOf(path);
    return (this.#labels.get(label) ?? 0) > 1 ? wholeLabelOf(path) : label;
  }
}

const LONGEST_SHOWN = 80;

const emptyLike = (value: Json | undefined): Json | undefined =>
  isObject(value) ? {} : Array.isArray(value) ? [] : undefined;

/** The entries that another list lacks, each as often as it lacks it. */
function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = other.map(canonical);
  return list.filter((entry) => {
    const at = left.indexOf(canonical(entry));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function changedLines(before: string, after: string): string {
  const hunks = hunksBetween(linesOf(`${before}\n`), linesOf(`${after}\n`));
  const lines = hunks.map(({ from, to, newFrom, newTo }) => Math.max(to - from, newTo - newFrom));
  return count(
    lines.reduce((sum, each) => sum + each, 0),
    'line',
  );
}

/**
 * A diff without lines that may belong to a credential. Only plain YAML is shown, in which every name is as it is written and
 * nothing is written elsewhere than below its name. Undefined is the text of a file that does not exist.
 */
export function shownDiff(diff: string, kind: Kind | undefined, texts: readonly (string | undefined)[]): string {
  const confidential = kind && confidentialWords(kind);
  if (!confidential) return diff;
  const [old, now] = texts.map((text) => openLines(text, kind, confidential));
  if (!old || !now) return '';
  let [at, newAt] = [0, 0];
  const shown = diff.split('\n').map((line) => {
    const [hunk, from, to] = /^@@ -(\d+)\S* \+(\d+)\S* @@/.exec(line) ?? [];
    if (hunk !== undefined) [at, newAt] = [Number(from) - 1, Number(to) - 1];
    // After it, git writes the line of a name above.
    if (hunk !== undefined) return hunk;
    if (!/^[-+ ]/.test(line)) return line;
    const open = line.startsWith('+') ? now[newAt] : old[at];
    if (!line.startsWith('+')) at++;
    if (!line.startsWith('-')) newAt++;
    return open === line.slice(1).trimEnd() ? line : `${line[0]}…`;
  });
  return shown.join('\n');
}

/** Its lines; undefined those of a field that has credentials, or that the kind does not have. */
function openLines(text = '', kind: Kind, confidential: RegExp): readonly (string | undefined)[] | undefined {
  if (text !== '' && !readPlainYaml(text)) return undefined;
  return text.split(/^(?=[^\s#-])/m).flatMap((field) => {
    const name = /^[^\s#].*?(?=:)/.exec(field)?.[0];
    const isKnown = name === undefined || Object.hasOwn(fileSchema(kind).properties!, name);
    const isOpen = isKnown && !confidential.test(field);
    return linesOf(field).map((line) => (isOpen ? line.trimEnd() : undefined));
  });
}
