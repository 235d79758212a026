/** Facts about a document that need no second reading. */
import type { Document } from '../content/document.ts';
import { epochOf } from '../values/instants.ts';
import { isObject, valueAt, type JsonObject } from '../values/json.ts';
import { oncePer } from '../values/once-per.ts';
import type { Absence } from './absence.ts';
import type { Entity } from './broadcast.ts';
import { isInFile } from '../kinds/file-form.ts';

/** The traits of a document that the checks of other documents may ask about. */
export interface DocumentTraits {
  /** Why visitors never see it. */
  readonly hidden?: 'private' | 'a draft';
  /** The alternative text of the media file that it describes: an empty one marks the picture as decoration. */
  readonly alt?: 'text' | 'empty';
  /** It came with the starter, and is not sent. */
  readonly example?: true;
  /** The year in which an entry of the programme starts. */
  readonly year?: number;
}

/** From the file as it is written: a document has them before its own check. */
export const traitsOf = oncePer((document: Document): DocumentTraits => {
  const { declaration, data } = document;
  const { status = null } = data;
  // A status with a mistake in it says nothing about what visitors will see.
  const isKnown = status === null || status === 'draft' || status === 'published';
  const hidden =
    isKnown || isPrivate({ document, fields: data }) ? hiddenBecause({ document, fields: data }) : undefined;
  const alt = declaration.describesFile ? altOf(data) : undefined;
  const start = declaration.page?.programme && valueAt(data, declaration.page.programme.start);
  const year = typeof start === 'string' ? yearOf(start) : undefined;
  return {
    ...(hidden && { hidden }),
    ...(alt && { alt }),
    ...(data['$example'] === true && { example: true }),
    ...(year !== undefined && { year }),
  };
});

function altOf({ alt, localeDetails }: JsonObject): DocumentTraits['alt'] {
  const translated = isObject(localeDetails) ? Object.values(localeDetails) : [];
  const texts = [alt, ...translated.map((each) => (isObject(each) ? each['alt'] : undefined))];
  const written = texts.filter((text) => (text ?? null) !== null);
  if (written.length === 0) return undefined;
  return written.every((text) => text === '') ? 'empty' : 'text';
}

/** Undefined for a text that is not a time. */
export const yearOf = (time: string): number | undefined =>
  /^\d{4}-/.test(time) ? Number(time.slice(0, 4)) : undefined;

/** Undefined for a document that is always visible, and for one that visitors never see as such, like a workflow. */
export function absenceOf(entity: Entity): Absence | undefined {
  const { address, document, fields, faulty } = entity;
  const { visibility, fields: declared } = document.declaration;
  if (faulty?.has('status') || !(visibility || declared['status']?.schema.default === 'draft')) return undefined;
  const hidden = hiddenBecause(entity);
  if (hidden) return { address, hidden };
  const [from, until] = [visibility?.from, visibility?.until].map((path) => path && valueAt(fields, path));
  if (typeof from !== 'string' && typeof until !== 'string') return undefined;
  return {
    address,
    ...(typeof from === 'string' && { from: epochOf(from) }),
    ...(typeof until === 'string' && { until: epochOf(until) }),
  };
}

/** Why visitors never see a document at any time; undefined if they do or will. */
export function hiddenBecause(entity: Pick<Entity, 'document' | 'fields'>): 'private' | 'a draft' | undefined {
  if (isPrivate(entity)) return 'private';
  // A status that the service sets describes its own progress, not what visitors see.
  const { status } = entity.document.declaration.fields;
  return status && isInFile(status) && entity.fields['status'] !== 'published' ? 'a draft' : undefined;
}

export function isPrivate({ document: { declaration }, fields }: Pick<Entity, 'document' | 'fields'>): boolean {
  const flag = declaration.visibility?.private;
  return flag !== undefined && fields[flag] === true;
}
