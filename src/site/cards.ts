/** Short views of documents, as lists show them. */
import type { Typed } from '../model/entities.ts';
import { epochOf } from '../model/instant.ts';
import { categoryView, type CategoryView } from './categories.ts';
import { timeView, type TimeView } from './dates.ts';
import type { Text } from './localise.ts';
import { textIn } from './localise.ts';
import { mediaView, type MediaView } from './media.ts';
import { documentLink, type Link } from './navigators.ts';
import type { Slot } from './programme.ts';
import type { Scope } from './scope.ts';
import { shortened, shortText } from './short-text.ts';

export interface Card {
  readonly kind: 'article' | 'host' | 'place' | 'interestPoint' | 'session' | 'event' | 'map' | 'page';
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
}

export interface DateView {
  readonly machine: string;
  readonly text: string;
}

const UNTITLED: Text = { text: '…' };

export function dateView(instant: string, { dates }: Scope): DateView {
  return { machine: dates.machine(epochOf(instant)), text: dates.longDay(epochOf(instant)) };
}

export function articleCard(entity: Typed<'article'>, scope: Scope): Card {
  const localised = scope.localised(entity);
  const { content, published_at, cover_image_url } = localised.fields;
  const media = mediaView(cover_image_url, scope);
  return {
    kind: 'article',
    address: entity.address,
    link: documentLink(entity, scope),
    title: localised.text('title') ?? UNTITLED,
    ...(content && { text: textIn(shortText(entity, content), localised.langOf('content')) }),
    ...(media && { media }),
    ...(published_at && { date: dateView(published_at, scope) }),
  };
}

export function slotCard(slot: Slot, scope: Scope): Card {
  const { entity, where, categories } = slot;
  const localised = scope.localised(entity as Typed<'session'>);
  const { media: picture } = localised.fields;
  const media = mediaView(picture, scope, { lang: localised.langOf('media') });
  const text = shortened(entity, localised.text('description'));
  const [category] = categories;
  return {
    kind: entity.kind as 'event' | 'session',
    address: entity.address,
    link: documentLink(entity, scope),
    title: localised.text('title') ?? UNTITLED,
    time: timeView(slot, scope),
    ...(text && { text }),
    ...(media && { media }),
    ...(category && { category: categoryView(category, scope) }),
    ...(where && { where: nameOf(where, scope) }),
  };
}

export function hostCard(entity: Typed<'host'>, scope: Scope): Card {
  return titledCard(entity, 'host', scope);
}

export function pointCard(entity: Typed<'interestPoint'>, scope: Scope): Card {
  return titledCard(entity, 'interestPoint', scope);
}

export function mapCard(entity: Typed<'map'>, scope: Scope): Card {
  return titledCard(entity as never, 'map', scope);
}

export function placeCard(entity: Typed<'place'>, scope: Scope): Card {
  const localised = scope.localised(entity);
  const text = shortened(entity, localised.text('description'));
  return {
    kind: 'place',
    address: entity.address,
    link: documentLink(entity, scope),
    title: nameOf(entity, scope),
    ...(text && { text }),
  };
}

function titledCard(entity: Typed<'host'> | Typed<'interestPoint'>, kind: Card['kind'], scope: Scope): Card {
  const localised = scope.localised(entity as Typed<'host'>);
  const { media: picture, categoryIds } = localised.fields;
  const media = mediaView(picture, scope, { lang: localised.langOf('media') });
  const text = shortened(entity, localised.text('description'));
  const category = categoryIds?.map((pointer) => scope.site.find('category', pointer)).find((found) => found);
  return {
    kind,
    address: entity.address,
    link: documentLink(entity, scope),
    title: localised.text('title') ?? UNTITLED,
    ...(text && { text }),
    ...(media && { media }),
    ...(category && { category: categoryView(category.address, scope) }),
  };
}

export function nameOf(entity: Typed<'place'> | Typed<'interestPoint'>, scope: Scope): Text {
  const localised = scope.localised(entity as Typed<'place'>);
  return localised.text(entity.kind === 'place' ? 'name' : ('title' as never)) ?? UNTITLED;
}
