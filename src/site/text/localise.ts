/** A document's texts in one language: its translation overrides its own fields. */
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { typeset } from './typography.ts';

/** A text on a page, with its language if it differs from the page's. */
export interface Text {
  readonly text: string;
  readonly lang?: Locale | undefined;
}

export interface Localised<F> {
  readonly fields: F;
  /** The language of a field, if it differs from the requested one. */
  langOf(name: string): Locale | undefined;
  text(name: keyof F & string): Text | undefined;
}

export type AnyEntity = Pick<Entity, 'local'> & { readonly fields: object };

export function localise<E extends AnyEntity>(
  entity: E,
  { locale, locales }: { readonly locale: Locale; readonly locales: readonly Locale[] },
): Localised<E['fields']> {
  const own = entity.fields as JsonObject;
  const details = isObject(own['localeDetails']) ? own['localeDetails'][locale] : undefined;
  const local = entity.local.locales[locale];
  // Most documents have no translation, and their fields need no copy.
  const translation = local || details ? filledIn({ ...local, ...(isObject(details) ? details : {}) }) : UNTRANSLATED;
  const written = (own['defaultLocale'] as Locale | null | undefined) ?? locales[0]!;
  const fields = translation === UNTRANSLATED ? own : { ...own, ...translation };
  const langOf = (name: string): Locale | undefined =>
    written === locale || Object.hasOwn(translation, name) ? undefined : written;
  return {
    fields: fields as E['fields'],
    langOf,
    text(name) {
      const value = fields[name];
      if (typeof value !== 'string' || value.trim() === '') return undefined;
      const lang = langOf(name);
      return textIn(typeset(value, lang ?? locale), lang);
    },
  };
}

const UNTRANSLATED: JsonObject = {};

export const textIn = (text: string, lang: Locale | undefined): Text => (lang ? { text, lang } : { text });

/** `null` in a translation means "not translated", not that the text is empty in that language. */
const filledIn = (fields: { readonly [name: string]: Json }): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
