/**
 * Restricts access to the dev server to the pages it serves itself, and to people who open them. It knows unpublished
 * files and can start an editor, so a page of another site must not get anything out of it, although the browser on
 * this machine carries that page's requests here. Three headers that no script can forge distinguish them: `Host`,
 * `Origin` and `Sec-Fetch-Site`. A request that changes something also needs the token that only our own pages have.
 *
 * With `--host`, other machines can connect. They may only use the addresses of this machine, never a name that somebody
 * made resolve to one (DNS rebinding), and get nothing without the cookie of a guest.
 */
import { hostOf, networkAddresses } from '../../machine/network-addresses.ts';
import { isOwnHost, ownHostOnly } from '../../machine/own-host.ts';
import type { Guests } from './guests.ts';

/** The prefix of the server's own paths; everything else belongs to the site. */
export const OWN_PATH = '/__gitcast/';
const TOKEN_HEADER = 'x-gitcast-token';

/** The path of the link that lets a guest in. */
export const ENTRY = 'enter';

interface Door {
  readonly port: number;
  readonly token: string;
  /** Only if other machines may connect. */
  readonly network?: Network | undefined;
}

export interface Network {
  readonly guests: Guests;
  /** The address that was asked for. */
  readonly address: string;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/** Why a request is refused; undefined if it is allowed. `sender` is the address that it came from. */
export function refusalOf(request: Request, sender: string, door: Door): Refusal | undefined {
  const { method, url, headers } = request;
  const { network, port, token } = door;
  const host = headers.get('host') ?? '';
  const isHere = isNear(headers, sender, door);
  if (!isHere && !(network && isAddress(host, network, port))) return refused(ownHostOnly(port));
  if (network && method === 'GET' && new URL(url).pathname === OWN_PATH + ENTRY) return undefined;
  if (!isHere && !network?.guests.knows(headers)) return { status: 401, reason: LINK_NEEDED };
  const origin = headers.get('origin');
  const isOwnOrigin = origin === null || origin.toLowerCase() === `http://${host}`.toLowerCase();
  if (!isOwnOrigin || (!isOwnSite(headers) && !isVisit(method, url, headers)))
    return refused('this server only answers to its own pages');
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (origin === null) return refused('a request that changes something needs the header Origin');
  if (headers.get(TOKEN_HEADER) === token) return undefined;
  return refused(`a request that changes something needs the header ${TOKEN_HEADER}`);
}

const refused = (reason: string): Refusal => ({ status: 403, reason });

export const LINK_NEEDED =
  'Open the link that gitcast dev printed when it started, or a new one from the bar of the preview on that computer.';

/** From this machine, by a name that always means this machine: another machine can send any name. */
export const isNear = (headers: Headers, sender: string, { port, network }: Door): boolean =>
  isOwnHost(headers.get('host'), port) && (!network || LOOPBACK.includes(sender));

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

const isAddress = (host: string, { address }: Network, port: number): boolean =>
  [address, ...networkAddresses()].some((each) => hostOf(each, port) === host.toLowerCase());

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
