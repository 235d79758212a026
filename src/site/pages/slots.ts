import type { Entity } from '../../model/broadcast.ts';
import { contentOf } from '../blocks/blocks.ts';
import { placeKey } from '../links/keys.ts';
import { documentLink } from '../links/navigator-links.ts';
import { calendarPath, dayPath, entityPath, screenPath } from '../links/urls.ts';
import { listLink } from '../lists.ts';
import { cardOf } from '../parts/cards.ts';
import { categoryView } from '../parts/categories.ts';
import { liveFactsOf, markOf } from '../parts/marks.ts';
import { addressView, locationOf } from '../parts/location.ts';
import { mapOf, mapView } from '../parts/map-view.ts';
import { pictureOf, summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import { hostsOf, type Neighbours, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { dateOf, dayText, shortDayText, timeView } from '../text/dates.ts';
import { zoneOf } from './programme-frame.ts';
import type { Composed, NeighbourView, SlotPage, SlotView } from './view.ts';

/** `day`: the event day under which it is listed. */
export function slotView(slot: Slot, scope: Scope, { day = slot.day }: { readonly day?: string } = {}): SlotView {
  const { entity, where, categories } = slot;
  const title = titleIn(entity, scope);
  const text = summaryOf(entity, scope);
  const views = categories.map((name) => categoryView(name, scope));
  const live = liveFactsOf(slot, scope);
  return {
    address: entity.address,
    names: scope.site.namesOf(entity.address).join(' '),
    kind: entity.kind,
    link: documentLink(entity, scope),
    title,
    text,
    time: timeView(slot, scope),
    ...(where && { where: { key: placeKey(where), title: titleIn(where, scope), link: documentLink(where, scope) } }),
    hosts: hostsOf(slot, scope.site)
      .map((host) => titleIn(host, scope))
      .filter(({ text: name }) => !title.text.includes(name)),
    categories: views,
    colour: ownColour(entity, scope) ?? views[0]?.colour,
    mark: markOf(slot, scope),
    ...(live.length > 0 && { live }),
    ...(day !== slot.day && { since: sinceView(slot, day, scope) }),
  };
}

/** The date on which it started or, if that was in the night before this day, the time. */
function sinceView({ start }: Slot, day: string, scope: Scope): NonNullable<SlotView['since']> {
  const date = dateOf(start, scope);
  const since = date === day ? scope.dates.time(start) : shortDayText(date, scope, [day]);
  return { text: scope.strings.programme.since(since), day: since };
}

function ownColour(entity: Entity, scope: Scope): string | undefined {
  const { color } = scope.localised(entity).fields;
  return typeof color === 'string' && color !== '' ? color : undefined;
}

export function composeSlot(slot: Slot, scope: Scope): Composed {
  const { site } = scope;
  const { entity, where } = slot;
  const own = pictureOf(entity, scope);
  const description = textOf(entity, scope);
  const map = where && mapOf(where, scope);
  const view = slotView(slot, scope);
  const address = where && addressView(locationOf(where, site), scope.locale);
  const meanwhile = site.meanwhile(entity.address);
  return {
    title: view.title,
    description: summaryOf(entity, scope)?.text,
    image: own,
    up: listLink(entity.document.declaration, scope),
    body: {
      type: 'event',
      slot: view,
      ...stateOf(slot, scope),
      zone: zoneOf([slot], scope),
      media: own ?? (where && pictureOf(where, scope)),
      description,
      address,
      hosts: hostsOf(slot, site).map((host) => cardOf(host, scope)),
      content: contentOf(entity, scope),
      ...(map && { map: mapView(map, scope, { marked: where.address }) }),
      // An entry that began on an earlier day shows since when it is on.
      meanwhile: nearest(slot, meanwhile).map((other) =>
        slotView(other, scope, { day: other.day < slot.day ? slot.day : other.day }),
      ),
      ...(meanwhile.length > MOST_MEANWHILE && { allMeanwhile: allAt(slot, scope) }),
      neighbours: neighbourViews(slot, scope),
      calendar: scope.link(calendarPath(entityPath(entity))),
    },
  };
}

/** The time left before it starts is not on the page: it would change every day, and every copy that visitors keep of it. */
function stateOf({ start, end, cancelled }: Slot, { site: { clock } }: Scope): Pick<SlotPage, 'state'> {
  if (cancelled || !clock.hasCome(start)) return {};
  return { state: clock.hasCome(end) ? 'over' : 'now' };
}

/** At a large event, hundreds of entries take place at the same time. */
const MOST_MEANWHILE = 6;

/** Those that start at about the same time, in order. What is on for days is always on, so it comes last. */
function nearest({ start }: Slot, others: readonly Slot[]): readonly Slot[] {
  if (others.length <= MOST_MEANWHILE) return others;
  const distance = (other: Slot): number => (other.days.length > 1 ? Infinity : Math.abs(other.start - start));
  const chosen = new Set([...others].sort((a, b) => distance(a) - distance(b)).slice(0, MOST_MEANWHILE));
  return others.filter((other) => chosen.has(other));
}

/** Where both are the same, as with a single stage, the place alone has them. */
function neighbourViews(slot: Slot, scope: Scope): readonly NeighbourView[] {
  const { inPlace, onDay } = scope.site.neighbours(slot.entity.address);
  const views = (
    { within, isDay }: Pick<NeighbourView, 'within' | 'isDay'>,
    beside: Neighbours['onDay'],
    but: Neighbours['onDay'] = {},
  ): readonly NeighbourView[] =>
    (['previous', 'next'] as const).flatMap((way) => {
      const other = beside[way];
      if (!other || other === but[way]) return [];
      const { entity } = other;
      const link = documentLink(entity, scope);
      return [{ way, within, isDay, title: titleIn(entity, scope), link, time: timeView(other, scope) }];
    });
  return [
    ...(slot.where ? views({ within: titleIn(slot.where, scope), isDay: false }, inPlace) : []),
    ...views({ within: { text: dayText(slot.day, scope) }, isDay: true }, onDay, inPlace),
  ];
}

/**
 * The day in the programme, from the hour in which the entry starts. Without their number, because a page would then change
 * whenever another entry moves, and visitors who keep the site on their device would load it again.
 */
function allAt({ day, start }: Slot, { site, strings, dates, link }: Scope): NonNullable<SlotPage['allMeanwhile']> {
  const hour = dates.machine(start).slice(11, 13);
  const page = link(site.hasLargeProgramme ? dayPath(day) : screenPath('program'));
  return { title: strings.programme.allMeanwhile, href: `${page}?from=${hour}#d${day}` };
}
