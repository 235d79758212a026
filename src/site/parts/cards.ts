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
  readonly text?: Text;
  readonly media?: MediaView;
  readonly category?: CategoryView;
  /** When it takes place. */
  readonly time?: TimeView;
  /** When it was published. */
  readonly date?: DateView;
  readonly where?: Text;
  readonly mark?: SlotMark;
  readonly live?: readonly LiveFact[];
  /** More fields that its kind shows on cards. */
  readonly facts?: readonly Fact[];
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
  const media = pictureOf(entity, scope);
  const date = publishedAt(entity);
  const category = slot ? slot.categories[0] : pointedAt(entity, page.categories, site)[0]?.address;
  const facts = factsOf(entity, scope);
  const mark = slot && markOf(slot, scope);
  const live = slot ? liveFactsOf(slot, scope) : [];
  const card: Card = {
    kind: entity.kind,
    address: entity.address,
    link: documentLink(entity, scope),
    title: titleIn(entity, scope),
    ...(media && { media }),
    ...(category !== undefined && { category: categoryView(category, scope) }),
    ...(slot && { time: timeView(slot, scope) }),
    ...(date !== undefined && { date: dateView(date, scope) }),
    ...(mark && { mark }),
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
