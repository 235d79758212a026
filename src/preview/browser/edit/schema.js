// Reads declarations: which schema a value has, the words for it, and what a new value starts from.

/** @typedef {import('../../../kinds/schema.ts').JsonSchema} JsonSchema */
/** @typedef {JsonSchema & { shape?: string }} Resolved with the name of its shape, if it has one */
/** @typedef {import('../../../editing/protocol.ts').Forms} Forms */

const REFERENCE = '#/$defs/';

/**
 * The schema of a value, with references and alternatives resolved. Where anything is allowed, the value decides.
 *
 * @param {JsonSchema} schema
 * @param {Forms['shapes']} shapes
 * @returns {Resolved}
 */
export function resolve(schema, value, shapes) {
  const inside = (next, shape) => {
    const found = resolve(next, value, shapes);
    return { ...found, shape: shape ?? found.shape, description: schema.description ?? found.description };
  };
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(REFERENCE.length);
    // A shape is described for people who write files.
    return { ...inside(shapes[name], name), description: schema.description };
  }
  if (schema.anyOf) return inside(schema.anyOf[0]);
  if (schema.discriminator) {
    const variant = variantsOf(schema, shapes).find(({ type }) => type === value?.[schema.discriminator.propertyName]);
    return variant ? inside(variant.schema) : { type: 'object', properties: {} };
  }
  const isOpen = schema.type === undefined && schema.properties === undefined && schema.const === undefined;
  return isOpen ? { ...inferred(value), description: schema.description } : schema;
}

/**
 * The types that a value such as a block may have.
 *
 * @param {JsonSchema} schema
 */
export function variantsOf(schema, shapes) {
  const { discriminator, oneOf = [] } = schema.$ref ? shapes[schema.$ref.slice(REFERENCE.length)] : schema;
  if (!discriminator) return [];
  return oneOf.map((each) => {
    const { properties, description } = shapes[each.$ref.slice(REFERENCE.length)];
    return { type: properties[discriminator.propertyName].const, about: description, schema: each };
  });
}

/** @returns {JsonSchema} */
function inferred(value) {
  if (Array.isArray(value)) return { type: 'array', items: {} };
  if (isObject(value)) return { type: 'object', additionalProperties: {} };
  if (typeof value === 'number') return { type: 'number' };
  return { type: typeof value === 'boolean' ? 'boolean' : 'string' };
}

/**
 * A small value to start from; empty where an example makes up a picture or a document.
 *
 * @param {JsonSchema} schema
 * @param {Forms} forms
 * @param {string} [type]
 */
export function starterOf(schema, forms, type) {
  const { shape } = resolve(schema, undefined, forms.shapes);
  const example = forms.examples[type === undefined ? shape : `${shape}.${type}`];
  return example === undefined ? undefined : withoutPointers(schema, example, forms.shapes);
}

function withoutPointers(declared, value, shapes) {
  const schema = resolve(declared, value, shapes);
  if (schema['x-pointer'] || schema['x-media']) return '';
  if (Array.isArray(value)) return value.map((each) => withoutPointers(schema.items ?? {}, each, shapes));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutPointers(schema.properties?.[key] ?? {}, each, shapes)]),
  );
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export const valueAt = (value, path) => path.reduce((found, key) => found?.[key], value);
/** @param {JsonSchema} schema @returns {string[]} */
export const typesOf = ({ type }) => [type ?? []].flat();

/** `start_time` and `hostIds` in words: Start time, Hosts. */
export function wordsOf(name, schema = {}) {
  const isPointer = Boolean(schema['x-pointer'] ?? schema.items?.['x-pointer']);
  const pointed = name.replace(/y(?:_id|Id)s$/, 'ies').replace(/(?:_id|Id)(s?)$/, '$1');
  const words = (isPointer ? pointed.replace(/^broadcast(?=[A-Z])/, '') : name)
    .replace(/^[$_]+/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(?:id|seo|url)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TELLS_LITTLE = ['type', 'key', 'format', 'family', 'status'];
const LONGEST = 70;

/** A value in a few words: its first text, with documents by their titles. */
export function excerptOf(value, titles) {
  const found = firstText(value, titles);
  return found.length > LONGEST ? `${found.slice(0, LONGEST)}…` : found;
}

function firstText(value, titles) {
  if (typeof value === 'string') return titles[value] ?? value.trim().replaceAll(/\s+/g, ' ');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  for (const [key, each] of Object.entries(value)) {
    const text = TELLS_LITTLE.includes(key) ? '' : firstText(each, titles);
    if (text !== '') return text;
  }
  return '';
}

/** Only letters and digits: a page has other quotes and spaces than its source, and no Markdown or addresses of links. */
const bare = (text) =>
  text
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const SHORTEST_PART = 12;

/** The path of the text that a part of a page shows: the same one, or a longer one that has it inside. */
export function findText(value, shown) {
  const wanted = bare(shown);
  if (wanted === '') return undefined;
  let around;
  const search = (each, path) => {
    if (typeof each === 'string') {
      const text = bare(each);
      if (text === wanted) return path;
      if (wanted.length >= SHORTEST_PART && text.includes(wanted)) around ??= path;
    } else if (typeof each === 'object' && each !== null) {
      for (const [key, inner] of Object.entries(each)) {
        const found = search(inner, [...path, Array.isArray(each) ? Number(key) : key]);
        if (found) return found;
      }
    }
    return undefined;
  };
  return search(value, []) ?? around;
}
