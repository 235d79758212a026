/** Addresses as people write them in forms: `www.example.org` is meant to be a URL. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?!(?:avif|gif|jpe?g|png|svg|webp)$)[a-z]{2,}(?:[/?#]|$)/i;

/** A URL with http, https, mailto or tel; undefined for anything else. */
export function linkIn(text: string): string | undefined {
  const written = text.trim();
  const url = URL.parse(DOMAIN.test(written) ? `https://${written}` : written);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

/** The same for a picture or a page. */
export const webLinkIn = (text: string): string | undefined => only(/^https?:/, linkIn(text));

/** The same for what pages embed or play, which browsers do not load over http. */
export const secureLinkIn = (text: string): string | undefined => only(/^https:/, linkIn(text));

const only = (form: RegExp, url: string | undefined) => (url !== undefined && form.test(url) ? url : undefined);
