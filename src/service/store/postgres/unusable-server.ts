import { UserError } from '../../../diagnostics/errors.ts';
import { reasonOf } from './failures.ts';

/** An error that says how to fix a server that cannot be used. A UserError is returned unchanged. */
export function unusableServer(url: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  return new UserError(`${nameOfServer(url)} cannot be used: ${reasonOf(error)}`, {
    suggestion: remedyFor(url, error),
    cause: error,
  });
}

/** Nothing of such a URL is shown, because any part of it may belong to the password. */
const UNREADABLE = 'postgres://…';

/** A database in messages: where it is and who connects, without the password. */
export function nameOfServer(url: string): string {
  // The address of a socket has no host, which is not a URL to others.
  const text = URL.canParse(url) ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(text)) return UNREADABLE;
  const { protocol, username, host, pathname, searchParams, hash } = new URL(text);
  // A slash or a hash in a password ends what is read as the host.
  if ((pathname + hash).includes('@')) return UNREADABLE;
  return `${protocol}//${username === '' ? '' : `${username}@`}${searchParams.get('host') ?? host}${pathname}`;
}

const ENCODE =
  'write special characters of the password as in URLs, such as %2F for a slash, or put it into PGPASSWORD';

const TRUST = "pass the certificate of the server's authority in the URL: ?sslmode=verify-full&sslrootcert=FILE";

const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start the server, or check host and port in the URL',
  ENOENT: 'start the server, or check host and port in the URL',
  '57P03': 'wait until the server has started, then run the command again',
  ENOTFOUND: 'check the host in the URL',
  '53300': 'raise max_connections or the limit of the role, or stop other clients',
  '28P01': 'check user and password in the URL',
  '28000': 'check user and password in the URL',
  '3D000': 'create the database with createdb, or check its name in the URL',
  '42501':
    'connect as the role that owns the database and its schema gitcast; without a schema, the first start creates it',
  DEPTH_ZERO_SELF_SIGNED_CERT: TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
};

function remedyFor(url: string, error: unknown): string {
  if (nameOfServer(url) === UNREADABLE) return ENCODE;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'open') return 'check the paths of certificates in the URL';
  return REMEDIES[String(code)] ?? 'check the URL and the server, then run the command again';
}
