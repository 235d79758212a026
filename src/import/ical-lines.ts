/** The components and properties of iCalendar text, with their positions. Values are parsed by ical.js, line by line. */
import type ical from 'ical.js';
import type { Span } from '../diagnostics/diagnostic.ts';
import { decoded, markedEncoding, type SourceFile } from './source.ts';

export type Ical = typeof ical;

/** A line, with those that continue it. */
export interface ContentLine {
  readonly name: string;
  readonly text: string;
  readonly at: Span;
}

export interface Component {
  readonly name: string;
  readonly lines: ContentLine[];
  readonly components: Component[];
  readonly at: Span;
  /** False if the file ends before the component does. */
  isClosed: boolean;
}

export interface Property {
  readonly line: ContentLine;
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly values: readonly unknown[];
}

/** The outermost components: calendars, and whatever else is in the file. */
export function componentsIn(file: SourceFile): readonly Component[] {
  const root: Component[] = [];
  const open: Component[] = [];
  for (const line of contentLines(file)) {
    const name = valueOf(line).toUpperCase();
    const around = open.at(-1);
    if (line.name === 'BEGIN') {
      const component: Component = { name, lines: [], components: [], at: line.at, isClosed: false };
      (around?.components ?? root).push(component);
      open.push(component);
    } else if (line.name === 'END') {
      const index = open.findLastIndex((each) => each.name === name);
      if (index === -1) continue;
      open[index]!.isClosed = true;
      open.length = index;
    } else around?.lines.push(line);
  }
  return root;
}

/** Programs fold lines after a number of bytes, which may be inside of a character: they are unfolded before they are decoded. */
function contentLines(file: SourceFile): readonly ContentLine[] {
  const bytes = file.bytes();
  const utf8 = markedEncoding(bytes) === 'utf-8' ? bytes : Buffer.from(file.text());
  const found: { readonly line: number; readonly parts: string[] }[] = [];
  for (const [index, each] of Buffer.from(utf8).toString('latin1').split(/\r*\n/).entries()) {
    if (/^[ \t]/.test(each)) found.at(-1)?.parts.push(each.slice(1));
    else if (/[^ \t\r]/.test(each)) found.push({ line: index + 1, parts: [each] });
  }
  return found.map(({ line, parts }) => {
    const text = decoded(Buffer.from(parts.join(''), 'latin1'), file.shown, 'utf-8');
    const name = /^[^:;\s]*/.exec(text)![0].toUpperCase();
    const lineText = new TextDecoder().decode(Buffer.from(parts[0]!, 'latin1'));
    return { name, text, at: { file: file.shown, line, column: 1, length: lineText.length, lineText } };
  });
}

/** Undefined for a line that is no property, or whose value does not have the form of its type. */
export function propertyOf(line: ContentLine, { parse }: Ical): Property | undefined {
  try {
    const [, parameters, , ...values] = parse.property(line.text) as [string, Property['parameters'], string];
    return { line, parameters, values };
  } catch {
    // Its errors are of several classes, and say less than the line itself.
    return undefined;
  }
}

/** Text of a property that ical.js does not know, whose value it leaves as written. */
export const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));

const valueOf = ({ text }: ContentLine): string => text.replace(/^[^:]*:/, '').trim();

/** The value of a line as it is written, or an empty text. */
export function valueIn({ lines }: Component, name: string): string {
  const line = lines.find((each) => each.name === name);
  return line ? valueOf(line) : '';
}
