/**
 * The words of a text as the search compares them. `templates/assets/find.js` does the same in browsers.
 *
 * Parsing a text would take ten times as long as everything else that the search does with it, so its words are found in
 * the source. Whatever a page may show counts as a word: captions, cells of tables and code. Not words are destinations
 * of links, tags, comments and what is inside elements that nobody reads.
 */
import { decodeReferences } from '../../markdown/html-parts.ts';
import { UNREAD_ELEMENTS } from '../../markdown/unread-elements.ts';
import { BREAKS, HEADING } from '../../markdown/readable-words.ts';

/** Without accents, case and soft hyphens, so that `etale` finds `Étale`. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();

const ASCII = /^[\0-\x7f]*$/;
/** Scripts that put no spaces between words. */
const UNSPACED = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;

/** Quotation marks, dashes and spaces: often all that is not ASCII in a text. */
const BETWEEN_WORDS = /[\u00a0«»\u2010-\u2027\u2030-\u205e]/g;

export function wordsOf(written: string): readonly string[] {
  const isPlain = ASCII.test(written);
  const text = isPlain ? written : written.replace(BETWEEN_WORDS, ' ');
  if (isPlain || ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return UNSPACED.test(text) ? words.flatMap(segments) : words;
}

/** Where there are no spaces, every two characters in a row are a word. */
const segments = (word: string): readonly string[] =>
  word.split(UNSPACED).flatMap((piece, index) => (index % 2 === 0 ? piece || [] : pairsIn([...piece])));

const pairsIn = (signs: readonly string[]): readonly string[] =>
  signs.map((sign, index) => sign + (signs[index + 1] ?? ''));

/** Those of Markdown or HTML. */
export function wordsOfSource(source: string) {
  const { prose, code } = MARK.test(source) ? readable(source) : { prose: source, code: '' };
  const text = decodeReferences(prose);
  return {
    /** All words, those of headings included. */
    words: wordsOf(text).concat(
      wordsOf(code),
      IN_WORD.test(text) ? wordsOf(joinedIn(text)) : [],
      [...text.matchAll(DAY)].flatMap(([, day, month]) => wordsOf(`${Number(day)}${month}`)),
    ),
    headings: headingsIn(text).flatMap(wordsOf),
  };
}

/** A day and its month are one word as well: in `19 June`, 19 is no hour. */
const DAY = /(?<![\p{L}\p{N}])(\d\d?)\.?\s+(?:de\s+)?(\p{L}{3,})/gu;

const UNDERLINED = /\n {0,3}(?:={2,}|-{2,})[ \t]*(?:\n|$)/;
const MARKED_HEADINGS = /(?<=^ {0,3})#{1,6}[ \t]+(.+)$/gm;
/** Looks at each line twice, so only a text that may have an underlined one is searched for it. */
const HEADINGS = /^ {0,3}#{1,6}[ \t]+(.+)$|^ {0,3}(\S.*)\n {0,3}(?:={2,}|-{2,})[ \t]*$/gm;
const headingsIn = (text: string): readonly string[] =>
  [...text.matchAll(UNDERLINED.test(text) ? HEADINGS : MARKED_HEADINGS)].map(
    ([, marked, underlined]) => marked ?? underlined!,
  );

/** `**A**lpha` is shown as one word. */
const IN_WORD = /\*[\p{L}\p{N}](?<=[\p{L}\p{N}]\*+.)/u;
const joinedIn = (text: string): string =>
  (text.match(/[\p{L}\p{N}]+(?:\*+[\p{L}\p{N}]+)+/gu) ?? []).join(' ').replaceAll('*', '');

/** Signs that may begin something that is no word, or code, in which everything is. */
const MARK =
  /`+|~{3,}|<!--|<\/?[a-z][\w-]*(?=[\s/>])[^<>]*>|(?<=\])\(|\n {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*\S+|\n\n(?: {4}|\t)/i;
const DESTINATION = /\s*(?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)/y;
const INDENTED = /(?:[^\n]*\n(?=(?: {4}|\t)|\s*\n(?: {4}|\t)))*[^\n]*/y;

/** The text for people, and apart from it the code in blocks, in which nothing is a mark. */
function readable(source: string) {
  let [prose, code, at] = ['', '', 0];
  const marks = new RegExp(MARK, 'gi');
  /** Where the last definition of a link begins. */
  let definition = -2;
  const unclosed = new Set<string>();
  /** Looks for each text that is nowhere only once, so that a long text takes time in proportion to its length. */
  const endOf = (closing: string, from: number): number => {
    const end = unclosed.has(closing) ? -1 : source.indexOf(closing, from);
    if (end === -1) unclosed.add(closing);
    return end;
  };
  for (let mark = marks.exec(source); mark; mark = marks.exec(source)) {
    const [written] = mark;
    const after = mark.index + written.length;
    prose += source.slice(at, mark.index);
    at = after;
    if (written === '(') at = matchEnd(DESTINATION, source, after);
    else if (written === '<!--') at = endOr(endOf('-->', after), 3, source.length);
    else if (written[0] === '<') {
      const tag = readTag(written, { after, endOf, length: source.length });
      prose += tag.text;
      at = tag.end;
    } else if (written[0] === '`' || written[0] === '~') {
      const end = codeEnd(source, { ticks: written, from: after, endOf });
      if (end === undefined) prose += written;
      else if (written.length < 3) prose += ` ${source.slice(after, end)} `;
      else code += `${source.slice(after, end)}\n`;
      at = end === undefined ? after : end + written.length;
    } else if (written.startsWith('\n\n')) {
      at = matchEnd(INDENTED, source, after);
      code += `${source.slice(after, at)}\n`;
      prose += '\n\n';
    } else {
      // After a line of a paragraph it is a part of that.
      const line = source.lastIndexOf('\n', mark.index - 1);
      const isDefinition = line === mark.index - 1 || line === definition;
      prose += isDefinition ? '\n' : written;
      if (isDefinition) definition = mark.index;
    }
    marks.lastIndex = at;
  }
  return { prose: prose + source.slice(at), code };
}

function matchEnd(pattern: RegExp, source: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(source)?.[0].length ?? 0);
}

const endOr = (found: number, length: number, otherwise: number): number => (found === -1 ? otherwise : found + length);

interface Search {
  readonly endOf: (closing: string, from: number) => number;
}

/** A span does not go on after an empty line; a block without an end goes on to that of the text. */
function codeEnd(source: string, { ticks, from, endOf }: Search & { ticks: string; from: number }): number | undefined {
  let end = endOf(ticks, from);
  if (ticks.length >= 3) return endOr(end, 0, source.length);
  while (end !== -1 && source[end + ticks.length] === ticks[0]) {
    // A longer run of ticks does not end it.
    let run = end;
    while (source[run] === ticks[0]) run++;
    end = endOf(ticks, run);
  }
  return end === -1 || source.slice(from, end).includes('\n\n') ? undefined : end;
}

const NEVER_CLOSED =
  /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|d[dt]|t[dhr]|tbody|thead|tfoot)$/;

/** A tag that is never closed, such as `<option>` in a sentence, is shown as it is written. */
function readTag(written: string, { after, endOf, length }: Search & { after: number; length: number }) {
  const name = /[a-z][\w-]*/i.exec(written)![0].toLowerCase();
  const isClosing = written[1] === '/';
  const end = isClosing || written.endsWith('/>') || NEVER_CLOSED.test(name) ? after : endOf(`</${name}`, after);
  if (end === -1) return { text: written, end: after };
  if (!isClosing && UNREAD_ELEMENTS.includes(name)) return { text: ' ', end: Math.min(end, length) };
  return { text: HEADING.test(name) && !isClosing ? '\n# ' : BREAKS.test(name) ? '\n' : '', end: after };
}
