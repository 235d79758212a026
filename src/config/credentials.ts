/**
 * The keys of a configuration, and the one gate that each passes before it is sent.
 *
 * A variable holds `KEY@HOST`, so whoever sets it decides where the key may go. The address of a request comes from the
 * configuration, which anyone may change in a branch, or from a redirect: it only receives a key that names it.
 */
import type { Config, SecretName } from './config.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isLoopback } from '../machine/own-host.ts';

export interface Credential {
  /** The setting that it belongs to, as messages name it: `live`, or `imports.programme`. */
  readonly owner: string;
  /** The address that it is meant for. */
  readonly address: string;
  readonly key: SecretName;
}

/** Those of gitcast and its jobs, whatever the configuration says. */
const TOKENS = ['GITCAST_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'GITLAB_TOKEN', 'CI_JOB_TOKEN', 'NODE_AUTH_TOKEN'];
const PRIVATE = ['GITCAST_NOTIFY_URL', 'GITCAST_SSH_KEY', 'DATABASE_URL'];

/** Every variable that holds a key or a token. */
export const keyVariables = ({ targets, imports }: Pick<Config, 'targets' | 'imports'>): readonly string[] =>
  [...Object.values(targets), ...Object.values(imports)]
    .flatMap((entry) => ('key' in entry && entry.key ? [entry.key.$env] : []))
    .concat(TOKENS, PRIVATE);

export interface HostKey {
  readonly key: string;
  /** The scheme, host and port that it is for; undefined for a key that names no host, which stays on this machine. */
  readonly origin: string | undefined;
}

export function readKey(value: string): HostKey {
  const at = value.lastIndexOf('@');
  const origin = at < 0 ? undefined : originOf(value.slice(at + 1));
  return { key: origin === undefined ? value : value.slice(0, at), origin };
}

const HOST = /^(?<plain>http:\/\/)?(?<host>(?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:]+\])(?::(?<port>[1-9]\d*))?$/;

/** `HOST` or `HOST:PORT` for https, `http://HOST:PORT` for plain http. The host has the one spelling that a URL gives it. */
function originOf(text: string): string | undefined {
  const { plain, host, port } = HOST.exec(text)?.groups ?? {};
  if (plain !== undefined && port === undefined) return undefined;
  const url = URL.parse(plain === undefined ? `https://${text}` : text);
  return url?.hostname === host ? url?.origin : undefined;
}

/** The keys that have a value, without their hosts. */
export const keysIn = (config: Pick<Config, 'targets' | 'imports' | 'variable'>): readonly string[] =>
  keyVariables(config)
    .map((name) => readKey(config.variable(name) ?? '').key)
    .filter((key) => key !== '');

export const mayReceive = (url: URL, { origin }: HostKey): boolean =>
  origin === undefined ? isLoopback(url.hostname) : origin === url.origin;

/** The key of a credential; throws if it is missing, or does not name the host of its address. */
export function keyFor({ variable }: Pick<Config, 'variable'>, { owner, address, key: { $env } }: Credential): HostKey {
  const value = variable($env);
  if (value === undefined || value === '')
    throw new UserError(`the key of ${owner} is not set: the environment variable ${$env} is missing or empty`, {
      suggestion: `set ${$env}, or add it to .env beside the configuration`,
    });
  const url = new URL(address);
  const key = readKey(value);
  if (mayReceive(url, key)) return key;
  const written = `write ${$env}=${isLoopback(url.hostname) ? 'KEY' : `KEY@${hostAsWritten(url)}`}`;
  const [reason, condition] =
    key.origin === undefined
      ? ['names no host', 'if the key is for that host']
      : [`is for ${key.origin}`, 'correct the address in the configuration; if the service has moved there'];
  throw new UserError(`the key of ${owner} was not sent to ${url.origin}: ${$env} ${reason}`, {
    suggestion: `${condition}, ${written}`,
  });
}

const hostAsWritten = ({ protocol, host, hostname, port }: URL): string =>
  protocol === 'https:' ? host : `http://${hostname}:${port || '80'}`;
