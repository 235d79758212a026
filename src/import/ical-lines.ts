/** The components and properties of iCalendar text, with their positions. Values are parsed by ical.js, line by line. */
import type ical from 'ical.js';
import { Source as PositionedText } from '../content/source.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source.ts';

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

function contentLines(file: SourceFile): readonly ContentLine[] {
  const text = file.text();
  const positioned = new PositionedText(file.shown, text);
  const found: { readonly start: number; readonly parts: string[] }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (/^[ \t]/.test(line)) found.at(-1)?.parts.push(line.slice(1));
    else if (line.trim() !== '') found.push({ start, parts: [line.replace(/\r+$/, '')] });
    start += line.length + 1;
  }
  return found.map(({ start: first, parts }) => {
    const whole = parts.join('');
    const name = /^[^:;\s]*/.exec(whole)![0].toUpperCase();
    return { name, text: whole, at: positioned.span(first, first + whole.length) };
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
