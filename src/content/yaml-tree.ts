/**
 * Converts YAML text to plain values through the `yaml` package's syntax tree. The package's own conversion is not used
 * because it gives no positions, keeps keys such as `__proto__`, compares every key with every other, and silently
 * rounds large numbers. Aliases are resolved by reference and counted by their expanded size.
 */
import type { Document as YamlDocument, Node, Scalar } from 'yaml';
import type { Code } from '../diagnostics/catalogue.ts';
import type { Json } from '../values/json.ts';
import { FORBIDDEN_KEYS } from './plain-value.ts';
import { yaml } from '../machine/packages.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { type TextProblem, syntaxProblem, TOO_DEEP } from './yaml-problem.ts';
import { cutText, hashBefore } from './unquoted-hash.ts';

export interface ReadYaml {
  readonly data: Json;
  readonly problems: readonly TextProblem[];
}

const BEGINS_WITH_A_STAR = 'put text that starts with * in quotes';
const MOST_UNFOLDED = 10_000;
/** Far more than anyone writes, and few enough for recursive code. */
const MOST_LEVELS = 100;

/**
 * The schema is set explicitly so that neither a tag nor a `%YAML` line can introduce values that JSON does not have.
 * The log level is not `silent`, because that would also hide a second document.
 */
export function parseYamlTree(text: string): YamlDocument.Parsed {
  return yaml().parseDocument(text, {
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
}

export function readYaml(text: string): ReadYaml {
  const plain = readPlainYaml(text);
  return plain ? { data: plain, problems: NO_PROBLEMS } : readYamlTree(text);
}

const NO_PROBLEMS: readonly TextProblem[] = [];

/** The same through the syntax tree, for any YAML. */
export function readYamlTree(text: string): ReadYaml {
  try {
    const tree = parseYamlTree(text);
    const [problem] = [...tree.errors, ...tree.warnings];
    // Problems after a syntax error are nearly always consequences of it, so only the first is reported.
    if (problem)
      return { data: null, problems: [hashBefore(text, problem.pos[0]) ?? syntaxProblem(problem, tree, text)] };
    return new Conversion(text).convert(tree.contents);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { data: null, problems: [{ code: 'yaml-syntax', start: 0, end: 0, message: TOO_DEEP }] };
  }
}

interface Converted {
  readonly value: Json;
  /** The number of nodes in the value with its aliases expanded. */
  readonly size: number;
}

class Conversion {
  readonly #yaml = yaml();
  readonly #text: string;
  readonly #problems: TextProblem[] = [];
  readonly #anchors = new Map<string, Converted>();
  #unfolded = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  convert(root: Node | null): ReadYaml {
    return { data: this.#node(root).value, problems: this.#problems };
  }

  /** `before`: the end of the key that the value belongs to. */
  #node(node: unknown, before?: number): Converted {
    const converted = this.#content(node, before);
    const { isScalar, isMap, isSeq } = this.#yaml;
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, converted);
    return converted;
  }

  #content(node: unknown, before: number | undefined): Converted {
    const { isScalar, isAlias, isMap, isSeq } = this.#yaml;
    if (isScalar(node)) return { value: this.#scalar(node, before), size: 1 };
    if (isAlias(node)) return this.#alias(node);
    if (!isMap(node) && !isSeq(node)) return NOTHING;
    if (this.#level === MOST_LEVELS) return this.#refused('yaml-syntax', node, TOO_DEEP);
    this.#level++;
    const converted = isMap(node) ? this.#map(node.items) : this.#seq(node.items);
    this.#level--;
    return converted;
  }

  #scalar(node: Scalar, before: number | undefined): Json {
    const { value } = node;
    this.#characters(node, value);
    const cut = cutText(this.#text, node, before);
    if (cut) {
      this.#problems.push(cut.problem);
      // The field is read as it was meant, so that the same mistake is not reported again.
      if (typeof value === 'string' || value === null) return cut.meant;
    }
    if (typeof value === 'number' && !isExact(value)) {
      this.#problem('number-not-exact', node, 'this number would lose precision when sent', 'put it in quotes');
    }
    return value === undefined ? null : (value as Json);
  }

  #characters(node: unknown, value: unknown): void {
    if (typeof value !== 'string') return;
    const found = value.includes('\0') ? 'a NUL character' : value.isWellFormed() ? undefined : 'half a character';
    if (found !== undefined)
      this.#problem('bad-character', node, `this contains ${found}, which is not allowed in text`, 'remove it');
  }

  #seq(items: readonly unknown[]): Converted {
    const children = items.map((item) => this.#node(item));
    return { value: children.map((child) => child.value), size: 1 + sum(children) };
  }

  #map(items: readonly { key: unknown; value: unknown }[]): Converted {
    const { isScalar } = this.#yaml;
    const entries: Record<string, Json> = {};
    const children: Converted[] = [];
    for (const { key, value } of items) {
      const name = this.#key(key);
      const child = this.#node(value, isScalar(key) ? key.range?.[1] : undefined);
      children.push(child);
      if (name === undefined) continue;
      if (Object.hasOwn(entries, name)) {
        this.#problem('duplicate-key', key, `\`${name}\` appears twice in this mapping`, 'remove one of them');
      } else {
        entries[name] = child.value;
      }
    }
    return { value: entries, size: 1 + sum(children) };
  }

  #key(key: unknown): string | undefined {
    if (!this.#yaml.isScalar(key)) {
      this.#problem('yaml-syntax', key, 'a key must be a plain name', 'write a name before the colon');
      return undefined;
    }
    const name = keyName(key);
    this.#characters(key, name);
    if (FORBIDDEN_KEYS.has(name)) {
      this.#problem('forbidden-key', key, `\`${name}\` is not allowed as a key`, 'use a different name');
      return undefined;
    }
    if (isEscapedKey(name)) {
      const message = `the key ${JSON.stringify(name)} is a single character that JSON has to escape`;
      this.#problem('escaped-key', key, message, 'use a longer name, or a letter or digit');
      return undefined;
    }
    return name;
  }

  #alias(node: { source: string; range?: Range | null }): Converted {
    const target = this.#anchors.get(node.source);
    if (!target) {
      this.#problem('yaml-syntax', node, 'there is no value with this anchor before the alias', BEGINS_WITH_A_STAR);
      return NOTHING;
    }
    this.#unfolded += target.size;
    if (this.#unfolded <= MOST_UNFOLDED) return target;
    return this.#refused(
      'alias-bomb',
      node,
      `aliases expand to more than ${MOST_UNFOLDED.toLocaleString('en')} values here`,
    );
  }

  #refused(code: Code, node: unknown, message: string): Converted {
    this.#problem(code, node, message);
    return NOTHING;
  }

  #problem(code: Code, node: unknown, message: string, suggestion?: string): void {
    // One alias bomb is enough to report.
    if (code === 'alias-bomb' && this.#problems.some((problem) => problem.code === code)) return;
    const [start, end] = (node as { range?: Range | null } | null)?.range ?? [0, 0];
    this.#problems.push({ code, start, end, message, ...(suggestion !== undefined && { suggestion }) });
  }
}

/** A key that YAML parses as a number or a boolean keeps its written name. */
export const keyName = (key: { value: unknown; source?: string }): string =>
  typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));

/** A key that JSON.parse in Node.js 24 to 26 may misread as a backslash (nodejs/node#63785). */
const isEscapedKey = (name: string): boolean => name.length === 1 && JSON.stringify(name) !== `"${name}"`;

const NOTHING: Converted = { value: null, size: 1 };

type Range = readonly [number, number, number];

const sum = (children: readonly Converted[]): number => children.reduce((total, child) => total + child.size, 0);

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
