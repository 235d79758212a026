import { UserError } from '../diagnostics/errors.ts';

/** What somebody can do about a server that could not listen; any other error as it is. */
export function unusablePort(error: NodeJS.ErrnoException, port: number, flag = '--port'): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'may not be used' : 'is in use';
  return new UserError(`port ${port} ${why}`, {
    suggestion: `choose another with ${flag}, or ${flag} 0 for any free one`,
    cause: error,
  });
}
