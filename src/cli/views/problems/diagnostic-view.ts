/**
 * A problem for people, in the form that rustc made familiar:
 *
 *     error[pointer-not-found]: no place has the address places/main-stgae
 *      --> content/events/opening-night.yaml:6:11
 *       |
 *     6 | place_id: places/main-stgae
 *       |           ^^^^^^^^^^^^^^^^^
 *       = help: did you mean places/main-stage?
 */
import type { Diagnostic, Note, Span, GatheredDiagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Severity } from '../../../diagnostics/codes/entry.ts';
import { excerpt, printable } from '../../../diagnostics/printable.ts';
import { count } from '../../../diagnostics/count.ts';
import { flag } from '../../../project/calls/option.ts';
import type { Colours, Style } from '../text/style.ts';
import { largest } from '../../../values/long-lists.ts';

export const VERBOSE = flag('List each document that is left out, and each place of a problem that occurs often', {
  short: 'v',
});

export interface Verbosity {
  readonly verbose?: boolean | undefined;
}

const WIDEST_LINE = 160;
/** Each place of an error has to be corrected; warnings are shown to say that there are more. */
const MOST_PLACES = { error: 50, warning: 3, notice: 3 } as const;

export function diagnosticText(
  diagnostic: Diagnostic | GatheredDiagnostic,
  style: Style,
  { verbose = false }: Verbosity = {},
): string {
  const { code, severity, message, at, notes, suggestion } = diagnostic;
  const also = 'also' in diagnostic ? diagnostic.also : [];
  const most = verbose ? Infinity : MOST_PLACES[severity];
  const { colours } = style;
  const paint = painter(severity, colours);
  const gutter = largest([at, ...notes.flatMap((note) => note.at ?? [])].map(({ line }) => String(line).length));
  const margin = ' '.repeat(gutter);
  const remark = (label: string, text: string) =>
    `${margin} ${colours.blue('=')} ${colours.bold(label)}: ${printable(text)}`;
  const notePlace = ({ at }: Note) => (at ? placeLines(at, { ...style, gutter, paint: colours.blue }) : []);

  return [
    `${paint(`${severity}[${code}]`)}${colours.bold(`: ${printable(message)}`)}`,
    ...placeLines(at, { ...style, gutter, paint }),
    ...(also.length === 0 ? [] : [remark('note', `the same in ${count(also.length, 'other place')}`)]),
    ...also.slice(0, most).map((place) => `${margin}   ${printable(place.file)}:${place.line}:${place.column}`),
    ...(also.length > most
      ? [`${margin}   and ${also.length - most} more (gitcast validate --verbose lists all)`]
      : []),
    ...notes.flatMap((note) => [remark('note', note.message)].concat(notePlace(note))),
    ...(suggestion === undefined ? [] : [remark('help', suggestion)]),
  ].join('\n');
}

const painter = (severity: Severity, colours: Colours) => (text: string) =>
  colours.bold({ error: colours.red, warning: colours.yellow, notice: colours.cyan }[severity](text));

interface PlaceStyle extends Style {
  /** Columns of the line numbers. */
  readonly gutter: number;
  readonly paint: (text: string) => string;
}

function placeLines(at: Span, { colours, width, gutter, paint }: PlaceStyle): readonly string[] {
  const margin = ' '.repeat(gutter);
  const arrow = `${margin}${colours.blue('-->')} `;
  // A problem with a whole file has no line to show; in a template only the line number is known.
  if (at.length === 0) return [arrow + printable(at.file) + (at.line > 1 ? `:${at.line}` : '')];
  const place = `${arrow}${printable(at.file)}:${at.line}:${at.column}`;
  // A line with a credential is not shown, so there is nothing to mark.
  if (at.lineText === '') return [place];
  const bar = colours.blue('|');
  const { before, marked, after, indent, run } = excerpt(at, Math.min(width - gutter - 3, WIDEST_LINE));
  const line = `${before}${marked}${after}`;
  return [
    place,
    `${margin} ${bar}`,
    `${colours.blue(String(at.line).padStart(gutter))} ${bar} ${line}`.trimEnd(),
    `${margin} ${bar} ${' '.repeat(indent)}${paint('^'.repeat(run))}`,
  ];
}
