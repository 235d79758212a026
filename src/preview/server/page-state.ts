/** What the bar, the overlay and the banner of one page show. */
import { targetOf } from '../http/site-path.ts';
import type { MadeFrom, PreviewSite, SyncView } from '../preview-site.ts';
import { problemsView, type ProblemsView } from './problem-view.ts';
import { timeView, type TimeView } from './time-view.ts';

export interface PageState {
  readonly revision: number;
  /** The page's own first. */
  readonly documents: readonly MadeFrom[];
  /** How many more there are than those. */
  readonly moreDocuments: number;
  readonly problems: ProblemsView;
  readonly sync: SyncView;
  readonly time: TimeView;
}

export const NOT_FOUND = '404.html';
/** A programme is made from hundreds. */
const MOST_DOCUMENTS = 60;

/** The file that is shown at an address. */
export function pageAt(site: PreviewSite, pathname: string): string {
  const target = targetOf(pathname, (path) => site.file(path) !== undefined);
  return target.type === 'file' ? target.path : NOT_FOUND;
}

export function pageState(site: PreviewSite, pathname: string): PageState {
  const documents = site.madeFrom(pageAt(site, pathname));
  return {
    revision: site.revision,
    documents: documents.slice(0, MOST_DOCUMENTS),
    moreDocuments: Math.max(0, documents.length - MOST_DOCUMENTS),
    problems: problemsView(site.problems),
    sync: site.sync,
    time: timeView(site),
  };
}
