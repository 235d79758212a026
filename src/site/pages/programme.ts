import { contentOf } from '../blocks/block-views.ts';
import { calendarLinks } from '../parts/calendar-links.ts';
import { cardOf } from '../parts/cards.ts';
import { dayText, shortDayText } from '../text/dates.ts';
import { changesLink } from '../parts/changes.ts';
import { categoryView } from '../parts/categories.ts';
import { listLink } from '../lists.ts';
import { mapOf, mapView } from '../parts/map-view.ts';
import { documentLink, internal } from '../links/navigators.ts';
import { pictureOf, summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import { byDay, byPlace, hostsOf, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../text/titles.ts';
import { calendarPath, entityPath, localePath, PROGRAMME_BY_PLACE, screenPath } from '../links/urls.ts';
import { slotView } from './slot-view.ts';
import type { Composed, ProgrammeGroup, ProgrammePage } from './view.ts';

export function composeByDay(slots: readonly Slot[], scope: Scope): Composed {
  const groups = [...byDay(slots)].map(([day, inside]): ProgrammeGroup => {
    const [evening, night] = [
      inside.filter((slot) => !isAfterMidnight(slot, scope)),
      inside.filter((slot) => isAfterMidnight(slot, scope)),
    ];
    const part = (of: readonly Slot[], title?: string) =>
      of.length === 0
        ? []
        : [{ ...(title !== undefined && { title }), slots: of.map((slot) => slotView(slot, scope)) }];
    return {
      key: `d${day}`,
      title: { text: dayText(day, scope) },
      short: shortDayText(day, scope),
      parts: [...part(evening), ...part(night, scope.strings.programme.night)],
    };
  });
  return programme('day', groups, slots, scope);
}

/** True if it belongs to the evening but starts on the next date. */
const isAfterMidnight = ({ day, start }: Slot, { dates }: Scope): boolean => dates.machine(start).slice(0, 10) !== day;

export function composeByPlace(slots: readonly Slot[], scope: Scope): Composed {
  const groups = [...byPlace(slots)].map(([address, inside]): ProgrammeGroup => {
    const where = inside[0]?.where;
    const title = where ? titleIn(where, scope) : { text: scope.strings.programme.elsewhere };
    return {
      key: `p-${address.replaceAll('/', '-')}`,
      title,
      short: title.text,
      ...(where && { link: documentLink(where, scope) }),
      parts: daysOf(inside, scope),
    };
  });
  return programme('place', groups, slots, scope);
}

export const daysOf = (slots: readonly Slot[], scope: Scope) =>
  [...byDay(slots)].map(([day, inside]) => ({
    title: dayText(day, scope),
    slots: inside.map((slot) => slotView(slot, scope)),
  }));

function programme(
  by: ProgrammePage['by'],
  groups: readonly ProgrammeGroup[],
  slots: readonly Slot[],
  scope: Scope,
): Composed {
  const { strings, site, locale } = scope;
  const names = new Set(slots.flatMap(({ categories }) => categories));
  const [first] = slots;
  const changes = changesLink(scope);
  return {
    title: screenTitle('program', scope),
    ...(by === 'place' && { subtitle: strings.programme.byPlace }),
    body: {
      type: 'programme',
      by,
      groups,
      categories: [...names].map((name) => categoryView(name, scope)).sort((a, b) => (a.key < b.key ? -1 : 1)),
      views: [
        { title: strings.programme.byDay, link: internal(screenPath('program'), scope) },
        { title: strings.programme.byPlace, link: internal(PROGRAMME_BY_PLACE, scope) },
      ],
      calendar: scope.rootLink(localePath('/calendar.ics', locale, site.locales)),
      calendars: calendarLinks(scope),
      ...(first && { zone: scope.dates.zone(first.start) }),
      ...(changes && { changes }),
    },
  };
}

export function composeSlot(slot: Slot, scope: Scope): Composed {
  const { site } = scope;
  const { entity, where } = slot;
  const media = pictureOf(entity, scope);
  const description = textOf(entity, scope);
  const map = where && mapOf(where, scope);
  const view = slotView(slot, scope);
  const up = listLink(entity.document.declaration, scope);
  return {
    title: view.title,
    description: summaryOf(entity, scope)?.text,
    image: media,
    ...(up && { up }),
    body: {
      type: 'event',
      slot: view,
      ...(media && { media }),
      ...(description && { description }),
      hosts: hostsOf(slot, site).map((host) => cardOf(host, scope)),
      content: contentOf(entity, scope),
      ...(map && { map: mapView(map, scope, { marked: where.address }) }),
      meanwhile: site.meanwhile(entity.address).map((other) => slotView(other, scope)),
      calendar: scope.rootLink(localePath(calendarPath(entityPath(entity)), scope.locale, site.locales)),
    },
  };
}
