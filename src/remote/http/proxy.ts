/**
 * Chooses the proxy for a target, from the variables that curl and most programs use: HTTP_PROXY or HTTPS_PROXY,
 * depending on the target's scheme, and NO_PROXY for hosts that are reached directly. Lower-case variables take
 * precedence.
 */
import { BlockList, isIP } from 'node:net';
import { UserError } from '../../diagnostics/errors.ts';
import { isLoopback } from '../../machine/own-host.ts';

export interface Proxy {
  readonly url: URL;
  /** The environment variable that sets it. */
  readonly variable: string;
}

type Variable = (name: string) => string | undefined;

export function proxyFor(baseUrl: string, variable: Variable): Proxy | undefined {
  const { protocol, hostname: written, port } = new URL(baseUrl);
  const hostname = written.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const upper = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const name = [upper.toLowerCase(), upper].find((each) => variable(each) !== undefined);
  const value = (name === undefined ? undefined : variable(name))?.trim() ?? '';
  // This machine is never reached through a proxy.
  if (name === undefined || value === '' || isLoopback(hostname)) return undefined;
  const excepted = variable('no_proxy') ?? variable('NO_PROXY') ?? '';
  const at = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return isExcepted(hostname, at, excepted) ? undefined : { url: parsed(value, name), variable: name };
}

/** Shows the origin only, because the URL may contain a user name and a password. */
export const shownProxy = ({ url, variable }: Proxy): string => `the proxy ${url.origin} (${variable})`;

/** The proxy's credentials, if its URL has a user name. */
export function proxyAuthorisation({ url: { username, password } }: Proxy): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = [username, password].map(decoded).join(':');
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function parsed(value: string, name: string): URL {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  throw new UserError(`${name} is not the URL of an HTTP proxy`, {
    suggestion: `set ${name} to a URL such as http://proxy.example:3128, or leave it empty to use no proxy`,
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches a host and its subdomains, with or without a port or a leading dot; an address or a range; `*` for all. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (isIP(hostname) !== 0 && isInRange(hostname, entry)) return true;
      const { name = '', only } = /^\[?(?<name>.*?)\]?(?::(?<only>\d+))?$/.exec(entry)?.groups ?? {};
      if (only !== undefined && isIP(entry) === 0 && only !== port) return false;
      const suffix = (isIP(entry) === 0 ? name : entry).replace(/^\*?\./, '').replace(/\.$/, '');
      return suffix !== '' && (hostname === suffix || (isIP(hostname) === 0 && hostname.endsWith(`.${suffix}`)));
    });
}

function isInRange(hostname: string, entry: string): boolean {
  const [address = '', bits = ''] = entry.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const range = new BlockList();
  range.addSubnet(address, Number(bits), family);
  return range.check(hostname, isIP(hostname) === 4 ? 'ipv4' : 'ipv6');
}
