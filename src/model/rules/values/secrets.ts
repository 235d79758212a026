import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Json, type Path } from '../../../values/json.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';
import type { Document } from '../../../content/document.ts';
import { secretKeyPaths } from '../../../values/secret-reference.ts';

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
      return diagnose('plain-secret', withoutText(keySpan()), `\`${field}\` holds a credential in plain text`, {
        suggestion,
      });
    }
    if (VARIABLE.test(variable)) {
      const { secrets: listed, keys = [] } = library.settings;
      if (keys.includes(variable)) return keyOfTarget(variable, name, valueSpan());
      return listed && !listed.includes(variable) ? unlisted(variable, listed, valueSpan()) : NO_PROBLEM;
    }
    return diagnose('bad-name', withoutText(keySpan()), `\`${field}\` does not name an environment variable`, {
      suggestion: 'a name has only letters, digits and _; the credential itself is the value of the variable',
    });
  },
};

const keyOfTarget = (variable: string, own: string, at: Span): Diagnostic =>
  diagnose('unlisted-secret', at, `\`${variable}\` is a key or a token, which documents can never send`, {
    suggestion: `use a separate variable, such as { $env: ${own} }, and list it under \`secrets:\` in gitcast.config.yaml`,
  });

function unlisted(variable: string, listed: readonly string[], at: Span): Diagnostic {
  const message = `the secret \`${variable}\` is not listed in gitcast.config.yaml, so it is not sent`;
  const line = `secrets: [${[...listed, variable].join(', ')}]`;
  return diagnose('unlisted-secret', at, message, {
    suggestion:
      didYouMean(variable, listed, '`') ??
      `${listed.length === 0 ? 'add the line' : 'change the list to'} \`${line}\` in gitcast.config.yaml`,
  });
}

function namedVariable(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value['$env'] === 'string' ? value['$env'] : undefined;
}

export const withoutText = (span: Span): Span => ({ ...span, lineText: '' });

/**
 * `{ $env: NAME }` in a field that is not declared as a secret: it would put a variable into content that others read.
 * `sensitive`: the paths of the document's fields for secrets.
 */
export function misplacedSecrets(document: Document, sensitive: readonly Path[]): readonly Diagnostic[] {
  const places = new Set(sensitive.map((path) => path.join('\0')));
  const isBelow = (path: Path): boolean => path.some((_, index) => places.has(path.slice(0, index).join('\0')));
  return secretKeyPaths(document.data)
    .filter((path) => !isBelow(path))
    .map((path) => misplaced(document, path));
}

function misplaced({ kind, source }: Document, path: Path): Diagnostic {
  const isInNode = kind === 'workflow' && path[0] === 'nodes' && path[2] === 'config';
  const message = isInNode
    ? 'the configuration of a workflow node cannot hold a secret: everyone who can read the workflow can read it'
    : 'this field cannot hold a secret: everyone who can read the content can read it';
  const instead = isInNode ? "enter it in the service's own editor and leave it out of the file" : 'remove it';
  return diagnose('misplaced-secret', withoutText(source.keySpan(path)), message, {
    suggestion: `${instead}; to send \`$env\` as plain data, write \`$$env\``,
  });
}
