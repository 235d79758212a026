/** Reads the fields that a kind's declaration names for its page: title, text, picture, blocks, date. */
import { epochOf } from '../../values/instants.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Block } from '../../kinds/shapes/block.ts';
import type { MediaObject } from '../../kinds/shapes/primitives.ts';
import type { KindPage } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import { textIn, type Text } from '../text/localise.ts';
import { mediaView, type MediaView } from './media-view.ts';
import type { Scope } from '../scope.ts';
import { excerpt, shortened } from '../text/excerpt.ts';

const UNTITLED: Text = { text: '…' };

/** The declaration of a document's page. Call it only for kinds with a page. */
export const pageOf = ({ document: { declaration } }: Entity): KindPage => declaration.page!;

export function titleIn(entity: Entity, scope: Scope): Text {
  const title = ownTitle(entity, scope) ?? UNTITLED;
  if (entity.document.declaration.page?.list !== 'places') return title;
  const name = scope.site.roomName(entity.address, scope.locale);
  return name === undefined ? title : { ...title, text: name };
}

/** Undefined if it is blank. */
export const ownTitle = (entity: Entity, scope: Scope): Text | undefined =>
  scope.localised(entity).text(entity.document.declaration.page?.title ?? 'title');

export function pictureOf(entity: Entity, scope: Scope): MediaView | undefined {
  const { picture } = pageOf(entity);
  if (picture === undefined) return undefined;
  const localised = scope.localised(entity);
  const value = localised.fields[picture] as string | MediaObject | null | undefined;
  return mediaView(value, scope, { lang: localised.langOf(picture) });
}

/** True if the page's text is the body of a Markdown file, which is rendered in full. */
export function isBody({ document: { declaration } }: Entity): boolean {
  const { page, body } = declaration;
  return body !== undefined && page?.text === body;
}

/** The text at the top of its page. */
export function textOf(entity: Entity, scope: Scope): Text | undefined {
  const { text: field } = pageOf(entity);
  if (field === undefined) return undefined;
  const localised = scope.localised(entity);
  if (!isBody(entity)) return localised.text(field);
  const body = localised.fields[field];
  return typeof body === 'string' && body !== '' ? textIn(body, localised.langOf(field)) : undefined;
}

/** The start of that text. */
export function summaryOf(entity: Entity, scope: Scope): Text | undefined {
  const text = textOf(entity, scope);
  return text && isBody(entity) ? { ...text, text: excerpt(text.text) } : shortened(text);
}

/** `fields` are those of the document or of its translation. */
export function blocksIn(fields: JsonObject, field: string | undefined): readonly Block[] {
  const value = field === undefined ? undefined : fields[field];
  return areBlocks(value) ? value : [];
}

/** The schema has checked what the list holds. */
const areBlocks = (value: unknown): value is readonly Block[] => Array.isArray(value);

/** In milliseconds since the epoch. */
export function publishedAt(entity: Entity): number | undefined {
  const { date } = pageOf(entity);
  const value = date === undefined ? undefined : entity.fields[date];
  return typeof value === 'string' && value !== '' ? epochOf(value) : undefined;
}
