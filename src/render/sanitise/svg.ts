/**
 * Whether an SVG may be published. Unlike a photo it is a document: opened by its address it runs scripts with the rights
 * of the whole site. So it may have only what is known to draw, by allow-lists of elements and attributes, with prefixes
 * resolved as a browser resolves them, and every reference stays inside of the file. It is refused rather than changed,
 * because a drawing with something taken out may look wrong, and its author can export it again.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { attributeProblem, type NamedAttribute } from './svg-attributes.ts';
import { ELEMENTS, isEditor, SVG, XLINK, XML } from './svg-names.ts';
import { styleProblem } from './svg-style.ts';
import { readXml, type XmlToken } from './xml.ts';

export type SvgVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export function checkSvg(source: string | Uint8Array): SvgVerdict {
  const text = typeof source === 'string' ? source : utf8(source);
  if (text === undefined) return { ok: false, reason: 'it is not in UTF-8: save it in that encoding' };
  const reading = new Reading(text);
  for (const token of readXml(text)) {
    const reason = reading.problemOf(token);
    if (reason !== undefined) return { ok: false, reason: `${reason} (line ${lineAt(text, token.start)})` };
  }
  const reason = reading.problemAtEnd();
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What a prefix stands for; '' is the namespace of elements without one. */
type Prefixes = ReadonlyMap<string, string>;

interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  readonly local: string;
  readonly prefixes: Prefixes;
}

type Opening = XmlToken & { readonly type: 'open' };

/** Deeper than any program draws, and shallow enough for every browser. */
const DEEPEST = 256;

const REASONS: Readonly<Record<string, string>> = {
  script: 'it has a script',
  handler: 'it has a script',
  listener: 'it has a script',
  foreignObject: 'it has HTML in it (foreignObject)',
  iframe: 'it has another page in it (iframe)',
  embed: 'it has another page in it (embed)',
  object: 'it has another page in it (object)',
  audio: 'it has sound in it',
  video: 'it has a video in it',
};

/** The elements around the current place, and what was found so far. */
class Reading {
  readonly #text: string;
  readonly #open: OpenElement[] = [];
  #isDrawing = false;
  /** Of the style sheet that is being read: a browser reads its parts as one text. */
  #css = '';

  constructor(text: string) {
    this.#text = text;
  }

  problemOf(token: XmlToken): string | undefined {
    switch (token.type) {
      case 'broken':
        return token.reason;
      case 'instruction':
        return this.#instructionProblem(token.content, token.start);
      case 'comment':
        return undefined;
      case 'text':
        return this.#textProblem(token.content);
      case 'open':
        return this.#openingProblem(token);
      case 'close':
        return this.#closingProblem(token.name);
      default:
        return assertNever(token);
    }
  }

  problemAtEnd(): string | undefined {
    if (!this.#isDrawing) return 'it holds no drawing';
    const left = this.#open.at(-1);
    return left && `it is not well-formed XML: <${left.name}> is never closed`;
  }

  #instructionProblem(content: string, start: number): string | undefined {
    // Around the metadata that programs of Adobe write.
    if (/^xpacket\s/.test(content)) return undefined;
    const isFirst = this.#text.slice(0, start).replace(/^\ufeff/, '') === '';
    if (!isFirst || !/^xml\s/.test(content)) return `it has an instruction for programs (<?${content.slice(0, 20)}…)`;
    const declared =
      /^xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])([\w.-]+)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*$/.exec(
        content,
      );
    if (!declared) return 'its first line is not an XML declaration that can be read';
    const encoding = declared[3] ?? 'utf-8';
    if (/^(?:utf-8|us-ascii)$/i.test(encoding)) return undefined;
    // Without other characters it is the same in either.
    // oxlint-disable-next-line no-control-regex
    const isAscii = /^[\u0000-\u007f]*$/.test(this.#text);
    return isAscii && /^iso-8859-1$/i.test(encoding) ? undefined : `it is in ${encoding}: save it in UTF-8`;
  }

  #textProblem(content: string): string | undefined {
    const around = this.#open.at(-1);
    if (!around) return content.trim() === '' ? undefined : 'it is not well-formed XML: it has text around the drawing';
    if (isStyle(around)) this.#css += content;
    return undefined;
  }

  #openingProblem(token: Opening): string | undefined {
    const around = this.#open.at(-1);
    if (!around && this.#isDrawing) return 'it is not well-formed XML: it has a second drawing after its end';
    if (around && isStyle(around)) return 'it has an element in a style sheet';
    if (this.#open.length >= DEEPEST) return `its elements are nested more than ${DEEPEST} deep`;
    const prefixes = declaredBy(token, around?.prefixes ?? ALWAYS);
    if ('problem' in prefixes) return prefixes.problem;
    const element = resolve(token.name, prefixes.known);
    if (!element) return `it has <${token.name}>, and nothing says what the prefix stands for`;
    const problem = elementProblem(element, { isRoot: !around }) ?? attributesProblem(token, element, prefixes.known);
    if (problem !== undefined) return problem;
    this.#isDrawing = true;
    if (!token.isEmpty) this.#open.push({ ...element, name: token.name, prefixes: prefixes.known });
    return undefined;
  }

  #closingProblem(name: string): string | undefined {
    const closed = this.#open.pop();
    if (closed?.name !== name) return `it is not well-formed XML: </${name}> closes nothing`;
    if (!isStyle(closed)) return undefined;
    const css = this.#css;
    this.#css = '';
    return styleProblem(css, { isSheet: true });
  }
}

const ALWAYS: Prefixes = new Map([['xml', XML]]);

const isStyle = ({ namespace, local }: Resolved): boolean => namespace === SVG && local === 'style';

/** The prefixes inside of an element. Each is declared for something that a drawing may have. */
function declaredBy({ attributes }: Opening, around: Prefixes): { known: Prefixes } | { problem: string } {
  const declarations = attributes.filter(({ name }) => isDeclaration(name));
  if (declarations.length === 0) return { known: around };
  const known = new Map(around);
  for (const { name, value } of declarations) {
    const isAllowed = value === SVG || value === XLINK || isEditor(value) || (name === 'xmlns:xml' && value === XML);
    if (!isAllowed) return { problem: foreign(value, `${name}="${value.slice(0, 80)}"`) };
    known.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), value);
  }
  return { known };
}

const foreign = (namespace: string, what: string): string =>
  namespace.trim() === 'http://www.w3.org/1999/xhtml'
    ? `it has HTML in it (${what})`
    : `it has something in it that is not SVG (${what})`;

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

interface Resolved {
  readonly namespace: string;
  readonly local: string;
}

function resolve(name: string, prefixes: Prefixes): Resolved | undefined {
  const [prefix, local] = name.includes(':') ? (name.split(':') as [string, string]) : ['', name];
  const namespace = prefixes.get(prefix) ?? (prefix === '' ? '' : undefined);
  return namespace === undefined ? undefined : { namespace, local };
}

function elementProblem({ namespace, local }: Resolved, { isRoot }: { readonly isRoot: boolean }): string | undefined {
  if (isRoot && local !== 'svg') return 'it is not an SVG';
  if (isRoot && namespace === '') return `its first element lacks xmlns="${SVG}", so no browser shows it`;
  if (Object.hasOwn(REASONS, local)) return REASONS[local];
  if (namespace === SVG)
    return ELEMENTS.has(local) ? undefined : `it has <${local}>, which is not one that drawings need`;
  if (!isRoot && isEditor(namespace)) return undefined;
  return foreign(namespace, `<${local}>`);
}

function attributesProblem({ attributes }: Opening, element: Resolved, prefixes: Prefixes): string | undefined {
  const seen = new Set<string>();
  for (const { name, value } of attributes) {
    if (isDeclaration(name)) continue;
    const attribute = named(name, value, prefixes);
    if (!attribute) return `it has the attribute ${name}, and nothing says what the prefix stands for`;
    const full = `${attribute.namespace} ${attribute.local}`;
    if (seen.has(full)) return `it has the attribute ${name} twice in one element`;
    seen.add(full);
    const problem = attributeProblem(attribute, element);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Without a prefix an attribute is in no namespace, whatever that of the elements is. */
function named(name: string, value: string, prefixes: Prefixes): NamedAttribute | undefined {
  if (!name.includes(':')) return { namespace: '', local: name, name, value };
  const resolved = resolve(name, prefixes);
  return resolved && { ...resolved, name, value };
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
