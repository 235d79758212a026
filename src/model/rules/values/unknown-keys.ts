import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { isObject } from '../../../values/json.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { propertySchema } from '../../../kinds/walk.ts';
import { NO_PROBLEM, type ValueInDocument, type ValueRule } from '../rule.ts';
import { withoutText } from './secrets.ts';

export const unknownKeys: ValueRule = {
  codes: ['unknown-key', 'extra-key', 'read-only-field'],
  check(visited) {
    const { schema, value } = visited;
    if (!isObject(value) || !schema.properties || schema.additionalProperties === true) return NO_PROBLEM;
    if (schema['x-sensitive']) return NO_PROBLEM;
    return Object.keys(value)
      .filter((key) => propertySchema(schema, key) === undefined)
      .map((key) => (visited.path.length === 0 ? unknownField(visited, key) : extraKey(visited, key)));
  },
};

function unknownField(visited: ValueInDocument, key: string): Diagnostic {
  const { kind, schema } = visited;
  const at = spanOf(visited, key);
  if (Object.hasOwn(kind.fields, key)) {
    return diagnose('read-only-field', at, `\`${key}\` is set by the service, not by files`, {
      suggestion: 'remove it',
    });
  }
  const code = kind.closed || key.startsWith('$') ? 'unknown-key' : 'extra-key';
  const title = kind.title.toLowerCase();
  return diagnose(code, at, `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title} has no field \`${key}\``, {
    suggestion:
      didYouMean(key, Object.keys(schema.properties ?? {}), '`') ??
      `run gitcast explain ${kind.name} to list the fields`,
  });
}

function extraKey(visited: ValueInDocument, key: string): Diagnostic {
  const declared = Object.keys(visited.schema.properties ?? {});
  return diagnose('extra-key', spanOf(visited, key), `\`${key}\` is not a known key here`, {
    suggestion:
      didYouMean(key, declared, '`') ??
      (declared.length === 0 ? 'nothing is expected here' : `known keys: ${declared.join(', ')}`),
  });
}

/** Next to a credential, an unknown key may be its misspelt name, so its value is not shown. */
function spanOf({ document, schema, path }: ValueInDocument, key: string): Span {
  const span = document.source.keySpan([...path, key]);
  const hasSecrets = Object.values(schema.properties ?? {}).some((property) => property['x-sensitive']);
  return hasSecrets ? withoutText(span) : span;
}
