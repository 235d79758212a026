/** Credentials in objects that the interface leaves undefined, such as the settings of a workflow node. */
import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Json, type Path } from '../../../values/json.ts';
import { propertySchema } from '../../../kinds/walk.ts';
import { NO_PROBLEM, type Problems, type ValueInDocument, type ValueRule } from '../rule.ts';
import { withoutText } from './secrets.ts';
import { append } from '../../../values/long-lists.ts';

const TELLING =
  /(?:^|[_.-])(?:secret(?:[_-]key)?|passw(?:or)?d|passphrase|token|(?:api|access|private)[_-]?key|credentials?|authorization)$/;

export const namesCredential = (name: string): boolean => TELLING.test(separated(name));

export const credentialNames: ValueRule = {
  codes: ['looks-like-secret'],
  check(visited) {
    const { schema, value, path } = visited;
    if (!isObject(value) || schema['x-sensitive']) return NO_PROBLEM;
    let found: Diagnostic[] | undefined;
    for (const key of Object.keys(value)) {
      if (propertySchema(schema, key) !== undefined) continue;
      append((found ??= []), [problems(visited, [...path, key], value[key]!)].flat());
    }
    return found ?? NO_PROBLEM;
  },
};

function problems(visited: ValueInDocument, path: Path, value: Json): Problems {
  if (Array.isArray(value)) return value.flatMap((each: Json, index) => problems(visited, [...path, index], each));
  if (isObject(value)) return Object.entries(value).flatMap(([key, each]) => problems(visited, [...path, key], each));
  const name = String(path.at(-1));
  if (typeof value !== 'string' || !isLiteral(value) || !namesCredential(name)) return NO_PROBLEM;
  const at = withoutText(visited.document.source.keySpan(path));
  return diagnose(
    'looks-like-secret',
    at,
    `\`${name}\` seems to hold a credential: a text of ${value.length} characters`,
    {
      suggestion:
        "if it is one, remove it here and enter it in the service's own editor: this field cannot name a secret",
    },
  );
}

/** `apiKey` as `api_key`. */
const separated = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

/** A single word, like a credential: not a sentence about one, and not a placeholder for one. */
const isLiteral = (text: string): boolean => /^(?:(?:Bearer|Basic) )?[^\s{}<>$]{6,}$/.test(text);
