/** Checks that each attribute of a drawing is known and that its value refers to nothing outside the file. */
import { assertNever } from '../../diagnostics/errors.ts';
import { attributeUse, isAnimatable, isData, isEditor, SVG, XLINK, XML } from './svg-names.ts';
import { outside, styleProblem } from './svg-style.ts';

/** An attribute with its namespace; '' without a prefix. */
export interface NamedAttribute {
  readonly namespace: string;
  readonly local: string;
  /** As written. */
  readonly name: string;
  readonly value: string;
}

interface Element {
  readonly namespace: string;
  readonly local: string;
}

const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i;
const SHOWS_PICTURES = new Set(['image', 'feImage']);
const XML_ATTRIBUTES = new Set(['space', 'lang', 'id']);
const XLINK_ATTRIBUTES = new Set(['title', 'type', 'role', 'show', 'actuate', 'arcrole']);

/** The reason why an SVG with this attribute must not be published. */
export function attributeProblem(attribute: NamedAttribute, element: Element): string | undefined {
  const { namespace, local, name, value } = attribute;
  // Attributes that an old or unusual browser might treat as an event or a link are refused on every element.
  if (/^on/i.test(local)) return `it reacts to events (${name})`;
  if (isEditor(namespace) || isData(namespace)) return undefined;
  if (namespace === XML) return XML_ATTRIBUTES.has(local) ? undefined : notAllowed(name, element);
  if (element.namespace !== SVG) {
    return namespace === '' && !/href|src/i.test(local) ? undefined : notAllowed(name, element);
  }
  if (local === 'href' && (namespace === '' || namespace === XLINK)) return referenceProblem(value, element.local);
  if (namespace === XLINK) return XLINK_ATTRIBUTES.has(local) ? undefined : notAllowed(name, element);
  if (namespace !== '') return notAllowed(name, element);
  if (local === 'attributeName') return isAnimatable(value.trim()) ? undefined : `it animates ${value.trim()}`;
  const use = attributeUse(local);
  switch (use) {
    case 'style':
      return styleProblem(value);
    case 'words':
      return undefined;
    case undefined:
      return element.local === 'style' && local === 'type' ? undefined : notAllowed(name, element);
    default:
      return assertNever(use);
  }
}

/** Links are refused too: on a page they do nothing, and in a drawing opened directly they would lead visitors away. */
function referenceProblem(value: string, element: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out
  const reference = value.replace(/[\u0000-\u0020]/g, '');
  if (reference === '' || reference.startsWith('#')) return undefined;
  if (SHOWS_PICTURES.has(element) && PICTURE.test(reference)) return undefined;
  return /^[a-z0-9+.-]*script:/i.test(reference) ? 'it has a script in a link' : outside(value);
}

const notAllowed = (name: string, { local }: Element): string =>
  `it has the attribute ${name} on <${local}>, which is not allowed in drawings`;
