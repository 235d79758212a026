import { assertNever } from '../../../diagnostics/errors.ts';
import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { didYouMean, nearestAddress } from '../../../diagnostics/nearest.ts';
import type { KindName } from '../../../kinds/registry.ts';
import { linksIn, type TextLink } from '../../../markdown/links.ts';
import { removedElement, unreadElements } from '../../../markdown/unread-elements.ts';
import { readingProblem, readText, type TextRange } from '../../../markdown/reading.ts';
import { linkTarget, mayNameMedia } from '../../link-target.ts';
import { spanInText } from '../../texts.ts';
import { aKind, targetNames, type Library } from '../../library.ts';
import { traitsOf } from '../../traits.ts';
import { asPagePath, namesLocale, STANDARD_PATHS } from '../../site-paths.ts';
import { NO_PROBLEM, type Problems, type ValueRule } from '../rule.ts';
import { undescribedInText } from './alternatives.ts';
import { hiddenTarget } from './hidden-targets.ts';
import { mediaElsewhere, missingMedia } from './media.ts';
import { isWebUrl } from './urls.ts';

/** Links and pictures inside texts also name documents, pages and media. */
export const textLinks: ValueRule = {
  codes: [
    'media-not-found',
    'link-not-found',
    'media-elsewhere',
    'text-unreadable',
    'hidden-pointer',
    'alt-missing',
    'fence-unclosed',
    'text-removed',
  ],
  check({ schema, value, path, document, library, errorsOnly }) {
    if (!schema['x-markdown'] || typeof value !== 'string') return NO_PROBLEM;
    const isHidden = traitsOf(document).hidden !== undefined;
    const spanOf = (place: TextRange | undefined): Span => spanInText(document.source, path, value, place);
    return checkLinks(value, { library, errorsOnly, from: document.address, isHidden, spanOf });
  },
};

interface Surroundings {
  readonly library: Library;
  readonly errorsOnly: boolean;
  readonly from: string;
  /** Visitors never see the document, so nothing is missing on a page. */
  readonly isHidden: boolean;
  readonly spanOf: (place: TextRange | undefined) => Span;
}

export function checkLinks(text: string, surroundings: Surroundings): readonly Diagnostic[] {
  const unreadable = unreadableText(text, () => surroundings.spanOf({ start: 0, end: 1 }));
  if (unreadable) return [unreadable];
  // A missing media file is the only error that a link can have.
  const mayBeError = (written: string): boolean => !surroundings.errorsOnly || mayNameMedia(written);
  if (!mayBeError(text)) return NO_PROBLEM;
  const inLinks = linksIn(text).flatMap((link) => (mayBeError(link.url) ? checkLink(link, surroundings) : NO_PROBLEM));
  if (surroundings.errorsOnly) return inLinks;
  return [...inLinks, ...removedElements(text, surroundings), ...openFences(text, surroundings)];
}

/** Elements whose content is not on the page either. A build reports everything else that it removes. */
function removedElements(text: string, { spanOf }: Surroundings): readonly Diagnostic[] {
  if (!text.includes('<')) return NO_PROBLEM;
  return unreadElements(readText(text).tags).map(({ name, place }) => {
    const { message, suggestion } = removedElement(name);
    return diagnose('text-removed', spanOf(place), message, { suggestion });
  });
}

function openFences(text: string, { spanOf }: Surroundings): readonly Diagnostic[] {
  if (!/```|~~~/.test(text)) return NO_PROBLEM;
  return readText(text).openFences.map(({ fence, place }) =>
    diagnose(
      'fence-unclosed',
      spanOf(place),
      'this code block is not closed, so everything below it is shown as code',
      {
        suggestion: `add a line with ${fence} where the code ends, here or in a block above`,
      },
    ),
  );
}

function checkLink(link: TextLink, { library, from, isHidden, spanOf }: Surroundings): Problems {
  const { url, use, place, near } = link;
  const at = (): Span => spanOf(place ?? near);
  const dead = (message: string, suggestion: string): Diagnostic =>
    diagnose('link-not-found', at(), message, { suggestion });
  const target = linkTarget(url, { from, isDocument: (address) => library.factOf(address) !== undefined });
  switch (target.type) {
    case 'outside':
      return use === 'image' && isWebUrl(url) && URL.canParse(url) ? mediaElsewhere(url, at()) : NO_PROBLEM;
    case 'anchor':
      return NO_PROBLEM;
    case 'media':
      if (!library.hasMedia(target.name) || isHidden || !link.isBare) return missingMedia(library, target.name, at);
      return undescribedInText(target.name, library, at);
    case 'document':
      return use === 'image' ? NO_PROBLEM : documentProblem(target.address, library, { dead, at, isHidden });
    case 'page':
      return isPage(target.path, library)
        ? NO_PROBLEM
        : dead(`there is no page ${target.path} on the site`, pageSuggestion(target.path, library));
    case 'nothing':
      return use === 'image'
        ? dead(`there is no picture ${url}`, `add it to media/ and write ${pictureName(url, library)}`)
        : dead(`there is no document ${target.address}`, suggestion(url, target.address, library));
    default:
      return assertNever(target);
  }
}

interface LinkInText extends Pick<Surroundings, 'isHidden'> {
  readonly dead: (message: string, suggestion: string) => Diagnostic;
  readonly at: () => Span;
}

function documentProblem(address: string, library: Library, { dead, at, isHidden }: LinkInText): Problems {
  const fact = library.factOf(address)!;
  if (fact.type === 'elsewhere')
    return dead(
      `${address} exists only for ${targetNames(fact)}`,
      'link to it from documents with the same `$targets`',
    );
  const kind = fact.type === 'document' ? library.kinds.get(fact.kind) : undefined;
  if (!kind || kind.page) return isHidden ? NO_PROBLEM : hiddenTarget(address, library, at);
  return dead(`${address} is ${aKind(kind)}, which has no page`, 'link to a document that has a page');
}

/** Theme files and further pages of a list exist too, but are not known here. */
const UNCHECKED = /^\/(?:assets|articles\/page)\//;

function isPage(written: string, { hasPage, settings: { locales } }: Library): boolean {
  const path = namesLocale(written, locales) ? written.replace(/^\/[^/]+/, '') || '/' : written;
  const page = asPagePath(path);
  return STANDARD_PATHS.has(page) || UNCHECKED.test(path) || hasPage(page);
}

const pageSuggestion = (path: string, library: Library): string =>
  didYouMean(asPagePath(path), [...library.pages(), ...STANDARD_PATHS]) ?? 'correct the path, or remove the link';

/** The file of that name in media/, in any folder. */
function pictureName(url: string, library: Library): string {
  const file = url.slice(url.lastIndexOf('/') + 1);
  return library.mediaNames().find((name) => name.endsWith(`/${file}`)) ?? `media/${file}`;
}

function suggestion(url: string, address: string, library: Library): string {
  if (/^www\.|^[\w-]+\.(?:com|org|net|io|eu|fr|es|uk)\b/i.test(url)) return `did you mean https://${url}?`;
  const meant = nearestAddress(
    address,
    [...library.kinds.values()].flatMap(({ name, page }) => (page ? library.addressesOf(name as KindName) : [])),
  );
  return meant === undefined
    ? 'write the address of a document, such as articles/getting-there, or a complete URL with https://'
    : `did you mean ${meant}?`;
}

/** A text that cannot be parsed has no links to check and no page. It must not be sent as if it had no problems. */
function unreadableText(text: string, at: () => Span): Diagnostic | undefined {
  const problem = readingProblem(text);
  if (problem === undefined) return undefined;
  const suggestion = 'split it into paragraphs or several documents, or mark it as code, between lines of ```';
  return diagnose('text-unreadable', at(), `this text cannot be parsed as Markdown: ${problem}`, { suggestion });
}
