/** Whether a site reads Markdown as it was meant: the same characters, each with the same marks. */
import type { MarkedToken, Token } from 'marked';
import { decodeReferences } from '../../markdown/html-parts.ts';
import { lex, TooManyMarks } from '../../markdown/lexer.ts';
import type { Piece } from './piece.ts';

/** Longer sentences are rare, and some take long to read. */
const LONGEST = 8192;
const SPECIAL = /[\\`*_~[\]<&!@]|:\/\/|www\./i;

export function readsBack(markdown: string, units: readonly Piece[]): boolean {
  const isPlain = units.every(({ marks, text }) => marks.length === 0 && !SPECIAL.test(text));
  if (isPlain || markdown.length > LONGEST) return true;
  try {
    return charactersOf(lex(markdown)) === meant(units);
  } catch (error) {
    if (error instanceof TooManyMarks) return false;
    throw error;
  }
}

const PICTURE = '\u0001';

function meant(units: readonly Piece[]): string {
  const list: string[] = [];
  for (const { type, text, marks } of units) {
    if (type !== 'break') add(list, type === 'raw' ? PICTURE : text, new Set(marks.map(({ name }) => name)));
  }
  return list.join('\n');
}

function charactersOf(tokens: readonly Token[]): string {
  const list: string[] = [];
  const marks = new Set<string>();
  const within = (name: string, work: () => void): void => {
    const isNew = !marks.has(name);
    marks.add(name);
    work();
    if (isNew) marks.delete(name);
  };
  const visit = (token: MarkedToken): void => {
    switch (token.type) {
      case 'paragraph':
      case 'heading':
        return all(token.tokens);
      case 'strong':
      case 'em':
      case 'del':
        return within(token.type, () => all(token.tokens));
      case 'codespan':
        return within('code', () => add(list, token.text, marks));
      case 'link':
        if (token.raw === token.text) return add(list, token.text, marks);
        return within('a', () => all(token.tokens));
      case 'image':
        return add(list, PICTURE, marks);
      case 'text':
        return token.tokens ? all(token.tokens) : add(list, decodeReferences(token.text), marks);
      case 'escape':
        return add(list, token.text, marks);
      case 'html': {
        const [, slash, name = ''] = /^<(\/?)(\w+)/.exec(token.text) ?? [];
        if (slash === '/') marks.delete(name);
        else if (name !== 'br') marks.add(name);
        return undefined;
      }
      case 'br':
      case 'space':
        return undefined;
      default:
        list.push(token.type);
        return undefined;
    }
  };
  const all = (inside: readonly Token[]): void => {
    for (const token of inside) visit(token as MarkedToken);
  };
  all(tokens);
  return list.join('\n');
}

function add(list: string[], text: string, marks: ReadonlySet<string>): void {
  const around = [...marks].sort().join(' ');
  for (const character of text.replace(/\s+/g, '')) list.push(`${character} ${around}`);
}
