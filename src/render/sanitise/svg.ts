/**
 * Whether an SVG may be published. Unlike a photo it is a document: opened by its address it runs scripts with the rights
 * of the whole site. It is refused rather than mended, because a drawing with something taken out may look wrong, and its
 * author can export it again.
 *
 * What cannot be explained as XML is refused as well, so no parser can see something here that this one did not.
 */
import { attributeProblem, hasHtmlNamespace } from './svg-attributes.ts';
import { styleProblem } from './svg-style.ts';
import { readXml, type XmlToken } from './xml.ts';

export type SvgVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const FORBIDDEN: Readonly<Record<string, string>> = {
  script: 'it has a script',
  handler: 'it has a script',
  listener: 'it has a script',
  foreignobject: 'it has HTML in it (foreignObject)',
  iframe: 'it has another page in it',
  embed: 'it has another page in it',
  object: 'it has another page in it',
  audio: 'it has sound in it',
  video: 'it has a video in it',
};

export function checkSvg(text: string): SvgVerdict {
  let isDrawing = false;
  let inStyle = false;
  for (const token of readXml(text)) {
    const reason = tokenProblem(token, { inStyle }) ?? (isDrawing ? undefined : rootProblem(token));
    if (reason !== undefined) return { ok: false, reason: `${reason} (line ${lineAt(text, token.start)})` };
    if (token.type === 'open') {
      isDrawing = true;
      inStyle = localName(token.name) === 'style' && !token.isEmpty;
    } else if (token.type === 'close') {
      inStyle = false;
    }
  }
  return isDrawing ? { ok: true } : { ok: false, reason: 'it holds no drawing' };
}

function tokenProblem(token: XmlToken, { inStyle }: { readonly inStyle: boolean }): string | undefined {
  switch (token.type) {
    case 'broken':
      return 'it is not well-formed XML';
    case 'doctype':
      return /\[|entity/i.test(token.content) ? 'it declares entities, which could hide anything' : undefined;
    case 'instruction':
      return instructionProblem(token.content);
    case 'text':
      return inStyle ? styleProblem(token.content) : undefined;
    case 'open':
      return elementProblem(token);
    case 'close':
    case 'comment':
      return undefined;
  }
}

/** The first element must be the drawing. */
function rootProblem(token: XmlToken): string | undefined {
  return token.type === 'open' && localName(token.name) !== 'svg' ? 'it is not an SVG' : undefined;
}

function instructionProblem(content: string): string | undefined {
  if (!/^xml\s/i.test(content)) return 'it calls for a style sheet or another program';
  const encoding = /encoding\s*=\s*["']([^"']*)["']/i.exec(content)?.[1] ?? 'utf-8';
  return /^(?:utf-8|us-ascii|iso-8859-1)$/i.test(encoding) ? undefined : `it is in ${encoding}, not in UTF-8`;
}

function elementProblem({ name, attributes }: XmlToken & { readonly type: 'open' }): string | undefined {
  const element = localName(name);
  if (Object.hasOwn(FORBIDDEN, element)) return FORBIDDEN[element];
  if (hasHtmlNamespace(attributes)) return 'it has HTML in it';
  for (const attribute of attributes) {
    const problem = attributeProblem(attribute, element);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Without the prefix of its namespace, which a file may choose as it likes. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
