/** The data of the bar, the overlay and the banner of one page. */
import { targetOf } from '../http/site-path.ts';
import type { MadeFrom, PreviewSite, SyncView } from '../preview-site.ts';
import { problemsView, type ProblemsView } from './problem-view.ts';
import { timeView, type TimeView } from './time-view.ts';

export interface PageState {
  readonly revision: number;
  /** The page's main document first. */
  readonly documents: readonly MadeFrom[];
  /** The number of further documents. */
  readonly moreDocuments: number;
  readonly problems: ProblemsView;
  readonly sync: SyncView;
  readonly time: TimeView;
}

export const NOT_FOUND = '404.html';
/** A programme is built from hundreds of documents. */
const MOST_DOCUMENTS = 60;

/** The file that is shown at a URL. */
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
