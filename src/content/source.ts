import type { Document as YamlDocument, Node, Pair, YAMLMap } from 'yaml';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { Path } from '../values/json.ts';
import { yaml } from '../machine/packages.ts';
import { keyName, parseYamlTree } from './yaml-tree.ts';

type Range = readonly [start: number, end: number];

const NOWHERE: Range = [0, 0];

/** The ranges of a value and its key, as far as they have one. */
interface Found {
  readonly key?: Range | undefined;
  readonly value: Range | undefined;
}

interface Options {
  /** The range of the YAML in the text; defaults to all of it. */
  readonly yaml?: Range;
  /** Matches lines that may contain a credential: they are not shown, because diagnostics end up in logs. */
  readonly confidential?: RegExp | undefined;
}

/**
 * The text of a file and the position of every value in it. Positions are computed when a diagnostic needs one:
 * position trees for ten thousand valid documents would cost more than everything else.
 */
export class Source {
  readonly file: string;
  readonly text: string;
  readonly #yaml: Range;
  readonly #confidential: RegExp | undefined;
  #tree: YamlDocument.Parsed | undefined;
  #pairs: WeakMap<YAMLMap, ReadonlyMap<string, Pair>> | undefined;
  #lineStarts: readonly number[] | undefined;
  #hidden: ReadonlySet<number> | undefined;

  constructor(file: string, text: string, { yaml = [0, text.length], confidential }: Options = {}) {
    this.file = file;
    this.text = text;
    this.#yaml = yaml;
    this.#confidential = confidential;
  }

  /** The span of a value, or of the nearest enclosing value that exists. */
  valueSpan(path: Path): Span {
    const { value, key } = this.#find(path);
    return this.yamlSpan(...(value ?? key ?? NOWHERE));
  }

  /** The span of a part of a text, by its range in the text; of the whole value if the file writes that part differently. */
  textSpan(path: Path, text: string, [start, end]: Range): Span {
    const [from, to] = this.#find(path).value ?? NOWHERE;
    const part = text.slice(start, end);
    const written = this.text.slice(from + this.#yaml[0], to + this.#yaml[0]).split(part);
    // A part that is escaped or folded in one place, or that is also in a comment, occurs more or less often.
    if (part === '' || written.length !== text.split(part).length) return this.valueSpan(path);
    const before = written.slice(0, text.slice(0, start).split(part).length).join(part).length;
    return this.yamlSpan(from + before, from + before + part.length);
  }

  /** The span of a key, or of the nearest enclosing value that exists. */
  keySpan(path: Path): Span {
    const { value, key } = this.#find(path);
    return this.yamlSpan(...(key ?? value ?? NOWHERE));
  }

  /** A span by offset in the whole file, front matter included. */
  span(start: number, end: number): Span {
    const line = this.#lineAt(start);
    const lineStart = this.#starts()[line]!;
    const lineText = this.#line(line);
    const length = Math.max(1, Math.min(end, lineStart + lineText.length) - start);
    const shown = this.#confidentialLines().has(line) ? '' : lineText;
    return { file: this.file, line: line + 1, column: Math.max(start - lineStart, 0) + 1, length, lineText: shown };
  }

  /** A span by offset in the YAML part, without the front matter's fences. */
  yamlSpan(start: number, end: number): Span {
    return this.span(start + this.#yaml[0], Math.max(end, start) + this.#yaml[0]);
  }

  #find(path: Path): Found {
    this.#tree ??= parseYamlTree(this.text.slice(...this.#yaml));
    const { isAlias, isMap, isSeq } = yaml();
    const anchors = this.#tree;
    let node: unknown = this.#tree.contents;
    let found: Found = { value: rangeOf(firstOf(node)) };
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(anchors);
      if (isMap(node)) {
        const pair = this.#pairsOf(node).get(String(step));
        if (!pair) return found;
        found = { key: rangeOf(pair.key), value: rangeOf(pair.value) };
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        if (node === undefined) return found;
        found = { value: rangeOf(node) };
      } else {
        return found;
      }
    }
    return found;
  }

  /**
   * The pairs of a mapping by name. The first of several pairs with the same name applies, as it does for the values.
   */
  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    this.#pairs ??= new WeakMap();
    let pairs = this.#pairs.get(map);
    if (!pairs) {
      const { isScalar } = yaml();
      pairs = new Map(
        map.items.toReversed().flatMap((pair) => (isScalar(pair.key) ? [[keyName(pair.key), pair]] : [])),
      );
      this.#pairs.set(map, pairs);
    }
    return pairs;
  }

  #line(line: number): string {
    const end = (this.#starts()[line + 1] ?? this.text.length + 1) - 1;
    return this.text.slice(this.#starts()[line]!, this.text[end - 1] === '\r' ? end - 1 : end);
  }

  /** The lines that may contain a credential: those that name one, and the indented lines below them. */
  #confidentialLines(): ReadonlySet<number> {
    if (!this.#hidden) {
      const hidden = new Set<number>();
      const names = this.#confidential;
      const lines = names ? this.#starts().length : 0;
      let indent: number | undefined;
      for (let line = 0; line < lines; line++) {
        const text = this.#line(line);
        if (text.trim() === '') continue;
        if (indent !== undefined && text.search(/\S/) <= indent) indent = undefined;
        if (indent === undefined && names?.test(text)) indent = text.search(/[^\s-]/);
        if (indent !== undefined) hidden.add(line);
      }
      this.#hidden = hidden;
    }
    return this.#hidden;
  }

  #starts(): readonly number[] {
    if (!this.#lineStarts) {
      // Editors do not count the byte order mark as a column.
      const starts = [this.text.startsWith('\uFEFF') ? 1 : 0];
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }

  #lineAt(offset: number): number {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function rangeOf(node: unknown): Range | undefined {
  const range = (node as Node | null | undefined)?.range;
  return range ? [range[0], range[1]] : undefined;
}

/** A missing top-level field is reported at the first line with content. */
const firstOf = (root: unknown): unknown => (yaml().isMap(root) ? root.items[0]?.key : root);
