import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Json } from '../../../values/json.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Any value here except `{ $env: NAME }` may be the credential itself: a text, a number, a list, or the name given to
 * `$env`. Only this rule reports it, it shows the key instead of the value, and no message repeats the value.
 */
export const secrets: ValueRule = {
  codes: ['plain-secret', 'bad-name', 'unlisted-secret'],
  check({ schema, value, path, kind, library, keySpan, valueSpan }) {
    if (!schema['x-sensitive'] || value === null) return NO_PROBLEM;
    const field = String(path.at(-1));
    const name = `${kind.name}_${field}`.toUpperCase();
    const suggestion = `set an environment variable, list it under \`secrets:\` in gitcast.config.yaml, and write { $env: ${name} }`;
    const variable = namedVariable(value);
    if (variable === undefined) {
      return [
        diagnose('plain-secret', withoutText(keySpan()), `\`${field}\` holds a credential in plain text`, {
          suggestion,
        }),
      ];
    }
    if (VARIABLE.test(variable)) {
      const { secrets: known, keys = [] } = library.settings;
      if (keys.includes(variable)) return [keyOfTarget(variable, name, valueSpan())];
      return known && !known.includes(variable) ? [unlisted(variable, known, valueSpan())] : NO_PROBLEM;
    }
    return [
      diagnose('bad-name', withoutText(keySpan()), `\`${field}\` does not name an environment variable`, {
        suggestion: 'a name has only letters, digits and _; the credential itself is the value of the variable',
      }),
    ];
  },
};

const keyOfTarget = (variable: string, own: string, at: Span): Diagnostic =>
  diagnose('unlisted-secret', at, `\`${variable}\` is the key of a target, which documents can never send`, {
    suggestion: `use a separate variable, such as { $env: ${own} }, and list it under \`secrets:\` in gitcast.config.yaml`,
  });

function unlisted(variable: string, known: readonly string[], at: Span): Diagnostic {
  const message = `the secret \`${variable}\` is not listed in gitcast.config.yaml, so it is not sent`;
  const meant = nearest(variable, known);
  if (meant !== undefined)
    return diagnose('unlisted-secret', at, message, { suggestion: `did you mean \`${meant}\`?` });
  const line = `secrets: [${[...known, variable].join(', ')}]`;
  return diagnose('unlisted-secret', at, message, {
    suggestion: `${known.length === 0 ? 'add the line' : 'change the list to'} \`${line}\` in gitcast.config.yaml`,
  });
}

function namedVariable(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value['$env'] === 'string' ? value['$env'] : undefined;
}

export const withoutText = (span: Span): Span => ({ ...span, lineText: '' });
