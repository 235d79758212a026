/**
 * Restricts access to the dev server to the pages it serves itself, and to people who open them. It knows unpublished
 * files and can start an editor, so a page of another site must not get anything out of it, although the browser on
 * this machine carries that page's requests here. Three headers that no script can forge distinguish them: `Host`,
 * `Origin` and `Sec-Fetch-Site`. A request that changes something also needs the token that only our own pages have.
 */
import { isOwnHost, ownHostOnly } from '../../machine/own-host.ts';

/** The prefix of the server's own paths; everything else belongs to the site. */
export const OWN_PATH = '/__gitcast/';
const TOKEN_HEADER = 'x-gitcast-token';

interface Door {
  readonly port: number;
  readonly token: string;
}

/** Why a request is refused; undefined if it is allowed. */
export function refusalOf({ method, url, headers }: Request, { port, token }: Door): string | undefined {
  const host = headers.get('host');
  if (!isOwnHost(host, port)) return ownHostOnly(port);
  const origin = headers.get('origin');
  const ownOrigin = `http://${host}`.toLowerCase();
  if (origin !== null && origin.toLowerCase() !== ownOrigin) return 'this server only answers to its own pages';
  if (!isOwnSite(headers) && !isVisit(method, url, headers)) return 'this server only answers to its own pages';
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (origin === null) return 'a request that changes something needs the header Origin';
  if (headers.get(TOKEN_HEADER) !== token) return `a request that changes something needs the header ${TOKEN_HEADER}`;
  return undefined;
}

/** Absent for programs such as curl, which have access to this machine anyway. */
function isOwnSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

/** The user followed a link to a page, in a separate window: the page with the link cannot see any of it. */
const isVisit = (method: string, url: string, headers: Headers): boolean =>
  method === 'GET' &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-dest') === 'document' &&
  !new URL(url).pathname.startsWith(OWN_PATH);
