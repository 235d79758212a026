import type { MarkedToken, Token, Tokens } from 'marked';

export const ADMONITIONS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AdmonitionType = (typeof ADMONITIONS)[number];

export interface Admonition {
  readonly admonition: AdmonitionType;
  /** Its content, without the line that marks it. */
  readonly tokens: readonly Token[];
}

const MARK = new RegExp(`^\\[!(${ADMONITIONS.join('|')})\\][ \\t]*(?:\\n|$)`, 'i');

/** A quote is an admonition if its first line is `[!NOTE]`, as on GitHub. */
export function admonitionOf({ tokens }: Pick<Tokens.Blockquote, 'tokens'>): Admonition | undefined {
  const first = tokens[0] as MarkedToken | undefined;
  const opening = first?.type === 'paragraph' ? (first.tokens[0] as MarkedToken | undefined) : undefined;
  const found = opening?.type === 'text' ? MARK.exec(opening.text) : null;
  if (!found || first?.type !== 'paragraph' || opening?.type !== 'text') return undefined;
  const others = tokens.slice(1);
  const rest = first.tokens.slice(1) as readonly MarkedToken[];
  // Two spaces after the mark make a line break, which is then the first thing in the paragraph.
  const isAlone = found[0].length === opening.text.length;
  if (isAlone && rest.length > 0 && rest[0]!.type !== 'br' && !found[0].endsWith('\n')) return undefined;
  const words = isAlone ? [] : [shortenedBy(opening, found[0].length)];
  const inline = [...words, ...(isAlone && rest[0]?.type === 'br' ? rest.slice(1) : rest)];
  const admonition = found[1]!.toLowerCase() as AdmonitionType;
  return { admonition, tokens: inline.length === 0 ? others : [{ ...first, tokens: inline }, ...others] };
}

const shortenedBy = (token: Tokens.Text, length: number): Tokens.Text => ({
  ...token,
  raw: token.raw.slice(length),
  text: token.text.slice(length),
});
