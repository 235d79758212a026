import { diagnose, type Span } from '../../../diagnostics/diagnostic.ts';
import type { Format } from '../../../kinds/schema.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { KindName } from '../../../kinds/registry.ts';
import { DESTINATIONS, NATIVE_SCREENS } from '../../../kinds/shapes/navigator.ts';
import { asPagePath, namesLocale, screenPath } from '../../site-paths.ts';
import { NO_PROBLEM, type Problems, type ValueInDocument, type ValueRule } from '../rule.ts';

const SCHEMES: Partial<Record<Format, readonly string[]>> = {
  link: ['http', 'https', 'mailto', 'tel'],
  'web-url': ['http', 'https'],
  'https-url': ['https'],
};

export const isWebUrl = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

export const urls: ValueRule = {
  codes: ['bad-url'],
  check(visited) {
    const { schema, value, valueSpan } = visited;
    const allowed = schema.format && SCHEMES[schema.format];
    if (!allowed || schema['x-media'] || typeof value !== 'string') return NO_PROBLEM;
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    const problem = (message: string, suggestion: string) => diagnose('bad-url', valueSpan(), message, { suggestion });
    if (scheme === undefined) return problem(`\`${value}\` is not a complete URL`, completed(value, visited));
    if (!allowed.includes(scheme)) {
      return problem(`a ${scheme}: URL is not allowed here`, `use ${allowed.join(', ')}`);
    }
    if (scheme.startsWith('http') && !isWebUrl(value))
      return problem(`\`${value}\` is not a URL`, 'check its spelling');
    return unencoded(value, valueSpan);
  },
};

/** In a navigator, what the site has is named by another field. */
function completed(value: string, { path, library }: ValueInDocument): string {
  const inside = /navigator$/i.test(String(path.at(-2))) ? destinations(library) : new Map<string, string>();
  const written = asPagePath(`/${value.replaceAll(/^[./]+|[?#].*$|\.(?:md|ya?ml)$/g, '')}`);
  const page = namesLocale(written, library.settings.locales) ? written.replace(/^\/[^/]+/, '') : written;
  const meant = inside.get(page) ?? inside.get(nearest(page, inside.keys()) ?? '');
  if (meant !== undefined) return `write \`${meant}\` instead of \`url\``;
  if (/^(?:\/\/)?[^/]+\./.test(value)) return `did you mean https://${value.replace(/^\/+/, '')}?`;
  const whole = 'write the complete URL, which starts with https://';
  const documents = [...inside.values()].slice(NATIVE_SCREENS.length, NATIVE_SCREENS.length + 8);
  const listed = [`nativeContent: ${NATIVE_SCREENS.join(' | ')}`, ...documents].map((each) => `\`${each}\``);
  return inside.size === 0 ? whole : `${whole}, or one of these instead of \`url\`: ${listed.join(', ')}`;
}

/** The destinations on the site as a navigator writes them, by the path of their pages. */
const destinations = (library: ValueInDocument['library']): ReadonlyMap<string, string> =>
  new Map([
    ...NATIVE_SCREENS.map((screen) => [screenPath(screen), `nativeContent: ${screen}`] as const),
    ...DESTINATIONS.flatMap((field) => {
      const kind = /^broadcast(.+)Id$/.exec(field)?.[1] ?? '';
      const addresses = library.addressesOf((kind.charAt(0).toLowerCase() + kind.slice(1)) as KindName);
      return addresses.map((address) => [`/${address}/`, `${field}: ${address}`] as const);
    }),
  ]);

export function unencoded(value: string, at: () => Span): Problems {
  const found = (isTel(value) ? NOT_IN_A_NUMBER : NOT_IN_A_URL).exec(afterHost(value))?.[0];
  if (found === undefined) return NO_PROBLEM;
  const message = `\`${found}\` must be encoded in a URL`;
  return diagnose('bad-url', at(), message, { suggestion: `write ${encoded(value)}` });
}

/**
 * The form in which a valid URL is sent and linked to. What a browser shows and copies has letters of any language; the
 * interface accepts URIs, which are ASCII.
 */
export const sentUrl = (value: string): string =>
  NOT_ASCII.test(value) && URL.canParse(value) && !isTel(value) ? encoded(value) : value;

export const isUrlFormat = (format: Format | undefined): boolean => format !== undefined && format in SCHEMES;

const isTel = (value: string): boolean => /^tel:/i.test(value);

const NOT_ASCII = /[^\p{ASCII}]/u;
/** Letters, digits and signs outside ASCII are not among them: `sentUrl` encodes those. */
const NOT_IN_A_URL = /[\p{C}\p{Z}"<>[\\\]^`{|}]|%(?![A-Fa-f0-9]{2})|(?<=#[^#]*)#/u;
const NOT_IN_A_NUMBER = /[^\w.~!$&'()*+,;=:@/?#%-]|%(?![A-Fa-f0-9]{2})/;

/** Brackets are only allowed around an IPv6 address. */
const afterHost = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*\[[\da-f:.]+\]/i, '');

function encoded(value: string): string {
  if (isTel(value)) return value.normalize('NFKC').replaceAll(/[^\w:+*;=-]/g, '');
  // Only a host name that follows slashes becomes punycode by itself.
  const host = /^mailto:[^?]*@([^?]+)/i.exec(value)?.[1];
  const isHost = host !== undefined && URL.canParse(`https://${host}`);
  const { href } = new URL(isHost ? value.replace(host, new URL(`https://${host}`).hostname) : value);
  const rest = afterHost(href);
  return href.slice(0, -rest.length) + rest.replaceAll(new RegExp(NOT_IN_A_URL, 'gu'), encodeURIComponent);
}
