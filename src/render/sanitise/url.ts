import { domainToASCII } from 'node:url';

const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/** Browsers ignore these characters when they look for a scheme, as in `java\tscript:`. */
// oxlint-disable-next-line no-control-regex
const NOT_SEEN = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\ufeff]/g;

/** Nothing to encode, and no scheme or a web address, as in most links. */
const PLAIN_URL = /^(?:https?:\/\/[\w;,/?:@&=+$.!~*'()#%-]+|[\w./#-]+)$/;

/** The URL, encoded for an attribute. Undefined if it is not allowed on a page. */
export function checkUrl(url: string, use: 'link' | 'image'): string | undefined {
  if (PLAIN_URL.test(url)) return url;
  const scheme = /^([^/?#]*):/.exec(url.replace(NOT_SEEN, ''))?.[1];
  const allowed = use === 'link' ? LINK_SCHEMES : IMAGE_SCHEMES;
  if (scheme !== undefined && !allowed.has(scheme.toLowerCase())) return undefined;
  try {
    // Existing percent-encoding is kept.
    return encodeURI(withAsciiHost(url.trim())).replaceAll('%25', '%');
  } catch {
    return undefined; // half of a surrogate pair
  }
}

const INTERNATIONAL_HOST = /^(https?:\/\/)([^/?#@:]*[^\p{ASCII}][^/?#@:]*)/iu;

/** A name that is not valid stays as it is written. */
const withAsciiHost = (url: string): string =>
  url.replace(INTERNATIONAL_HOST, (_, scheme: string, host: string) => scheme + (domainToASCII(host) || host));

export const isExternal = (url: string): boolean => /^(?:https?:)?\/\//i.test(url);
