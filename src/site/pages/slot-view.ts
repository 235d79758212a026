import type { Entity } from '../../model/broadcast.ts';
import { categoryView } from '../parts/categories.ts';
import { dateOf, shortDayText, timeView } from '../text/dates.ts';
import { liveFactsOf } from '../parts/live-facts.ts';
import { markOf } from '../parts/marks.ts';
import { placeKey } from '../links/keys.ts';
import { documentLink } from '../links/navigators.ts';
import { summaryOf, titleIn } from '../parts/page-fields.ts';
import { namesOf } from '../history.ts';
import { hostsOf, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { SlotView } from './view.ts';

/** `day`: the event day under which it is listed. */
export function slotView(slot: Slot, scope: Scope, { day = slot.day }: { readonly day?: string } = {}): SlotView {
  const { entity, where, categories } = slot;
  const title = titleIn(entity, scope);
  const text = summaryOf(entity, scope);
  const views = categories.map((name) => categoryView(name, scope));
  const live = liveFactsOf(slot, scope);
  return {
    address: entity.address,
    names: namesOf(entity.address, scope.site).join(' '),
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
