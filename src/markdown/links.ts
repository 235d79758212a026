/** Finds the links and images in a text, and replaces their destinations. All other characters stay unchanged. */
import { assertNever } from '../diagnostics/errors.ts';
import { MAY_HAVE_LINKS } from './reading-pass.ts';
import { readText, type LinkForm, type TextLink } from './reading.ts';

export type { TextLink } from './reading.ts';

export const linksIn = (text: string): readonly TextLink[] =>
  MAY_HAVE_LINKS.test(text) ? readText(text).links : NO_LINKS;

const NO_LINKS: readonly TextLink[] = [];

/** `written` returns the new destination, or undefined to keep the old one. */
export function withDestinations(text: string, written: (link: TextLink) => string | undefined): string {
  let result = '';
  let copied = 0;
  for (const link of linksIn(text)) {
    const destination = link.place && link.place.start >= copied ? written(link) : undefined;
    if (destination === undefined) continue;
    result += text.slice(copied, link.place!.start) + destination;
    copied = link.place!.end;
  }
  return result + text.slice(copied);
}

export const writtenIn = (text: string, { place }: TextLink): string =>
  place ? text.slice(place.start, place.end) : '';

/** Nothing to escape outside of attributes: no spaces, brackets or parentheses, and nothing ends a reference. */
const PLAIN = /^[\w./:?=#%~+,@!$*&-]*$/;

/** Escapes a URL for this form of link. Percent signs in the URL are kept. */
export function writeDestination(url: string, form: LinkForm): string {
  if (form !== 'attribute' && PLAIN.test(url)) return url;
  switch (form) {
    case 'bare':
      return withoutReferences(isBalanced(url) ? url : url.replace(/[()]/g, percent)).replace(/[\s<>\\]/g, percent);
    case 'bracketed':
      return withoutReferences(url).replace(/[<>\\\n\r]/g, percent);
    case 'attribute':
      return url.replace(/[\s<>"'`]/g, percent).replaceAll('&', '&amp;');
    default:
      return assertNever(form);
  }
}

/** The URL of a file name. Inside angle brackets, spaces may stay. */
export const fileUrl = (name: string, form: LinkForm): string =>
  name.replace(form === 'bracketed' ? /[%?#]/g : /[%?#\s]/g, percent);

const percent = (character: string): string =>
  /[()']/.test(character) ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(character);

/** Escapes anything that would be parsed as a character reference. */
const withoutReferences = (url: string): string => url.replace(/&(?=#?\w+;)/g, '&amp;');

function isBalanced(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
