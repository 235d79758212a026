import type { Locale } from '../kinds/shapes/primitives.ts';
import type { JsonObject } from '../values/json.ts';
import type { MediaView } from './parts/media.ts';

/** Metadata of a page for search engines and other sites. */
export interface Seo {
  readonly title: string;
  readonly description?: string | undefined;
  readonly indexing: boolean;
  readonly canonical?: string | undefined;
  readonly alternates: readonly { readonly hreflang: Locale | 'x-default'; readonly href: string }[];
  readonly siteName: string;
  readonly ogType: 'website' | 'article';
  readonly image?: MediaView | undefined;
  /** When and where it takes place, when it was published, or the list it is on. For link previews. */
  readonly details: readonly string[];
  /** False for pages in frames, on screens and on paper, and for those that only serve visitors of the site, such as the search. */
  readonly mayBeShared: boolean;
  /** The address of its Markdown form. */
  readonly markdown?: string | undefined;
  /** The feeds that readers find on this page. */
  readonly feeds: readonly { readonly type: string; readonly href: string; readonly title: string }[];
  /** What the page is about, in the vocabulary of schema.org. */
  readonly things: readonly JsonObject[];
}
