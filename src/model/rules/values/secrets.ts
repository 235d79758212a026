import { diagnose, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Json } from '../../../diagnostics/json.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Whatever stands here but `{ $env: NAME }` may be the credential itself: a text, a number, a list, the name that is given
 * to `$env`. So this rule alone speaks about it, the key is shown instead of the value, and no message repeats it.
 */
export const secrets: ValueRule = {
  codes: ['plain-secret', 'bad-name'],
  check({ schema, value, path, kind, keySpan }) {
    if (!schema['x-sensitive'] || value === null) return NO_PROBLEM;
    const field = String(path.at(-1));
    const name = `${kind.name}_${field}`.toUpperCase();
    const suggestion = `set an environment variable and write { $env: ${name} }`;
    const variable = namedVariable(value);
    if (variable === undefined) {
      return [
        diagnose('plain-secret', withoutText(keySpan()), `\`${field}\` holds a credential in plain text`, {
          suggestion,
        }),
      ];
    }
    if (VARIABLE.test(variable)) return NO_PROBLEM;
    return [
      diagnose('bad-name', withoutText(keySpan()), `\`${field}\` does not give the name of an environment variable`, {
        suggestion: 'a name has letters, digits and _ only; the credential itself is the value of the variable',
      }),
    ];
  },
};

function namedVariable(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value['$env'] === 'string' ? value['$env'] : undefined;
}

export const withoutText = (span: Span): Span => ({ ...span, lineText: '' });
