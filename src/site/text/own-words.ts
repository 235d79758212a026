import type { Locale } from '../../kinds/shapes/primitives.ts';
import { textIn, type Text } from './localise.ts';
import type { Scope } from '../scope.ts';
import { withUnbrokenMarks } from './typography.ts';

/** A title in the broadcast's bars or menu: translated if `$words` has a translation, else marked with its language. */
export function ownWords(own: string, scope: Scope): Text {
  const { site, locale } = scope;
  const lang = foreign(scope);
  const words = site.words[locale];
  if (lang !== undefined && words && Object.hasOwn(words, own)) return { text: withUnbrokenMarks(words[own]!, locale) };
  return textIn(withUnbrokenMarks(own, lang ?? locale), lang);
}

/** The language of the broadcast's own titles, if it differs from the page's. */
export function foreign({ site, locale }: Scope): Locale | undefined {
  const written = site.root.home?.defaultLocale ?? site.locales[0]!;
  return written === locale ? undefined : written;
}
