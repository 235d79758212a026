/** The links and pictures of a text, and the text with others in their place. All other characters stay as they are. */
import { readText, type LinkForm, type TextLink } from './reading.ts';

export type { TextLink } from './reading.ts';

/** Most texts have none, and looking for three characters is cheaper than reading. It only says where there is none. */
const MAY_HAVE_LINKS = /\]\(|\]:|</;

export const linksIn = (text: string): readonly TextLink[] =>
  MAY_HAVE_LINKS.test(text) ? readText(text).links : NO_LINKS;

const NO_LINKS: readonly TextLink[] = [];

/** `written`: the characters for a destination, or undefined to leave it. */
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

/** A URL as the characters that mean it in this form. Its own percent signs are part of it. */
export function writeDestination(url: string, form: LinkForm): string {
  switch (form) {
    case 'bare':
      return withoutReferences(isBalanced(url) ? url : url.replace(/[()]/g, percent)).replace(/[\s<>\\]/g, percent);
    case 'bracketed':
      return withoutReferences(url).replace(/[<>\\\n\r]/g, percent);
    case 'attribute':
      return url.replace(/[\s<>"'`]/g, percent).replaceAll('&', '&amp;');
  }
}

/** The name of a file as a URL that decodes to it. In brackets its spaces may stay. */
export const fileUrl = (name: string, form: LinkForm): string =>
  name.replace(form === 'bracketed' ? /[%?#]/g : /[%?#\s]/g, percent);

const percent = (character: string): string =>
  /[()']/.test(character) ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(character);

/** What would be read as a character reference. */
const withoutReferences = (url: string): string => url.replace(/&(?=#?\w+;)/g, '&amp;');

function isBalanced(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
