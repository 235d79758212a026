/** The components and properties of iCalendar text, with their positions. Values are parsed by ical.js, line by line. */
import type ical from 'ical.js';
import { Source as PositionedText } from '../content/source.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source.ts';

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
  /** The type of its values: text, date, date-time … */
  readonly type: string;
  readonly values: readonly unknown[];
}

/** The outermost components: calendars, and whatever else is in the file. */
export function componentsIn(file: SourceFile): readonly Component[] {
  const root: Component[] = [];
  const open: Component[] = [];
  for (const line of contentLines(file)) {
    const name = line.text
      .slice(line.name.length + 1)
      .trim()
      .toUpperCase();
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
  const lines: ContentLine[] = [];
  const parts: string[] = [];
  let first = 0;
  const finish = (): void => {
    const whole = parts.splice(0).join('');
    const name = /^[^:;\s]*/.exec(whole)![0].toUpperCase();
    if (whole.trim() !== '') lines.push({ name, text: whole, at: positioned.span(first, first + whole.length) });
  };
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).replace(/\r+$/, '');
    if (parts.length > 0 && /^[ \t]/.test(line)) parts.push(line.slice(1));
    else {
      finish();
      first = start;
      parts.push(line);
    }
    start = end === -1 ? text.length + 1 : end + 1;
  }
  finish();
  return lines;
}

/** Undefined for a line that is no property, or whose value does not have the form of its type. */
export function propertyOf(line: ContentLine, { parse }: Pick<typeof ical, 'parse'>): Property | undefined {
  try {
    const [, parameters, type, ...values] = parse.property(line.text) as [string, Property['parameters'], string];
    return { line, parameters, type, values };
  } catch {
    // Its errors are of several classes, and say less than the line itself.
    return undefined;
  }
}

/** Text of a property that ical.js does not know, whose value it leaves as written. */
export const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));

/** The value of a line as it is written. */
export const lineOf = ({ lines }: Component, name: string): string | undefined =>
  lines
    .find((line) => line.name === name)
    ?.text.replace(/^[^:]*:/, '')
    .trim();
