import { UserError } from '../../../diagnostics/errors.ts';
import { reasonOf } from './failures.ts';

/** An error that says how to fix a server that cannot be used. A UserError is returned unchanged. */
export function unusableServer(url: string, error: unknown): Error {
  if (error instanceof UserError) return error;
  return new UserError(`${nameOfServer(url)} cannot be used: ${reasonOf(error)}`, {
    suggestion: remedyFor(error),
    cause: error,
  });
}

/** A database in messages: where it is and who connects, without the password. */
export function nameOfServer(url: string): string {
  // The address of a socket has no host, which is not a URL to others.
  const text = URL.canParse(url) ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(text)) return 'postgres://…';
  const { protocol, username, host, pathname, searchParams } = new URL(text);
  return `${protocol}//${username === '' ? '' : `${username}@`}${searchParams.get('host') ?? host}${pathname}`;
}

const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start the server, or check host and port in the URL',
  ENOENT: 'start the server, or check host and port in the URL',
  ENOTFOUND: 'check the host in the URL',
  '28P01': 'check user and password in the URL',
  '28000': 'check user and password in the URL',
  '3D000': 'create the database with createdb, or check its name in the URL',
  '42501': 'connect as the owner of the database: the first start creates the schema gitcast in it',
};

const remedyFor = (error: unknown): string =>
  REMEDIES[String((error as { code?: unknown }).code)] ?? 'check the URL and the server, then run the command again';
