/** The contents of a site for programs that read text, as llmstxt.org describes it. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainText } from '../../markdown/reading.ts';
import { hasPage } from '../../model/site-paths.ts';
import { whenAndWhere } from '../seo.ts';
import { shownOf } from '../documents.ts';
import { entityPath, PLACES, screenPath, markdownPath } from '../links/urls.ts';
import { groupName, kindsWithPages } from '../lists.ts';
import { titleIn } from '../parts/page-fields.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
import { screenTitle, siteName } from '../text/titles.ts';
import { heading, listed, words } from './markdown-text.ts';

/** More documents of a kind are left to the lists, which link to all of them. */
const MOST_DOCUMENTS = 200;

const LISTS = ['program', 'hosts', 'articles', 'maps', 'contact', 'campaigns'] as const;

export function llmsText(site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: '/' });
  const { description, shortDescription } = site.root;
  const { strings } = scope;
  const entry = (title: string, path: string, note?: string): string =>
    `[${words(title)}](${scope.url(path)})${note === undefined ? '' : `: ${words(note)}`}`;
  const groups = Map.groupBy(kindsWithPages(site), (kind) => groupName(kind, site, locale));
  const documents = [...groups].flatMap(([name, kinds]) => {
    const all = kinds.flatMap((kind) => shownOf(site, kind)).filter(hasPage);
    if (all.length === 0 || all.length > MOST_DOCUMENTS) return [];
    const entries = all.map((entity) => {
      const slot = site.slotOf(entity.address);
      return entry(titleIn(entity, scope).text, markdownPath(entityPath(entity)), slot && whenAndWhere(slot, scope));
    });
    return [heading(2, name), listed(entries)];
  });
  const hasFeeds = site.url !== undefined;
  const parts = [
    heading(1, siteName(scope)),
    ...(shortDescription ? [`> ${words(plainText(shortDescription))}`] : []),
    ...(description ? [words(plainText(description))] : []),
    'Every page of this site has a Markdown version: add `index.md` to its address.',
    heading(2, strings.screens.menu),
    listed([
      ...LISTS.map((screen) => entry(screenTitle(screen, scope).text, markdownPath(screenPath(screen)))),
      entry(strings.places, markdownPath(PLACES)),
    ]),
    ...documents,
    heading(2, 'Optional'),
    listed([
      entry('iCalendar', '/calendar.ics'),
      ...(hasFeeds ? [entry('Atom', '/feed.xml'), entry('JSON Feed', '/feed.json')] : []),
    ]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
