import type { Entity } from '../model/broadcast.ts';
import type { Composed } from './pages/view.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** An entry of the list of pages. */
export interface SitePage {
  /** Its path in each language's tree. */
  readonly page: string;
  /** The document it shows, if any. */
  readonly entity?: Pick<Entity, 'address' | 'document'>;
  /** The values that the list of pages passes to it; it asks the site for everything else. */
  readonly about: readonly unknown[];
  /** Not in search engines or the sitemap. */
  readonly unlisted?: true;
  readonly compose: (scope: Scope) => Composed;
  /** The same page for a later version of its document. */
  readonly later?: (entity: Entity, site: Site) => SitePage;
}
