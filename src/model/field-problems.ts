/** Converts the validator's errors of a document to diagnostics that a person can act on. */
import type { Document } from '../content/document.ts';
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { formatPath, valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { BLOCK_TYPES } from '../kinds/shapes/block.ts';
import { validators as generated } from '../generated/validators.ts';

/** An error as ajv reports it. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Validator = ((data: unknown) => boolean) & { errors?: readonly SchemaError[] | null };

/** Validates a file against the schema of its kind, by the kind's name. */
export type Validators = Readonly<Record<string, Validator>>;

export const ownValidators: Validators = generated;

export interface FieldProblem {
  readonly diagnostic: Diagnostic;
  /** The field with the error; undefined if it concerns the whole document. */
  readonly field: string | undefined;
}

/** `ruled`: the paths of values that have a rule of their own, which shows nothing of a credential. */
export function fieldProblems(
  document: Document,
  ruled: readonly Path[],
  validators: Validators = ownValidators,
): readonly FieldProblem[] {
  const validate = validators[document.kind]!;
  const { data } = document;
  if (validate(data)) return [];
  const hidden = ruled.map((path) => `/${path.join('/')}`);
  const isHidden = ({ instancePath }: SchemaError): boolean =>
    hidden.some((path) => instancePath === path || instancePath.startsWith(`${path}/`));
  return withoutEchoes((validate.errors ?? []).filter(isMeaningful))
    .filter((error) => !isHidden(error) && !isMisspelt(error, document))
    .map((error) => ({
      diagnostic: toDiagnostic(error, document, data),
      field: toPath(error.instancePath, data)[0]?.toString(),
    }));
}

/**
 * An optional reference is declared as `anyOf: [reference, null]`, so a wrong value there is also reported as not being
 * null. The menu's sections have their own rule, with a better explanation.
 */
function isMeaningful({ keyword, params }: SchemaError): boolean {
  if (keyword === 'anyOf' || (keyword === 'type' && params['type'] === 'null')) return false;
  return !(keyword === 'required' && params['missingProperty'] === 'sections');
}

/** One value may fail several checks for the same reason: a number in place of an allowed word is also not text. */
function withoutEchoes(errors: readonly SchemaError[]): readonly SchemaError[] {
  const reported = new Map<string, string>();
  for (const keyword of ['type', 'enum', 'discriminator']) {
    for (const error of errors) if (error.keyword === keyword) reported.set(error.instancePath, keyword);
  }
  return errors.filter(({ instancePath, keyword }) => (reported.get(instancePath) ?? keyword) === keyword);
}

/** A required field whose name is misspelt is reported once, at the name. */
function isMisspelt({ keyword, instancePath, params }: SchemaError, { declaration, data }: Document): boolean {
  if (keyword !== 'required' || instancePath !== '') return false;
  const { fields, closed } = declaration;
  const strangers = Object.keys(data).filter((key) => !Object.hasOwn(fields, key) && !key.startsWith('$'));
  return closed && strangers.some((key) => nearest(key, Object.keys(fields)) === params['missingProperty']);
}

/** A document without front matter has no lines for fields either. */
function addition(missing: string, { data, body }: Document): string {
  return body !== undefined && Object.keys(data).length === 0
    ? `start the file with three lines: ---, \`${missing}: …\` and ---`
    : `add a line \`${missing}: …\``;
}

function toDiagnostic(
  { keyword, instancePath, params }: SchemaError,
  document: Document,
  data: JsonObject,
): Diagnostic {
  const path = toPath(instancePath, data);
  const value = valueAt(data, path) ?? null;
  const { source } = document;
  const at = source.valueSpan(path);
  const limit = params['limit'];
  switch (keyword) {
    case 'required': {
      const missing = String(params['missingProperty']);
      const where = path.length === 0 ? '' : ` in ${formatPath(path)}`;
      return diagnose('missing-field', source.keySpan(path), `\`${missing}\` is missing${where}`, {
        suggestion: addition(missing, document),
      });
    }
    case 'type':
      return diagnose('wrong-type', at, `expected ${inWords(params['type'])}, found ${describe(value)}`, {
        suggestion: retyped(params['type'], value, written(at)),
      });
    case 'enum':
    case 'const':
      return notAllowed(
        document,
        path,
        value,
        (params['allowedValues'] ?? [params['allowedValue']]) as readonly Json[],
      );
    case 'discriminator':
      return unknownBlockType(document, [...path, String(params['tag'])], (params['tagValue'] ?? null) as Json);
    case 'pattern':
      return String(params['pattern']).startsWith('^#')
        ? diagnose('bad-colour', at, `${describe(value)} is not a colour`, { suggestion: 'write it like "#0b3c49"' })
        : diagnose('bad-name', at, `${describe(value)} is not a valid name here`, {
            suggestion: `it must match ${String(params['pattern'])}`,
          });
    case 'minLength':
    case 'minItems':
      return diagnose('wrong-length', at, `this must have at least ${count(limit, value)}`);
    case 'maxLength':
    case 'maxItems':
      return diagnose('wrong-length', at, `this may have at most ${count(limit, value)}, but has ${lengthOf(value)}`);
    case 'minimum':
    case 'maximum':
      return diagnose(
        'out-of-range',
        at,
        `${describe(value)} is out of range: it must be ${String(params['comparison'])} ${String(limit)}`,
      );
    default:
      return diagnose('wrong-type', at, `${describe(value)} is not valid here (${keyword})`);
  }
}

function notAllowed({ source }: Document, path: Path, value: Json, allowed: readonly Json[]): Diagnostic {
  const words = allowed.filter((word) => typeof word === 'string');
  const meant = typeof value === 'string' ? nearest(value, words) : undefined;
  return diagnose(
    'not-allowed',
    source.valueSpan(path),
    `${describe(value)} is not allowed for \`${formatPath(path)}\``,
    {
      suggestion: meant === undefined ? `use one of ${words.join(', ')}` : `did you mean \`${meant}\`?`,
      ...(meant !== undefined && { notes: [{ message: `allowed: ${words.join(', ')}` }] }),
    },
  );
}

function unknownBlockType(document: Document, path: Path, value: Json): Diagnostic {
  return value === null
    ? diagnose('missing-field', document.source.valueSpan(path.slice(0, -1)), 'a block needs its `type`', {
        suggestion: `one of ${BLOCK_TYPES.join(', ')}`,
      })
    : notAllowed(document, path, value, BLOCK_TYPES);
}

function toPath(pointer: string, data: JsonObject): Path {
  const path: (string | number)[] = [];
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(data, path)) ? Number(key) : key);
  }
  return path;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
  null: 'nothing',
};

function inWords(types: unknown): string {
  const names = (Array.isArray(types) ? types : String(types).split(',')).filter((name) => name !== 'null');
  return names.map((name) => TYPES[name as string] ?? String(name)).join(' or ');
}

function describe(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a group of fields';
  if (typeof value !== 'string') return `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
  return value.length > 60 ? `\`${value.slice(0, 57)}…\`` : `\`${value}\``;
}

/** The same value as the expected type, if only the quotes differ. */
function retyped(types: unknown, value: Json, text: string): string | undefined {
  const wanted = Array.isArray(types) ? types : [types];
  if (wanted.includes('string') && (typeof value === 'number' || typeof value === 'boolean'))
    return text === '' ? 'put it in quotes' : `put it in quotes: "${text}"`;
  if (typeof value !== 'string')
    return wanted.includes('array') && value !== null ? 'start each entry with a hyphen' : undefined;
  if (wanted.includes('boolean') && /^(yes|on|oui|si|y)$/i.test(value)) return 'write true';
  if (wanted.includes('boolean') && /^(no|off|non|n)$/i.test(value)) return 'write false';
  const isNumeric = value.trim() !== '' && Number.isFinite(Number(value));
  if ((wanted.includes('number') || wanted.includes('integer')) && isNumeric) return `write ${value} without quotes`;
  return wanted.includes('array') ? 'start each entry with a hyphen' : undefined;
}

/** A value as it is written: 1.10 and 64e1 change when they are parsed as numbers. */
const written = ({ lineText, column, length }: Span): string => lineText.slice(column - 1, column - 1 + length);

const lengthOf = (value: Json): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : 0;

function count(limit: unknown, value: Json): string {
  const noun = typeof value === 'string' ? 'character' : 'entry';
  const plural = noun === 'entry' ? 'entries' : 'characters';
  return `${String(limit)} ${limit === 1 ? noun : plural}`;
}
