/**
 * Links and pictures inside texts, as the target receives them. The application has neither the files nor the
 * addresses, so they are sent as URLs of the site. A link that visitors of the site cannot open is sent as written.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { isObject } from '../../values/json.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { withDestinations, writeDestination, type TextLink } from '../../markdown/links.ts';
import type { Entity } from '../../model/broadcast.ts';
import { hiddenBecause } from '../../model/traits.ts';
import { linkTarget } from '../../model/link-target.ts';
import { asPagePath, destinationOf, localePath, namesLocale } from '../../model/site-paths.ts';
import type { PlanInput } from '../context.ts';

export interface TextOf {
  readonly entity: Entity;
  /** The language of the text, if it differs from the document's. */
  readonly locale: Locale | undefined;
  readonly input: PlanInput;
  /** Called with notes for the user. */
  readonly notes: FieldNote[];
}

export function withLinkUrls(text: string, of: TextOf): string {
  return withDestinations(text, (link) => {
    const url = urlOf(link, of);
    return url === undefined ? undefined : writeDestination(url, link.form);
  });
}

function urlOf({ url, use }: TextLink, { entity, locale, input, notes }: TextOf): string | undefined {
  const { broadcast, mediaUrl } = input;
  const { entities } = broadcast;
  const target = linkTarget(url, { from: entity.address, isDocument: (address) => entities.has(address) });
  const withoutSite = (): undefined => void notes.push({ needsSite: 'text', address: entity.address });
  switch (target.type) {
    case 'media': {
      const file = mediaUrl(target.name);
      return file === undefined ? withoutSite() : file + target.suffix;
    }
    case 'page': {
      if (use === 'image') return undefined;
      const page = pageUrl(asPagePath(target.path), languageOf(entity, locale, input), input);
      return page === undefined ? withoutSite() : page + target.suffix;
    }
    case 'document': {
      const to = entities.get(target.address)!;
      if (use === 'image' || !to.document.declaration.page) return undefined;
      const object = linkedObject(to, input);
      if (object !== undefined) return object + target.suffix;
      const hidden = hiddenBecause(to);
      if (hidden !== undefined) {
        notes.push(
          `${entity.address}: the link to ${to.address} is sent as written, because that is ${hidden} and has no page`,
        );
        return undefined;
      }
      const page = documentPage(to, languageOf(entity, locale, input), input);
      return page === undefined ? withoutSite() : page + target.suffix;
    }
    case 'outside':
    case 'anchor':
    case 'nothing':
      return undefined;
    default:
      return assertNever(target);
  }
}

function linkedObject({ address, kind }: Entity, { objectLinks, base }: PlanInput): string | undefined {
  const entry = objectLinks && base.entries.get(address);
  return entry && objectLinks.urlOf(kind, entry.id);
}

/**
 * The URL on the site that a link to a document gets in a text of this language; undefined if the site has no address.
 */
export function documentPage(entity: Entity, locale: Locale, input: PlanInput): string | undefined {
  const to = destinationOf(entity);
  return 'url' in to ? to.url : pageUrl(to.path, locale, input);
}

function pageUrl(path: string, locale: Locale, { broadcast, pageUrl: urlAt }: PlanInput): string | undefined {
  const { locales } = broadcast.settings;
  return urlAt(namesLocale(path, locales) ? path : localePath(path, locale, locales));
}

/** The language of the part of the site that a text belongs to. */
export function languageOf({ fields }: Entity, locale: Locale | undefined, { broadcast }: PlanInput): Locale {
  const { locales } = broadcast.settings;
  const { defaultLocale = isObject(fields['home']) ? fields['home']['defaultLocale'] : undefined } = fields;
  const written = locale ?? defaultLocale;
  return locales.find((each) => each === written) ?? locales[0]!;
}

/** Notes about the fields of documents. What many documents have in common becomes one line. */
export type FieldNote = string | NeedsSite;

/** The document is sent without a media file, or with a link or picture in a text as written: the site has no address. */
export interface NeedsSite {
  readonly needsSite: 'media' | 'text';
  readonly address: string;
}

export function noteLines(notes: readonly FieldNote[]): readonly string[] {
  const texts = notes.filter((note) => typeof note === 'string');
  return [...needsSiteLine(notes.filter((note) => typeof note !== 'string')), ...new Set(texts)];
}

function needsSiteLine(notes: readonly NeedsSite[]): readonly string[] {
  const affected = (what: NeedsSite['needsSite']): string | undefined => {
    const { size } = new Set(notes.filter(({ needsSite }) => needsSite === what).map(({ address }) => address));
    return size === 0 ? undefined : `${size} ${size === 1 ? 'document' : 'documents'}`;
  };
  const [media, text] = [affected('media'), affected('text')];
  const left = [
    ...(media ? [`media files are left out of ${media}`] : []),
    ...(text ? [`links and pictures in texts of ${text} are sent as written`] : []),
  ];
  if (left.length === 0) return [];
  return [`${left.join(' and ')}, because the site has no address; set site.url in gitcast.config.yaml`];
}
