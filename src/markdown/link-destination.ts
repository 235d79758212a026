import type { Tokens } from 'marked';
import { definitionPattern, linkPattern } from './lexer.ts';
import type { LinkForm } from './reading-result.ts';

/** The destination of a link, an image or a definition, as written. */
export interface Destination {
  readonly written: string;
  readonly form: LinkForm;
  /** Its position in the token or the HTML. */
  readonly start: number;
}

/** Undefined if it has none of its own: `[words][label]`, `<https://…>`. */
export function linkedDestination(token: Tokens.Link | Tokens.Image): Destination | undefined {
  const plain = plainStart(token);
  if (plain !== undefined) return { written: token.href, form: 'bare', start: plain };
  const found = /^!?\[/.test(token.raw) ? linkPattern().exec(token.raw) : null;
  return found ? destinationIn(found) : undefined;
}

export function definedDestination({ raw }: Tokens.Def): Destination | undefined {
  const found = definitionPattern().exec(raw);
  return found ? destinationIn(found) : undefined;
}

/** Where the destination of `[words](destination)` or `[words](destination "title")` starts, if nothing is escaped. */
function plainStart({ raw, href }: Tokens.Link | Tokens.Image): number | undefined {
  const start = raw.lastIndexOf(`](${href}`) + 2;
  return href !== '' && start > 1 && PLAIN_END.test(raw.slice(start + href.length)) ? start : undefined;
}
const PLAIN_END = /^(?: "[^"]*")?\)$/;

/** The destination is the second group, for links and definitions alike. */
function destinationIn(found: RegExpExecArray): Destination {
  const whole = found[2]!;
  const isBracketed = whole.startsWith('<') && whole.endsWith('>');
  const start = found.indices![2]![0] + (isBracketed ? 1 : 0);
  const written = isBracketed ? whole.slice(1, -1) : whole;
  return { written, form: isBracketed ? 'bracketed' : 'bare', start };
}
