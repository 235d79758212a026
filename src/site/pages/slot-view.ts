import type { Entity } from '../../model/broadcast.ts';
import { categoryView } from '../parts/categories.ts';
import { shortDayText, timeView } from '../text/dates.ts';
import { markOf } from '../parts/marks.ts';
import { documentLink } from '../links/navigators.ts';
import { summaryOf, titleIn } from '../parts/page-fields.ts';
import { namesOf } from '../history.ts';
import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { SlotView } from './view.ts';

/** `day`: the event day under which it is listed. */
export function slotView(slot: Slot, scope: Scope, { day = slot.day }: { readonly day?: string } = {}): SlotView {
  const { entity, where, categories } = slot;
  const text = summaryOf(entity, scope);
  const views = categories.map((name) => categoryView(name, scope));
  const colour = ownColour(entity, scope) ?? views[0]?.colour;
  const mark = markOf(slot, scope);
  return {
    address: entity.address,
    names: namesOf(entity.address, scope.site).join(' '),
    kind: entity.kind,
    link: documentLink(entity, scope),
    title: titleIn(entity, scope),
    ...(text && { text }),
    time: timeView(slot, scope),
    ...(where && { where: { key: placeKey(where), title: titleIn(where, scope), link: documentLink(where, scope) } }),
    categories: views,
    ...(colour && { colour }),
    ...(mark && { mark }),
    ...(day !== slot.day && { since: scope.strings.programme.since(shortDayText(slot.day, scope)) }),
  };
}

/** A name for URLs and scripts: the slug of a place; other kinds keep their folder. */
export const placeKey = ({ address }: Pick<Entity, 'address'>): string =>
  address.replace(/^places\//, '').replaceAll('/', '-');

function ownColour(entity: Entity, scope: Scope): string | undefined {
  const { color } = scope.localised(entity).fields;
  return typeof color === 'string' && color !== '' ? color : undefined;
}
