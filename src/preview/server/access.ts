/**
 * Who may read and steer the dev server: the pages it serves itself, and people who open them. It knows files that are
 * not published yet and can start an editor, so a page of another site must get nothing out of it, although the browser
 * on this machine carries that page's requests here. Three headers that no script can forge tell them apart: `Host`,
 * `Origin` and `Sec-Fetch-Site`. What changes something also needs the token that only our own pages hold.
 */
import { isOwnHost } from '../http/own-names.ts';

/** Below it lies what belongs to the server; everything else is the site's. */
export const OWN_PATH = '/__gitcast/';
export const TOKEN_HEADER = 'x-gitcast-token';

interface Door {
  readonly port: number;
  readonly token: string;
}

/** Why a request is refused, or nothing. */
export function refusalOf({ method, url, headers }: Request, { port, token }: Door): string | undefined {
  const host = headers.get('host');
  if (!isOwnHost(host, port))
    return `this server answers to http://127.0.0.1:${port}/ and http://localhost:${port}/ only`;
  const origin = headers.get('origin');
  const ownOrigin = `http://${host}`.toLowerCase();
  if (origin !== null && origin.toLowerCase() !== ownOrigin) return 'this server answers to its own pages only';
  if (!isOwnSite(headers) && !isVisit(method, url, headers)) return 'this server answers to its own pages only';
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (origin === null) return 'a request that changes something needs its Origin';
  if (headers.get(TOKEN_HEADER) !== token) return `a request that changes something needs the header ${TOKEN_HEADER}`;
  return undefined;
}

/** Absent from programs such as curl, which can do to this machine what they like anyway. */
function isOwnSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

/** Somebody followed a link to a page, in a window of its own: who sent them there sees nothing of it. */
const isVisit = (method: string, url: string, headers: Headers): boolean =>
  method === 'GET' &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-dest') === 'document' &&
  !new URL(url).pathname.startsWith(OWN_PATH);
