/** Pages that lead on to another address, by their HTML: hosts that can answer with a redirect do so in their place. */

/** No such page is larger, so most pages need not be read. */
export const LARGEST_REDIRECT = 4096;

const REFRESH = /<meta http-equiv="refresh" content="0; url=([^"]*)">/;
const CANONICAL = /<link rel="canonical" href="([^"]*)">/;

/** Where a page leads: the relative link, and the address if the site has one. Undefined for any other page. */
export function leadsTo(html: string): { readonly href: string; readonly canonical?: string } | undefined {
  const [href, canonical] = [REFRESH, CANONICAL].map((pattern) => pattern.exec(html)?.[1]);
  if (href === undefined) return undefined;
  return { href: unescaped(href), ...(canonical !== undefined && { canonical: unescaped(canonical) }) };
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string => text.replace(/&(\w+|#39);/g, (whole, name: string) => SIGNS[name] ?? whole);
