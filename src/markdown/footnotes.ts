/**
 * Footnotes as on GitHub: `[^tide]` in a sentence, and `[^tide]: Its words.` at the start of a line. The definition goes
 * on over the lines after it, and over indented paragraphs. What no definition belongs to stays text.
 */
import { endOfLine } from './plain/characters.ts';
import type { MarkedOptions, Token, TokenizerExtensionFunction } from 'marked';

export interface FootnoteDefinition {
  readonly type: 'footnote';
  readonly raw: string;
  readonly label: string;
  readonly tokens: Token[];
}

export interface FootnoteReference {
  readonly type: 'footnoteReference';
  readonly raw: string;
  readonly label: string;
}

export type FootnoteToken = FootnoteDefinition | FootnoteReference;

/** In characters. A text without empty lines is searched again for each of its blocks. */
const MOST_SEARCHED = 50_000_000;

const LABEL = '\\[\\^([^\\]\\s]{1,100})\\]';
const BEGINNING = new RegExp(`^ {0,3}${LABEL}:[ \\t]*`);
const NEXT_LINE = new RegExp(`\\n {0,3}${LABEL}:`);
const REFERENCE = new RegExp(`^${LABEL}`);

/** Most texts have none, and marked asks extensions at every position. */
export const mayHaveFootnotes = (markdown: string): boolean => markdown.includes('[^');

/**
 * For one text only, because definitions are known to its references. Sentences are parsed after all blocks, so a
 * definition may come later than its reference.
 */
export function footnoteSyntax(): NonNullable<MarkedOptions['extensions']> {
  const defined = new Set<string>();
  let isInside = false;
  let searched = 0;

  /** Only at the outermost level: a definition in a definition would nest without end. */
  const definition: TokenizerExtensionFunction = function (source) {
    const begun = isInside ? null : BEGINNING.exec(source);
    if (!begun) return undefined;
    const label = labelOf(begun[1]!);
    const { raw, text } = definitionAt(source, begun[0].length);
    defined.add(label);
    isInside = true;
    const tokens = this.lexer.blockTokens(text, []);
    isInside = false;
    return { type: 'footnote', raw, label, tokens };
  };

  const reference: TokenizerExtensionFunction = (source) => {
    const found = REFERENCE.exec(source);
    const label = found && labelOf(found[1]!);
    return label && defined.has(label) ? { type: 'footnoteReference', raw: found[0], label } : undefined;
  };

  return {
    renderers: {},
    childTokens: {},
    block: [definition],
    inline: [reference],
    // The end of a paragraph that a definition follows, without an empty line between them.
    startBlock: [
      (source) => {
        if (isInside || searched > MOST_SEARCHED) return undefined;
        const paragraph = paragraphOf(source);
        searched += paragraph.length;
        return NEXT_LINE.exec(paragraph)?.index;
      },
    ],
  };
}

/** Labels differ only by their letters, not by upper and lower case. */
const labelOf = (written: string): string => written.toLowerCase();

function paragraphOf(source: string): string {
  const end = source.search(/\n[ \t]*\n/);
  return end === -1 ? source : source.slice(0, end);
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
const BLANK = /^[ \t]*$/;

/** The lines of a definition: its first paragraph, then everything that is indented. */
function definitionAt(source: string, start: number): { readonly raw: string; readonly text: string } {
  let end = endOfLine(source, start);
  let text = source.slice(start, end);
  let blanks = '';
  for (let at = end + 1; at <= source.length; at = endOfLine(source, at) + 1) {
    const line = source.slice(at, endOfLine(source, at));
    const isBlank = BLANK.test(line);
    const belongs = INDENTED.test(line) || (blanks === '' && !BEGINNING.test(line));
    if (!isBlank && !belongs) break;
    if (isBlank) {
      blanks += '\n';
      continue;
    }
    text += `\n${blanks}${line.replace(INDENTED, '')}`;
    blanks = '';
    end = at + line.length;
  }
  const after = source[end] === '\n' ? 1 : 0;
  return { raw: source.slice(0, end + after), text };
}
