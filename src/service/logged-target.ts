/**
 * The path and query of a request as logged. Some clients put their key in the query, or paste it into a path: for a
 * parameter that the operation does not have, only the name is kept, and anything that looks like a key is removed.
 */
import { unescape } from 'node:querystring';
import { secretTexts } from '../diagnostics/secret-text.ts';
import type { Operation } from '../kinds/operation.ts';

const REMOVED = '[removed]';

interface Request {
  readonly url: string;
  readonly operation: Operation | undefined;
  /** The keys sent with the request. */
  readonly keys: readonly (string | undefined)[];
}

export function loggedTarget({ url, operation, keys }: Request): string {
  const target = targetOf(url);
  if (isPlain(target) && !holdsKey(target, keys)) return target;
  const [path = '', ...query] = target.split('?');
  const known = new Set(operation?.query.map(({ name }) => name));
  const shown = (text: string): string => (isKey(text, keys) ? REMOVED : text);
  const parameters = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      if (value.length === 0) return known.has(name) || name === '' ? name : REMOVED;
      return `${shown(name)}=${known.has(name) ? shown(value.join('=')) : REMOVED}`;
    });
  const segments = path.split('/').map(shown).join('/');
  return query.length === 0 ? segments : `${segments}?${parameters.join('&')}`;
}

/** Nothing in it is encoded, and there is no query. */
const isPlain = (target: string): boolean => !/[?%]/.test(target);

/** Still encoded, with a single leading slash: two would be read as a host. */
const targetOf = (url: string): string => url.slice(url.indexOf('/', 'https://'.length)).replace(/^\/+/, '/');

/** No client encodes text more often than this, and a deeper level could hide a key. */
const MOST_DECODINGS = 8;

/** True if a text contains a key, however often it is encoded. */
export function isKey(text: string, keys: Request['keys']): boolean {
  let decoded = text;
  for (let times = 0; times <= MOST_DECODINGS; times++) {
    if (holdsKey(decoded, keys)) return true;
    // Unlike decodeURIComponent, it decodes as much as it can of text with a stray percent sign.
    const next = unescape(decoded);
    if (next === decoded) return false;
    decoded = next;
  }
  return true;
}

function holdsKey(text: string, keys: Request['keys']): boolean {
  const small = text.toLowerCase();
  return (
    secretTexts(text).length > 0 ||
    keys.some((key) => key !== undefined && key !== '' && small.includes(key.toLowerCase()))
  );
}
