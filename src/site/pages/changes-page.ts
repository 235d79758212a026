import { changeView, marksOf, shownChanges } from '../parts/listed-changes.ts';
import { internal } from '../links/navigators.ts';
import { CHANGES_FEED, screenPath } from '../links/urls.ts';
import type { Scope } from '../scope.ts';
import { mayIndex } from '../seo-defaults.ts';
import { screenTitle } from '../text/titles.ts';
import type { Composed } from './view.ts';

/** The changes of the programme, the latest first, under the day on which they became public. */
export function composeChanges(scope: Scope): Composed {
  const { site, locale, strings, dates } = scope;
  const changes = shownChanges(scope);
  const days: { title: string; changes: ReturnType<typeof changeView>[] }[] = [];
  for (const change of changes) {
    const title = dates.longDay(change.at);
    // In the order of the commits: a day comes twice if a clock was wrong.
    if (days.at(-1)?.title !== title) days.push({ title, changes: [] });
    days.at(-1)!.changes.push(changeView(change, scope));
  }
  const hasFeed = site.url !== undefined && mayIndex(site, locale);
  return {
    title: { text: strings.changes.title },
    up: { title: screenTitle('program', scope).text, link: internal(screenPath('program'), scope) },
    body: {
      type: 'changes',
      days,
      marks: marksOf(changes),
      ...(hasFeed && { feed: scope.link(CHANGES_FEED) }),
    },
  };
}
