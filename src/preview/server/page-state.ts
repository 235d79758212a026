/** The data of the bar, the overlay and the banner of one page, as the scripts in src/preview/browser/ receive them. */
import { isError, isWarning, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { excerpt, printable } from '../../diagnostics/printable.ts';
import { nearestInstant, offsetAt, readInstant } from '../../values/instants.ts';
import { addressOf, targetOf } from '../http/site-path.ts';
import type { PreviewChange, PreviewSite } from '../preview-site.ts';

export const NOT_FOUND = '404.html';
/** A programme is built from hundreds of documents. */
const MOST_DOCUMENTS = 60;

/** The file that is shown at a URL. */
export function pageAt(site: PreviewSite, pathname: string): string {
  const target = targetOf(pathname, (path) => site.file(path) !== undefined);
  return target.type === 'file' ? target.path : NOT_FOUND;
}

export type PageState = ReturnType<typeof pageState>;

export function pageState(site: PreviewSite, pathname: string) {
  const documents = site.madeFrom(pageAt(site, pathname));
  return {
    revision: site.revision,
    /** The page's main document first. */
    documents: documents.slice(0, MOST_DOCUMENTS),
    /** The number of further documents. */
    moreDocuments: Math.max(0, documents.length - MOST_DOCUMENTS),
    problems: problemsView(site.problems),
    sync: site.sync,
    time: timeView(site),
  };
}

const MOST_PROBLEMS = 40;
const WIDEST_LINE = 400;

/** Problems as the overlay shows them: with their source line, and only as many as somebody would read. */
function problemsView(problems: readonly Diagnostic[]) {
  const errors = problems.filter(isError);
  const warnings = problems.filter(isWarning);
  return {
    errors: errors.length,
    warnings: warnings.length,
    shown: [...errors.slice(0, MOST_PROBLEMS), ...warnings.slice(0, MOST_PROBLEMS)].map(problemView),
  };
}

const problemView = ({ code, severity, message, at, notes, suggestion }: Diagnostic) => ({
  code,
  severity,
  message: printable(message),
  at: placeView(at),
  notes: notes.map((note) => ({ message: printable(note.message), ...(note.at && { at: placeView(note.at) }) })),
  ...(suggestion !== undefined && { suggestion: printable(suggestion) }),
});

/** With the line, split around the marked part, unless the problem concerns the whole file. */
function placeView(at: Span) {
  const { file, line, column, length, lineText } = at;
  // A line that may contain a credential comes without its text.
  const hasSource = length > 0 && lineText !== '';
  return { file, line, column, ...(hasSource && { source: excerpt(at, WIDEST_LINE) }) };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The instant shown, in the time zone of the event: the date picker supports no other. */
function timeView({ now, isNowChosen, timezone, eventSpan }: PreviewSite) {
  /** `2027-06-18T20:30`, as a date picker expects it. */
  const at = (instant: number): string => new Date(instant + offsetAt(instant, timezone)).toISOString().slice(0, 16);
  /** Suggested times. */
  const steps = eventSpan
    ? [
        { name: 'A week before', local: at(eventSpan.start - 7 * DAY) },
        { name: 'Opening', local: at(eventSpan.start) },
        { name: 'Halfway', local: at(eventSpan.start + (eventSpan.end - eventSpan.start) / 2) },
        { name: 'After', local: at(eventSpan.end + MINUTE) },
      ]
    : [];
  return { instant: now, local: at(now), isChosen: isNowChosen, timezone, steps };
}

/** If the clocks change at that time, the next time that exists, or the first of two: close enough for a preview. */
export function instantOf(local: string, timezone: string): number | undefined {
  const nearest = nearestInstant(readInstant(local, timezone));
  return nearest === undefined ? undefined : Date.parse(nearest);
}

/** More documents at once are not an edit but a checkout of another branch. */
const MOST_SUGGESTED = 3;

export type News = ReturnType<typeof newsFor>;

/** A change of the site, as it concerns one open page, which itself may be another one now. */
export function newsFor(
  { pathname, isPageChanged }: { readonly pathname: string; readonly isPageChanged: boolean },
  change: PreviewChange,
  site: PreviewSite,
) {
  const page = pageAt(site, pathname);
  return {
    revision: change.revision,
    isPageChanged,
    /** A document changed that this page does not show, and where it is visible. */
    suggestion: isPageChanged ? undefined : suggestionFor(page, change, site),
    state: pageState(site, pathname),
  };
}

function suggestionFor(open: string, { changedFiles }: PreviewChange, site: PreviewSite) {
  if (changedFiles.length > MOST_SUGGESTED) return undefined;
  for (const file of changedFiles) {
    const pages = site.pagesOf(file);
    const page = nearestTo(open, pages);
    if (page === undefined || pages.includes(open)) continue;
    const document = site.madeFrom(page).find((each) => each.file === file);
    return { address: document?.address ?? file, href: addressOf(page) };
  }
  return undefined;
}

/** The first, unless one is in the same language: a reader of the French pages stays in French. */
function nearestTo(open: string, pages: readonly string[]): string | undefined {
  const treeOf = (page: string): string => page.split('/')[0]!;
  return pages.find((page) => treeOf(page) === treeOf(open)) ?? pages[0];
}
