/** Links to calendar files and schedules, for visitors who want the programme in an application of their own. */
import type { Text } from '../text/localise.ts';
import { categoryCalendars, placeCalendars, WHOLE_CALENDAR, type CalendarOf } from '../feeds/calendar.ts';
import { hasSchedule, SCHEDULES } from '../feeds/schedule.ts';
import type { Scope } from '../scope.ts';
import { localePath, webcalUrl } from '../links/urls.ts';

export interface CalendarLink {
  readonly title: Text;
  readonly file: string;
  /** A calendar that is subscribed to follows changes. Absent if the site has no URL. */
  readonly subscribe?: string | undefined;
}

export interface CalendarLinks {
  readonly whole: CalendarLink;
  readonly groups: readonly { readonly title: string; readonly links: readonly CalendarLink[] }[];
  /** The absolute URLs that conference applications ask for. */
  readonly schedules: readonly { readonly title: string; readonly href: string }[];
}

export function calendarLinks(scope: Scope): CalendarLinks {
  const { site, locale, strings } = scope;
  const groups = [
    { title: strings.programme.filter, of: categoryCalendars(site.programme) },
    { title: strings.places, of: placeCalendars(site.programme) },
  ];
  return {
    whole: { ...linkTo(WHOLE_CALENDAR, scope), title: { text: strings.calendars.whole } },
    groups: groups
      .filter(({ of }) => of.length > 1)
      .map(({ title, of }) => ({ title, links: of.map((calendar) => calendarLink(calendar, scope)) })),
    schedules: hasSchedule(site, locale)
      ? SCHEDULES.map(({ path }) => ({ title: path.slice(1), href: scope.link(path) }))
      : [],
  };
}

export const calendarLink = ({ path, about }: CalendarOf, scope: Scope): CalendarLink => ({
  ...linkTo(path, scope),
  title: about?.(scope) ?? { text: '' },
});

function linkTo(path: string, { site, locale, rootLink }: Scope): Omit<CalendarLink, 'title'> {
  const file = localePath(path, locale, site.locales);
  return {
    file: rootLink(file),
    ...(site.url !== undefined && { subscribe: webcalUrl(site.url, file) }),
  };
}
