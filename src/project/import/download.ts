/** Files from other hosts, bounded in size, time and number of redirects. */
import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Config } from '../../config/config.ts';
import { mayReceive, type HostKey } from '../../config/credentials.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { MOST_BYTES } from '../../import/open-source.ts';
import { addressKind } from '../../machine/network-address.ts';
import { isLoopback } from '../../machine/own-host.ts';
import { runsInCi } from '../../machine/runs-in-ci.ts';
import { headerOf } from '../../remote/http/exchange.ts';
import type { Outside } from '../outside.ts';

const MOST_REDIRECTS = 5;
const TIMEOUTS = { connect: 10_000, headers: 30_000, body: 120_000 };

interface Downloading {
  readonly config: Config;
  readonly outside: Pick<Outside, 'signal'>;
  /** Sent as `Authorization`, to its own host only. */
  readonly key?: HostKey;
  readonly most?: number;
}

interface Downloaded {
  readonly bytes: Uint8Array;
  /** Where the redirects led. */
  readonly url: string;
}

export const USE_A_KEY =
  'add the import to gitcast.config.yaml with `key: { $env: NAME }`, and set NAME to VALUE@HOST with the value of its Authorization header';

/** Messages have the first address alone: one that it leads to may contain a signature, or repeat the key. */
export async function download(first: string, downloading: Downloading): Promise<Downloaded> {
  const { key } = downloading;
  let url = sourceUrl(first, first);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const authorization = key && mayReceive(url, key) && { authorization: key.key };
    const answer = await get(url, { accept: '*/*', 'user-agent': 'gitcast', ...authorization }, first, downloading);
    const { status } = answer;
    if (status === 200) return { bytes: answer.bytes ?? new TextEncoder().encode(answer.text), url: url.href };
    const location = headerOf(answer.headers, 'location');
    if (status < 300 || status >= 400 || location === undefined) {
      const isDenied = status === 401 || status === 403;
      const ofKey = key === undefined ? USE_A_KEY : `ask ${url.host} whether the key may read it`;
      throw new UserError(`${first} was answered with ${status}`, {
        suggestion: isDenied ? ofKey : 'open the address in a browser: it must be the file itself',
      });
    }
    url = sourceUrl(URL.parse(location, url.href)?.href ?? location, first);
  }
  throw new UserError(`${first} leads to more than ${MOST_REDIRECTS} other addresses`);
}

/** Plain http only on this machine: what arrives is published. */
function sourceUrl(text: string, first: string): URL {
  const url = URL.parse(text);
  if (url && (url.username !== '' || url.password !== ''))
    throw new UserError('an address with a password ends up in logs and in the history of shells', {
      suggestion: USE_A_KEY,
    });
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) return url;
  throw new UserError(
    text === first ? `${first} is not an https address` : `${first} leads to an address without https`,
    {
      suggestion: 'use https, or download the file first',
    },
  );
}

async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  shown: string,
  { config, outside, most = MOST_BYTES }: Downloading,
) {
  const { connect } = await import('../../remote/http/connection.ts');
  const connection = connect({
    baseUrl: url.origin,
    most: 1,
    mostAnswerBytes: most,
    timeouts: TIMEOUTS,
    environment: config.environment,
    ...(runsInCi(config.environment) && { lookup: await publicAddresses(url.hostname) }),
    ...(outside.signal && { signal: outside.signal }),
  });
  try {
    const sent = { method: 'GET', path: url.pathname + url.search, headers, body: null, wantsBytes: true } as const;
    const outcome = await connection.exchange(sent);
    if (outcome.type === 'answer') return outcome;
    outside.signal?.throwIfAborted();
    throw new UserError(`${shown} ${outcome.failure.what}`, { suggestion: 'open the address in a browser' });
  } finally {
    await connection.close();
  }
}

/** The pull request of a stranger must not make CI request addresses of its own network. */
async function publicAddresses(hostname: string): Promise<LookupFunction> {
  const bare = hostname.replaceAll(/[[\]]/g, '');
  // Behind a proxy, which looks it up itself, this machine may not know the name.
  const found = await lookUp(bare, { all: true }).catch(() => []);
  const refused = found.find(({ address }) => addressKind(address) !== 'public');
  if (refused)
    throw new UserError(`${bare} is not a public address, and CI imports only from those`, {
      suggestion: 'import it on a machine of that network, and commit the result',
    });
  return (_hostname, options, callback) => {
    if (found.length === 0) callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
    else if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
