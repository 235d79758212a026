import { styleProblem } from './svg-style.ts';
import type { XmlAttribute } from './xml.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i;

export const hasHtmlNamespace = (attributes: readonly XmlAttribute[]): boolean =>
  attributes.some(({ name, value }) => /^xmlns(?::|$)/i.test(name) && value.trim() === HTML);

/** Why an SVG with this attribute must not be published. */
export function attributeProblem({ name, value }: XmlAttribute, element: string): string | undefined {
  if (/^xmlns(?::|$)/i.test(name)) return undefined;
  const local = name.slice(name.indexOf(':') + 1).toLowerCase();
  if (local.startsWith('on')) return `it reacts to events (${name})`;
  if (name.toLowerCase() === 'xml:base') return 'it changes what its references mean (xml:base)';
  if (local === 'href' || local === 'src') return referenceProblem(value, element);
  if (local === 'attributename') return animationProblem(value);
  return styleProblem(value);
}

function referenceProblem(value: string, element: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out
  const reference = value.replace(/[\u0000-\u0020]/g, '');
  if (reference === '' || reference.startsWith('#') || PICTURE.test(reference)) return undefined;
  if (element === 'a' && /^https?:/i.test(reference)) return undefined;
  return /^[a-z0-9+.-]*script:/i.test(reference)
    ? 'it has a script in a link'
    : `it refers to something outside of itself (${value.slice(0, 60)})`;
}

/** An animation may set what the element itself may not have. */
function animationProblem(attribute: string): string | undefined {
  const local = attribute
    .trim()
    .slice(attribute.trim().indexOf(':') + 1)
    .toLowerCase();
  return local === 'href' || local.startsWith('on') ? `it animates ${attribute.trim()}` : undefined;
}
