/** Short views of documents in lists, as each kind's declaration describes them. */
import type { KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { wordsIn } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import type { Json } from '../../values/json.ts';
import { pointedAt } from '../documents.ts';
import { documentLink, type Link } from '../links/navigator-links.ts';
import type { Scope } from '../scope.ts';
import { timeView, type TimeView } from '../text/dates.ts';
import { textIn, type Text } from '../text/localise.ts';
import { typeset } from '../text/typography.ts';
import { categoryView, type CategoryView } from './categories.ts';
import { liveFactsOf, markOf, type LiveFact, type SlotMark } from './marks.ts';
import type { MediaView } from './media-view.ts';
import { pageOf, pictureOf, publishedAt, summaryOf, titleIn } from './page-fields.ts';

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

export const dateView = (instant: number, { dates }: Scope): DateView => ({
  machine: dates.machine(instant),
  text: dates.longDay(instant),
});

export function cardOf(entity: Entity, scope: Scope): Card {
  const { site } = scope;
  const page = pageOf(entity);
  const slot = page.programme && site.slotOf(entity.address);
  const date = publishedAt(entity);
  const category = slot ? slot.categories[0] : pointedAt(entity, page.categories, site)[0]?.address;
  const facts = factsOf(entity, scope);
  const live = slot ? liveFactsOf(slot, scope) : [];
  return {
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
    // Read only where a template shows it: next to an article, others have only their titles.
    get text() {
      return summaryOf(entity, scope);
    },
  };
}

/** The additional fields that a kind shows on its card and its page. */
export interface Fact {
  readonly label: string;
  /** Several if the field is a list. */
  readonly values: readonly (Text & { readonly link?: Link })[];
}

export function factsOf(entity: Entity, scope: Scope): readonly Fact[] {
  return (pageOf(entity).card ?? []).flatMap(({ field, label }) => {
    const values = valuesOf(entity, field, scope);
    return values.length > 0 ? [{ label: wordsIn(label, scope.locale), values }] : [];
  });
}

function valuesOf(entity: Entity, field: string, scope: Scope): Fact['values'] {
  const { schema } = entity.document.declaration.fields[field]!;
  if (schema['x-pointer'] ?? schema.items?.['x-pointer']) {
    return pointedAt(entity, field, scope.site).map((target) => ({
      ...titleIn(target, scope),
      ...(target.document.declaration.page && { link: documentLink(target, scope) }),
    }));
  }
  const localised = scope.localised(entity);
  const values = [localised.fields[field]].flat();
  return values.flatMap((value) => {
    const text = written(value, schema.items ?? schema, scope);
    if (text === undefined) return [];
    const lang = typeof value === 'string' ? localised.langOf(field) : undefined;
    return [textIn(typeset(text, lang ?? scope.locale), lang)];
  });
}

/** Undefined for values without a short form. */
function written(value: Json | undefined, { format }: JsonSchema, { dates }: Scope): string | undefined {
  if (typeof value === 'number') return dates.number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return format === 'instant' ? dates.longDay(epochOf(value)) : value;
}
