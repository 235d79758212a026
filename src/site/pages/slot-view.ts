import type { Entity } from '../../model/broadcast.ts';
import { categoryView } from '../parts/categories.ts';
import { markOf } from '../parts/marks.ts';
import { timeView } from '../text/dates.ts';
import { documentLink } from '../links/navigators.ts';
import { summaryOf, titleIn } from '../parts/page-fields.ts';
import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { SlotView } from './view.ts';

export function slotView(slot: Slot, scope: Scope): SlotView {
  const { entity, where, categories } = slot;
  const text = summaryOf(entity, scope);
  const views = categories.map((name) => categoryView(name, scope));
  const colour = ownColour(entity, scope) ?? views[0]?.colour;
  const mark = markOf(slot, scope);
  return {
    address: entity.address,
    kind: entity.kind,
    link: documentLink(entity, scope),
    title: titleIn(entity, scope),
    ...(text && { text }),
    time: timeView(slot, scope),
    ...(where && { where: { title: titleIn(where, scope), link: documentLink(where, scope) } }),
    categories: views,
    ...(colour && { colour }),
    ...(mark && { mark }),
  };
}

function ownColour(entity: Entity, scope: Scope): string | undefined {
  const { color } = scope.localised(entity).fields;
  return typeof color === 'string' && color !== '' ? color : undefined;
}
