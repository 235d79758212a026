/**
 * Which proxy leads to a target, by the variables that curl and most programs know: HTTP_PROXY or HTTPS_PROXY by the
 * scheme of the target, NO_PROXY for hosts that are reached without; in lower case they win.
 */
import { BlockList, isIP } from 'node:net';
import { UserError } from '../../diagnostics/errors.ts';
import { isLoopback } from '../../machine/loopback.ts';

export interface Proxy {
  readonly url: URL;
  /** The environment variable that names it. */
  readonly variable: string;
}

type Variable = (name: string) => string | undefined;

export function proxyFor(baseUrl: string, variable: Variable): Proxy | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const upper = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const name = [upper.toLowerCase(), upper].find((each) => variable(each) !== undefined);
  const value = (name === undefined ? undefined : variable(name))?.trim() ?? '';
  // This machine is never reached through another.
  if (name === undefined || value === '' || isLoopback(host)) return undefined;
  const excepted = variable('no_proxy') ?? variable('NO_PROXY') ?? '';
  const at = { host, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port };
  return isExcepted(at, excepted) ? undefined : { url: parsed(value, name), variable: name };
}

/** Its origin: a user and a password in it are nobody else's business. */
export const shownProxy = ({ url, variable }: Proxy): string => `the proxy ${url.origin} (${variable})`;

/** What a proxy wants to see where its URL has a user. */
export function proxyAuthorisation({ url: { username, password } }: Proxy): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = [username, password].map(decoded).join(':');
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function parsed(value: string, name: string): URL {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  throw new UserError(`${name} does not name an HTTP proxy`, {
    suggestion: `set ${name} to a URL such as http://proxy.example:3128, or leave it empty to use none`,
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Place {
  readonly host: string;
  readonly port: string;
}

/** A host and all below it, with or without a port or a leading dot; an address or a range of them; `*` for all. */
function isExcepted({ host, port }: Place, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (isIP(host) !== 0 && isInRange(host, entry)) return true;
      const { name = '', only } = /^\[?(?<name>.*?)\]?(?::(?<only>\d+))?$/.exec(entry)?.groups ?? {};
      if (only !== undefined && isIP(entry) === 0 && only !== port) return false;
      const suffix = (isIP(entry) === 0 ? name : entry).replace(/^\*?\./, '').replace(/\.$/, '');
      return suffix !== '' && (host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`)));
    });
}

function isInRange(host: string, entry: string): boolean {
  const [address = '', bits = ''] = entry.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const range = new BlockList();
  range.addSubnet(address, Number(bits), family);
  return range.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
