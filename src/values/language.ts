/** Languages by their tags, such as `fr`, `pt-BR` and `zh-Hant`. */
const TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** Asking Intl the first time takes thirty milliseconds, a tenth of a `validate`. These need no question. */
export const COMMON = 'ar ca cs da de el en es eu fi fr he hu it ja ko nl pl pt ro ru sv tr uk zh'.split(' ');

let names: Intl.DisplayNames | undefined;

/** True for the tag of a language that exists: `notes.old.md` is not in the language `old`. */
export function isLanguage(tag: string): boolean {
  if (!TAG.test(tag)) return false;
  const language = tag.split('-', 1)[0]!;
  if (COMMON.includes(language)) return true;
  // `eng` and `fra` are in no list of site languages: the tag is `en`, `fr`.
  if (language.length === 3 && shortTag(language) !== language) return false;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(language) !== undefined;
}

/** `en` for `eng`, and the same for a language that has no shorter tag. */
export const shortTag = (tag: string): string => (/^[a-z]{3}$/i.test(tag) ? Intl.getCanonicalLocales(tag)[0]! : tag);

const ownNames = new Map<string, string>();

/** The name of a language in itself, such as `Deutsch`. */
export function languageName(tag: string): string {
  let name = ownNames.get(tag);
  if (name === undefined) {
    const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
    ownNames.set(tag, (name = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1)));
  }
  return name;
}

const RIGHT_TO_LEFT = /^(?:Adlm|Arab|Aran|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/;

const directions = new Map<string, 'ltr' | 'rtl'>();

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  let direction = directions.get(tag);
  if (direction === undefined) {
    direction = RIGHT_TO_LEFT.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
    directions.set(tag, direction);
  }
  return direction;
}
