const LINK_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const IMAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/** Browsers leave these out when they look for a scheme: `java\tscript:` is one. */
// oxlint-disable-next-line no-control-regex
const NOT_SEEN = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\ufeff]/g;

/** Without a scheme and without anything to encode, as most links are. */
const PLAIN_PATH = /^[\w./#-]+$/;

/** The URL, encoded as an attribute needs it, or nothing when a page should not lead there. */
export function checkUrl(url: string, use: 'link' | 'image'): string | undefined {
  if (PLAIN_PATH.test(url)) return url;
  const scheme = /^([^/?#]*):/.exec(url.replace(NOT_SEEN, ''))?.[1];
  const allowed = use === 'link' ? LINK_SCHEMES : IMAGE_SCHEMES;
  if (scheme !== undefined && !allowed.has(scheme.toLowerCase())) return undefined;
  try {
    // What is percent-encoded already stays so.
    return encodeURI(url.trim()).replaceAll('%25', '%');
  } catch {
    return undefined; // half of a surrogate pair
  }
}

export const isExternal = (url: string): boolean => /^(?:https?:)?\/\//i.test(url);
