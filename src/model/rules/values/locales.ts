import { diagnose, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject } from '../../../values/json.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isLanguage, shortTag } from '../../../values/language.ts';
import { LOCALES } from '../../../kinds/shapes/primitives.ts';
import type { ModelSettings } from '../../broadcast.ts';
import { NO_PROBLEM, type Problems, type ValueRule } from '../rule.ts';

const isOfService = (key: string): boolean => (LOCALES as readonly string[]).includes(key);
const used = (key: string): string => `use ${nearest(shortTag(key).slice(0, 2), LOCALES) ?? 'fr, en or es'}`;

/** `localeDetails` is sent, so it has only the service's languages. The site can have others. */
export const locales: ValueRule = {
  codes: ['unknown-locale', 'locale-not-shown'],
  check({ value, path, document, kind, library }) {
    const table = path.at(-1);
    if (!isObject(value)) return NO_PROBLEM;
    const problem = (key: string, message: string, suggestion: string) =>
      diagnose('unknown-locale', document.source.keySpan([...path, key]), message, { suggestion });
    if (table === 'localeDetails') {
      return Object.keys(value)
        .filter((key) => !isOfService(key))
        .map((key) =>
          isLanguage(key)
            ? problem(
                key,
                `\`${key}\` is not a language of the service`,
                `move it to \`$locales\`, which only the site uses`,
              )
            : problem(key, `\`${key}\` is not a language of the service`, used(key)),
        );
    }
    if (path.length !== 1 || (table !== '$locales' && table !== '$words')) return NO_PROBLEM;
    const isSent = table === '$locales' && Object.hasOwn(kind.fields, 'localeDetails');
    return Object.keys(value).flatMap((key) => {
      if (!isLanguage(key)) return [problem(key, `\`${key}\` is not the tag of a language`, used(key))];
      if (!isSent || !isOfService(key))
        return document.inherited
          ? []
          : localeNotShown(key, library.settings, () => document.source.keySpan([...path, key]));
      return [problem(key, `\`${key}\` is a language of the service`, 'move it to `localeDetails`, which is sent')];
    });
  },
};

/** Folders that several broadcasts share have the languages of all. */
export function localeNotShown(
  locale: string,
  { locales: shown }: Pick<ModelSettings, 'locales'>,
  at: () => Span,
): Problems {
  if (shown.includes(locale)) return NO_PROBLEM;
  return diagnose(
    'locale-not-shown',
    at(),
    `no page shows this: \`${locale}\` is not a language of the site (${shown.join(', ')})`,
    {
      suggestion: `add \`${locale}\` to \`site.locales\` in gitcast.config.yaml, or remove the translation`,
    },
  );
}
