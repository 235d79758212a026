/** A change of the site, as it concerns one open page. */
import { addressOf } from '../http/site-path.ts';
import type { ChangedStyle, PreviewChange, PreviewSite } from '../preview-site.ts';
import { pageAt, pageState, type PageState } from './page-state.ts';

export interface News {
  readonly revision: number;
  /** The page itself changed, was added or was removed. */
  readonly isPageChanged: boolean;
  readonly styles: readonly ChangedStyle[];
  /** A document changed that this page does not show, and where it is visible. */
  readonly suggestion?: Suggestion;
  readonly state: PageState;
}

interface Suggestion {
  readonly address: string;
  readonly href: string;
}

/** More documents at once are not an edit but a checkout of another branch. */
const MOST_SUGGESTED = 3;

/** `before`: the file that the page showed until now; it may have changed since. */
export function newsFor(
  { pathname, before }: { readonly pathname: string; readonly before: string },
  change: PreviewChange,
  site: PreviewSite,
): News {
  const page = pageAt(site, pathname);
  const isPageChanged = page !== before || change.pages.has(page);
  const suggestion = isPageChanged ? undefined : suggestionFor(page, change, site);
  return {
    revision: change.revision,
    isPageChanged,
    styles: change.styles,
    ...(suggestion && { suggestion }),
    state: pageState(site, pathname),
  };
}

function suggestionFor(open: string, { changedFiles }: PreviewChange, site: PreviewSite): Suggestion | undefined {
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
