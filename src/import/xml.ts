/** XML as elements with positions. Nothing but the text is read: a file that declares entities is refused. */
import type { XmlElement as ParsedElement } from '@rgrove/parse-xml';
import { Source } from '../content/source.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { unreadable, type SourceFile } from './source.ts';

export interface XmlElement {
  /** With its prefix: `wp:post_id`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The elements directly inside. */
  readonly children: readonly XmlElement[];
  /** Its text and that of the elements inside, CDATA sections included. */
  readonly text: () => string;
  readonly span: () => Span;
}

/** Far more than any export nests, and few enough for recursive code. */
const MOST_LEVELS = 200;

/** The root element. Throws a UserError for a text that is not XML. */
export async function readXml(file: SourceFile): Promise<XmlElement> {
  const { parseXml, XmlDocumentType, XmlElement, XmlError } = await import('@rgrove/parse-xml');
  const text = withoutForbidden(file.text());
  const source = new Source(file.shown, text);
  const refused = (why: string, start: number, end: number): UserError =>
    new UserError(`${file.shown} cannot be read as XML: ${why}`, {
      suggestion: 'export it again from the program that it comes from',
      diagnostics: [unreadable(source.span(start, end), why)],
    });

  const element = (parsed: ParsedElement, level: number): XmlElement => {
    const { name, attributes, start, end } = parsed;
    if (level > MOST_LEVELS) throw refused(TOO_DEEP, start, start + 1);
    const inside = parsed.children.filter((child) => child instanceof XmlElement);
    const children = inside.map((child) => element(child, level + 1));
    return { name, attributes, children, text: () => parsed.text, span: () => source.span(start, end) };
  };

  try {
    const parsed = parseXml(text, { includeOffsets: true, preserveDocumentType: true });
    const doctype = parsed.children.find((child) => child instanceof XmlDocumentType);
    if (doctype?.internalSubset != null) throw refused('it declares entities of its own', doctype.start, doctype.end);
    return element(parsed.root!, 0);
  } catch (error) {
    if (error instanceof RangeError) throw refused(TOO_DEEP, 0, 0);
    if (!(error instanceof XmlError)) throw error;
    const at = offsetOf(text, error.pos);
    throw refused(reasonOf(error.message), at, at + 1);
  }
}

const TOO_DEEP = `elements are nested more than ${MOST_LEVELS} levels deep`;

function reasonOf(message: string): string {
  const entity = /^Named entity.*?(&.*;)/.exec(message)?.[1];
  if (entity !== undefined) return `it uses the entity ${entity}, and only the five of XML itself are read`;
  return message[0]!.toLowerCase() + message.slice(1, message.indexOf(' (line '));
}

/** Invisible characters that XML forbids and that text copied from elsewhere contains, each replaced by a space. */
const withoutForbidden = (text: string): string => text.replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, ' ');

/** The parser counts characters beyond the basic plane once. */
function offsetOf(text: string, characters: number): number {
  let offset = 0;
  for (let left = characters; left > 0 && offset < text.length; left--)
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}
