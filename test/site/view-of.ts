import type { Locale } from '../../src/kinds/shapes/primitives.ts';
import { pageScope, viewIn } from '../../src/site/pages.ts';
import type { PageView, SitePage } from '../../src/site/pages/view.ts';
import type { Site } from '../../src/site/site.ts';

export const viewOf = (site: Site, page: SitePage, locale: Locale): PageView =>
  viewIn(pageScope(site, page, locale), page);
