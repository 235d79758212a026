import { diagnose } from '../../../diagnostics/diagnostic.ts';
import { isObject } from '../../../values/json.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { LOCALES } from '../../../kinds/shapes/primitives.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

const TABLES_OF_LOCALES: readonly unknown[] = ['localeDetails', '$locales', '$words'];

export const locales: ValueRule = {
  codes: ['unknown-locale'],
  check({ value, path, document }) {
    if (!TABLES_OF_LOCALES.includes(path.at(-1)) || !isObject(value)) return NO_PROBLEM;
    return Object.keys(value)
      .filter((key) => !(LOCALES as readonly string[]).includes(key))
      .map((key) =>
        diagnose(
          'unknown-locale',
          document.source.keySpan([...path, key]),
          `\`${key}\` is not a language of the service`,
          {
            suggestion: `use ${nearest(key.slice(0, 2), LOCALES) ?? 'fr, en or es'}`,
          },
        ),
      );
  },
};
