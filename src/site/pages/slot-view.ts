import type { Typed } from '../../model/entities.ts';
import { nameOf } from '../cards.ts';
import { categoryView } from '../categories.ts';
import { timeView } from '../dates.ts';
import { documentLink } from '../navigators.ts';
import type { Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { shortened } from '../short-text.ts';
import type { SlotView } from './view.ts';

export function slotView(slot: Slot, scope: Scope): SlotView {
  const { entity, where, categories } = slot;
  const localised = scope.localised(entity as Typed<'session'>);
  const text = shortened(entity, localised.text('description'));
  const views = categories.map((name) => categoryView(name, scope));
  const colour = (entity.kind === 'session' && localised.fields.color) || views[0]?.colour;
  return {
    address: entity.address,
    kind: entity.kind as SlotView['kind'],
    link: documentLink(entity, scope),
    title: localised.text('title') ?? { text: '…' },
    ...(text && { text }),
    time: timeView(slot, scope),
    ...(where && { where: { title: nameOf(where, scope), link: documentLink(where, scope) } }),
    categories: views,
    ...(colour && { colour }),
  };
}
