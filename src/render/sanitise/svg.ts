/**
 * Decides if an SVG may be published. Unlike a photo it is a document: opened directly, it runs scripts with the
 * permissions of the whole site. So it may contain only what is known to draw, by allow-lists of elements and attributes,
 * with prefixes resolved as in a browser, and every reference must stay inside the file. Anything else is refused rather
 * than removed, because the drawing may look wrong without it, and its author can export it again. Only what no browser
 * looks at is left out of the published copy, and that copy has to pass the check as it is.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { utf8Text } from '../../values/utf8.ts';
import {
  attributeProblem,
  ELEMENTS,
  isData,
  isEditor,
  ROOT_DATA,
  SVG,
  XLINK,
  XML,
  styleProblem,
  type NamedAttribute,
} from './svg-rules.ts';
import { readXml, type XmlToken } from './xml.ts';

export type SvgVerdict = AcceptedSvg | { readonly ok: false; readonly reason: string };

interface AcceptedSvg {
  readonly ok: true;
  /** The copy to publish, if it differs from the file. */
  readonly copy?: SvgCopy;
}

export interface SvgCopy {
  readonly text: string;
  /** The parts that it leaves out. */
  readonly without: readonly string[];
}

export function checkSvg(source: string | Uint8Array): SvgVerdict {
  const text = typeof source === 'string' ? source : utf8Text(source);
  if (text === undefined) return { ok: false, reason: 'it is not UTF-8: save it as UTF-8' };
  const reading = new Reading(text);
  for (const token of readXml(text)) {
    const reason = reading.problemOf(token);
    if (reason !== undefined) return { ok: false, reason: `${reason} (line ${lineAt(text, token.start)})` };
  }
  const reason = reading.problemAtEnd();
  if (reason !== undefined) return { ok: false, reason };
  return reading.edits.length === 0 ? { ok: true } : copyOf(text, reading.edits);
}

function copyOf(text: string, edits: readonly Edit[]): SvgVerdict {
  const kept = edits.map(({ start, instead = '' }, index) => text.slice(edits[index - 1]?.end ?? 0, start) + instead);
  const copy = kept.join('') + text.slice(edits.at(-1)!.end);
  const verdict = checkSvg(copy);
  if (!verdict.ok) return verdict;
  if (verdict.copy) return { ok: false, reason: 'it is not well-formed XML' };
  return { ok: true, copy: { text: copy, without: [...new Set(edits.map(({ what }) => what))] } };
}

/** A part of the text that the published copy does not have. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly what: string;
  readonly instead?: string;
}

/** The namespace of each prefix; '' is that of elements without a prefix. */
type Prefixes = ReadonlyMap<string, string>;

interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  readonly local: string;
  readonly prefixes: Prefixes;
  /** Where an element begins that is left out with everything in it. */
  readonly leftOutFrom?: number;
}

type Opening = XmlToken & { readonly type: 'open' };

/** More than any drawing program needs, and few enough for every browser. */
const DEEPEST = 256;

const REASONS: Readonly<Record<string, string>> = {
  script: 'it contains a script',
  handler: 'it contains a script',
  listener: 'it contains a script',
  foreignObject:
    'it contains HTML (foreignObject): in draw.io uncheck “Word Wrap” and “Formatted Text” of every text, in Mermaid set htmlLabels to false, or export it as .png',
  iframe: 'it contains another page (iframe)',
  embed: 'it contains another page (embed)',
  object: 'it contains another page (object)',
  audio: 'it contains sound',
  video: 'it contains a video',
};

/** The open elements at the current position, and the state so far. */
class Reading {
  readonly #text: string;
  readonly #open: OpenElement[] = [];
  #isDrawing = false;
  /** The current style sheet: a browser reads its parts as one text. */
  #css = '';
  /** The parts to leave out, in order, without what is inside an element that is left out. */
  readonly edits: Edit[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  problemOf(token: XmlToken): string | undefined {
    switch (token.type) {
      case 'broken':
        return token.reason;
      case 'instruction':
        return this.#instructionProblem(token);
      case 'doctype':
        if (this.#isDrawing || this.edits.some(({ what }) => what === DOCTYPE))
          return 'it has a DOCTYPE in the wrong place';
        this.#leaveOut(token, DOCTYPE);
        return undefined;
      case 'comment':
        return undefined;
      case 'text':
        return this.#textProblem(token);
      case 'open':
        return this.#openingProblem(token);
      case 'close':
        return this.#closingProblem(token);
      default:
        return assertNever(token);
    }
  }

  problemAtEnd(): string | undefined {
    if (!this.#isDrawing) return 'it contains no drawing';
    const left = this.#open.at(-1);
    return left && `it is not well-formed XML: <${left.name}> is never closed`;
  }

  #leaveOut({ start, end }: Pick<Edit, 'start' | 'end'>, what: string, instead?: string): void {
    if (this.#open.some(({ leftOutFrom }) => leftOutFrom !== undefined)) return;
    this.edits.push({ start, end, what, ...(instead !== undefined && { instead }) });
  }

  #instructionProblem({ content, start, end }: { content: string; start: number; end: number }): string | undefined {
    // Surrounds the metadata that Adobe programs write.
    if (/^xpacket\s/.test(content)) return undefined;
    const isFirst = this.#text.slice(0, start).replace(/^\ufeff/, '') === '';
    if (/^[a-z_][\w.-]*(?:\s|$)/i.test(content) && !/^xml/i.test(content)) {
      this.#leaveOut({ start, end }, 'processing instructions');
      return undefined;
    }
    if (!isFirst || !/^xml\s/.test(content)) return `it has a processing instruction (<?${content.slice(0, 20)}…)`;
    const declared =
      /^xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])([\w.-]+)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*$/.exec(
        content,
      );
    if (!declared) return 'its first line is not a valid XML declaration';
    const encoding = declared[3] ?? 'utf-8';
    if (/^(?:utf-8|us-ascii)$/i.test(encoding)) return undefined;
    // Pure ASCII is the same in both encodings.
    // oxlint-disable-next-line no-control-regex
    const isAscii = /^[\u0000-\u007f]*$/.test(this.#text);
    return isAscii && /^iso-8859-1$/i.test(encoding) ? undefined : `it is in ${encoding}: save it as UTF-8`;
  }

  #textProblem({ content, expanded, ...place }: XmlToken & { readonly type: 'text' }): string | undefined {
    const around = this.#open.at(-1);
    if (!around) return content.trim() === '' ? undefined : 'it is not well-formed XML: it has text around the drawing';
    if (isStyle(around)) this.#css += content;
    if (expanded !== undefined) this.#leaveOut(place, DOCTYPE, expanded);
    return undefined;
  }

  #openingProblem(token: Opening): string | undefined {
    const around = this.#open.at(-1);
    if (!around && this.#isDrawing) return 'it is not well-formed XML: it has a second drawing after its end';
    if (around && isStyle(around)) return 'it has an element in a style sheet';
    if (this.#open.length >= DEEPEST) return `its elements are nested more than ${DEEPEST} deep`;
    const prefixes = declaredBy(token, around?.prefixes ?? ALWAYS);
    if ('problem' in prefixes) return prefixes.problem;
    const element = resolve(token.name, prefixes.declared);
    if (!element) return `it has <${token.name}>, and the prefix is not declared`;
    const isRoot = !around;
    const problem =
      elementProblem(element, { isRoot }) ?? attributesProblem(token, element, { isRoot, prefixes: prefixes.declared });
    if (problem !== undefined) return problem;
    const isLeftOut = isData(element.namespace);
    if (!isLeftOut) this.#leaveOutAttributes(token, prefixes.declared);
    else if (token.isEmpty) this.#leaveOut(token, DATA);
    this.#isDrawing = true;
    const opened = { ...element, name: token.name, prefixes: prefixes.declared };
    if (!token.isEmpty) this.#open.push({ ...opened, ...(isLeftOut && { leftOutFrom: token.start }) });
    return undefined;
  }

  #leaveOutAttributes({ attributes }: Opening, prefixes: Prefixes): void {
    for (const attribute of attributes) {
      const { name, value, expanded } = attribute;
      const isOwn = this.#open.length === 0 && ROOT_DATA.has(name);
      if (isOwn) this.#leaveOut(attribute, `the attribute ${name}`);
      else if (isData(isDeclaration(name) ? value : (named(name, value, prefixes)?.namespace ?? '')))
        this.#leaveOut(attribute, DATA);
      else if (expanded !== undefined) this.#leaveOut(attribute, DOCTYPE, expanded);
    }
  }

  #closingProblem({ name, end }: { readonly name: string; readonly end: number }): string | undefined {
    const closed = this.#open.pop();
    if (closed?.name !== name) return `it is not well-formed XML: </${name}> closes nothing`;
    if (closed.leftOutFrom !== undefined) this.#leaveOut({ start: closed.leftOutFrom, end }, DATA);
    if (!isStyle(closed)) return undefined;
    const css = this.#css;
    this.#css = '';
    return styleProblem(css, { isSheet: true });
  }
}

const DOCTYPE = 'the DOCTYPE';
const DATA = 'data of other programs';

const ALWAYS: Prefixes = new Map([['xml', XML]]);

const isStyle = ({ namespace, local }: Resolved): boolean => namespace === SVG && local === 'style';

/** The prefixes inside an element. Each must be declared for a namespace that a drawing may use. */
function declaredBy({ attributes }: Opening, around: Prefixes): { declared: Prefixes } | { problem: string } {
  const declarations = attributes.filter(({ name }) => isDeclaration(name));
  if (declarations.length === 0) return { declared: around };
  const declared = new Map(around);
  for (const { name, value } of declarations) {
    const isAllowed =
      value === SVG || value === XLINK || isEditor(value) || isData(value) || (name === 'xmlns:xml' && value === XML);
    if (!isAllowed) return { problem: foreign(value, `${name}="${value.slice(0, 80)}"`) };
    declared.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), value);
  }
  return { declared };
}

const foreign = (namespace: string, what: string): string =>
  namespace.trim() === 'http://www.w3.org/1999/xhtml'
    ? `it contains HTML (${what})`
    : `it contains something that is not SVG (${what})`;

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
  if (isRoot && namespace === '') return `its first element has no xmlns="${SVG}", so no browser shows it`;
  if (Object.hasOwn(REASONS, local)) return REASONS[local];
  if (namespace === SVG) return ELEMENTS.has(local) ? undefined : `it has <${local}>, which is not allowed in drawings`;
  if (!isRoot && (isEditor(namespace) || isData(namespace))) return undefined;
  return foreign(namespace, `<${local}>`);
}

interface Surroundings {
  readonly prefixes: Prefixes;
  readonly isRoot: boolean;
}

function attributesProblem(
  { attributes }: Opening,
  element: Resolved,
  { prefixes, isRoot }: Surroundings,
): string | undefined {
  const seen = new Set<string>();
  for (const { name, value } of attributes) {
    if (isDeclaration(name)) continue;
    const attribute = named(name, value, prefixes);
    if (!attribute) return `it has the attribute ${name}, and the prefix is not declared`;
    const full = `${attribute.namespace} ${attribute.local}`;
    if (seen.has(full)) return `it has the attribute ${name} twice in one element`;
    seen.add(full);
    if (isRoot && ROOT_DATA.has(name)) continue;
    const problem = attributeProblem(attribute, element);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An attribute without a prefix is in no namespace, regardless of its element's. */
function named(name: string, value: string, prefixes: Prefixes): NamedAttribute | undefined {
  if (!name.includes(':')) return { namespace: '', local: name, name, value };
  const resolved = resolve(name, prefixes);
  return resolved && { ...resolved, name, value };
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
