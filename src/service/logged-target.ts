/**
 * Path and query of a request as the log has them. Some clients put their key into the query, or paste it into a path: of
 * a parameter that the operation does not have only the name is kept, and whatever looks like a key is removed.
 */
import { secretTexts } from '../diagnostics/secret-text.ts';
import type { Operation } from '../kinds/operation.ts';

const REMOVED = '[removed]';

interface Request {
  readonly url: string;
  readonly operation: Operation | undefined;
  /** The keys that the request came with. */
  readonly keys: readonly (string | undefined)[];
}

export function loggedTarget({ url, operation, keys }: Request): string {
  const target = targetOf(url);
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

/** Still encoded, and with one slash at the beginning: two would be read as a host. */
const targetOf = (url: string): string => url.slice(url.indexOf('/', 'https://'.length)).replace(/^\/+/, '/');

function isKey(text: string, keys: Request['keys']): boolean {
  const decoded = decode(text);
  return (
    secretTexts(decoded).length > 0 || keys.some((key) => key !== undefined && key !== '' && decoded.includes(key))
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
