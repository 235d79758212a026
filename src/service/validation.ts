/** Validates bodies against their kind's wire form, and reports many invalid fields at once. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Kind } from '../kinds/kind.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Format } from '../kinds/schema.ts';
import { createSchema, updateSchema, wireShapes } from '../kinds/wire-form.ts';
import { invalid, MOST_ERRORS, pointerBelow, type FieldProblem } from './http/problem.ts';
import type { JsonObject } from '../values/json.ts';
import { once } from '../values/once.ts';
import { onceEach } from '../values/once-each.ts';

type Verb = 'create' | 'update';

/**
 * Shared by all services in this process, because only the kind determines what a body may contain. ajv is loaded, and
 * schemas are compiled, on first use: a service that only answers reads never needs them.
 */
const validatorsOf = onceEach((verb: Verb) =>
  onceEach(async (kind: KindName) => (await compiler())(bodySchema(kindNamed(kind), verb))),
);

export async function checkBody(kind: KindName, verb: Verb, body: JsonObject): Promise<void> {
  const validate = await validatorsOf(verb)(kind);
  if (!validate(body)) throw invalid((validate.errors ?? []).filter(isInformative).map(toFieldProblem));
}

/** The most for one invalid value, of which one is shown: the others are those of its alternatives. */
const ERRORS_PER_VALUE = 10;

/** The schemas themselves are checked by the tests of the kinds: doing it here would take as long as compiling them. */
const compiler = once(async (): Promise<(schema: object) => ValidateFunction> => {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { limitErrors } = await import('./error-limit.ts');
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: false,
    meta: false,
    validateSchema: false,
    formats: FORMATS,
  });
  limitErrors(ajv, MOST_ERRORS * ERRORS_PER_VALUE);
  const $defs = wireShapes();
  return (schema) => ajv.compile({ ...schema, $defs });
});

/** Fields assigned by the service may not be sent, not even to a kind that accepts additional fields. */
function bodySchema(kind: Kind, verb: Verb): object {
  const schema = verb === 'create' ? createSchema(kind) : updateSchema(kind);
  const given = Object.keys(kind.fields).filter((name) => kind.fields[name]!.access !== undefined);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(given.map((name) => [name, false])) } };
}

/** An optional shape is `anyOf: [shape, null]`. That an invalid value is not null either is no information. */
const isInformative = ({ keyword, params }: ErrorObject): boolean =>
  keyword !== 'anyOf' && !(keyword === 'type' && params['type'] === 'null');

function toFieldProblem({ instancePath, keyword, params, message = 'is invalid' }: ErrorObject): FieldProblem {
  switch (keyword) {
    case 'required':
      return { pointer: pointerBelow(instancePath, String(params['missingProperty'])), detail: 'is required' };
    case 'false schema':
      return { pointer: instancePath, detail: 'is assigned by the service and cannot be sent' };
    case 'additionalProperties':
      return {
        pointer: pointerBelow(instancePath, String(params['additionalProperty'])),
        detail: 'is not a known field',
      };
    case 'enum':
      return { pointer: instancePath, detail: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
    case 'discriminator':
      return { pointer: `${instancePath}/type`, detail: 'must be one of the block types' };
    case 'format':
      return {
        pointer: instancePath,
        detail: `must be ${FORMAT_WORDS[String(params['format'])] ?? String(params['format'])}`,
      };
    default:
      return { pointer: instancePath, detail: message };
  }
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  instant: 'an ISO 8601 date and time with its offset',
  'object-id': 'an id of 24 hexadecimal characters',
  'web-url': 'an http or https URI, percent-encoded where it is not ASCII',
  'https-url': 'a complete https URI, percent-encoded where it is not ASCII',
  link: 'a URI, such as an http, https, mailto or tel address, percent-encoded where it is not ASCII',
  email: 'an email address',
};

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/i;

/** ISO 8601, calendar included: 30 February is rejected. */
export function isInstant(text: string): boolean {
  const match = INSTANT.exec(text);
  if (!match) return false;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [month, day] = [part(2), part(3)];
  const date = new Date(Date.UTC(part(1), month - 1, day));
  const inCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return inCalendar && part(4) < 24 && part(5) < 60 && part(6) < 60 && part(7) < 15 && part(8) < 60;
}

const CHARACTER = String.raw`[\w.~!$&'()*+,;=:@-]|%[\da-f]{2}`;
const PATH = `(?:${CHARACTER}|/)*`;
const AUTHORITY = String.raw`//(?:${CHARACTER}|\[[\da-f:.]+\])*(?:/${PATH})?`;
const TAIL = `(?:${CHARACTER}|[/?])*`;
const URI = new RegExp(String.raw`^[a-z][a-z\d+.-]*:(?:${AUTHORITY}|${PATH})(?:\?${TAIL})?(?:#${TAIL})?$`, 'i');

/** RFC 3986: non-ASCII characters are percent-encoded, or punycode in a host name. */
const isUri = (text: string): boolean => URI.test(text) && URL.canParse(text);

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return isUri(text) && schemes.includes(new URL(text).protocol);
}

export const FORMATS: Readonly<Record<Format, (text: string) => boolean>> = {
  instant: isInstant,
  'object-id': (text) => /^[0-9a-f]{24}$/i.test(text),
  'web-url': (text) => hasScheme(text, ['http:', 'https:']),
  'https-url': (text) => hasScheme(text, ['https:']),
  link: isUri,
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};
