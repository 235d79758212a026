/** Short views of documents in lists, as each kind's declaration describes them. */
import type { KindName } from '../../kinds/registry.ts';
import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import { categoryView, type CategoryView } from './categories.ts';
import { timeView, type TimeView } from '../text/dates.ts';
import { pointedAt } from '../documents.ts';
import { factsOf, type Fact } from './facts.ts';
import type { Text } from '../text/localise.ts';
import { liveFactsOf, type LiveFact } from './live-facts.ts';
import { markOf, type SlotMark } from './marks.ts';
import type { MediaView } from './media.ts';
import { documentLink, type Link } from '../links/navigators.ts';
import { isBody, pageOf, pictureOf, publishedAt, summaryOf, textOf, titleIn } from './page-fields.ts';
import type { Scope } from '../scope.ts';

export interface Card {
  readonly kind: KindName;
  readonly address: string;
  readonly link: Link;
  readonly title: Text;
  readonly text?: Text | undefined;
  readonly media?: MediaView | undefined;
  readonly category?: CategoryView | undefined;
  /** When it takes place. */
  readonly time?: TimeView | undefined;
  /** When it was published. */
  readonly date?: DateView | undefined;
  readonly where?: Text | undefined;
  readonly mark?: SlotMark | undefined;
  readonly live?: readonly LiveFact[] | undefined;
  /** More fields that its kind shows on cards. */
  readonly facts?: readonly Fact[] | undefined;
}

export interface DateView {
  readonly machine: string;
  readonly text: string;
}

export function dateView(instant: string, { dates }: Scope): DateView {
  return { machine: dates.machine(epochOf(instant)), text: dates.longDay(epochOf(instant)) };
}

export function cardOf(entity: Entity, scope: Scope): Card {
  const { site } = scope;
  const page = pageOf(entity);
  const slot = page.programme && site.slotOf(entity.address);
  const date = publishedAt(entity);
  const category = slot ? slot.categories[0] : pointedAt(entity, page.categories, site)[0]?.address;
  const facts = factsOf(entity, scope);
  const live = slot ? liveFactsOf(slot, scope) : [];
  const card: Card = {
    kind: entity.kind,
    address: entity.address,
    link: documentLink(entity, scope),
    title: titleIn(entity, scope),
    media: pictureOf(entity, scope),
    ...(category !== undefined && { category: categoryView(category, scope) }),
    ...(slot && { time: timeView(slot, scope) }),
    ...(date !== undefined && { date: dateView(date, scope) }),
    mark: slot && markOf(slot, scope),
    ...(live.length > 0 && { live }),
    ...(slot?.where && { where: titleIn(slot.where, scope) }),
    ...(facts.length > 0 && { facts }),
  };
  return withText(card, entity, scope);
}

/** The body of a file is parsed only where a template shows its start: next to an article, others have only their titles. */
function withText(card: Card, entity: Entity, scope: Scope): Card {
  if (isBody(entity)) {
    if (!textOf(entity, scope)) return card;
    return {
      ...card,
      get text() {
        return summaryOf(entity, scope)!;
      },
    };
  }
  const text = summaryOf(entity, scope);
  return text ? { ...card, text } : card;
}
