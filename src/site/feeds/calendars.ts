/** The list of calendar files: the whole programme, each category, each place, each entry. */
import { categoryKey } from '../links/keys.ts';
import { categoryView } from '../parts/categories.ts';
import { titleIn } from '../parts/page-fields.ts';
import { byPlace, type Slot } from '../programme.ts';
import { oncePer } from '../../values/once-per.ts';
import type { Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import type { Text } from '../text/localise.ts';
import { calendarPath, categoryPath, entityPath } from '../links/urls.ts';

export interface CalendarOf {
  readonly path: string;
  /** Absent for the whole programme. */
  readonly slots?: readonly Slot[] | undefined;
  /** The place or the category that it is about. */
  readonly about?: ((scope: Scope) => Text) | undefined;
}

export const WHOLE_CALENDAR = '/calendar.ics';

export const calendarsOf = ({ programme }: Pick<Site, 'programme'>): readonly CalendarOf[] => [
  { path: WHOLE_CALENDAR },
  ...categoryCalendars(programme),
  ...placeCalendars(programme),
  ...programme.map((slot) => ({ path: calendarPath(entityPath(slot.entity)), slots: [slot] })),
];

/** Two names with the same key share a file, as they share a filter. Every page of the programme links to all of them. */
export const categoryCalendars = oncePer((programme: readonly Slot[]): readonly CalendarOf[] => {
  const found = new Map<string, { readonly name: string; readonly slots: Set<Slot> }>();
  for (const slot of programme) {
    for (const name of slot.categories) {
      const path = calendarPath(categoryPath(categoryKey(name)));
      const known = found.get(path);
      if (known) known.slots.add(slot);
      else found.set(path, { name, slots: new Set([slot]) });
    }
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([path, { name, slots }]) => ({
    path,
    slots: [...slots],
    about: (scope) => categoryView(name, scope).title,
  }));
});

export const placeCalendars = oncePer((programme: readonly Slot[]): readonly CalendarOf[] => {
  const calendars = [...byPlace(programme, ({ address }) => address).values()].flatMap((slots) => {
    const where = slots[0]?.where;
    if (!where) return [];
    return [{ path: calendarPath(entityPath(where)), slots, about: (scope: Scope) => titleIn(where, scope) }];
  });
  return calendars.sort((a, b) => (a.path < b.path ? -1 : 1));
});
