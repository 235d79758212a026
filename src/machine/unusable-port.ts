import { UserError } from '../diagnostics/errors.ts';
import { option, worded, type OptionName } from '../diagnostics/wording.ts';

/** The error with a next step, for a server that could not listen; any other error as it is. */
export function unusablePort(error: NodeJS.ErrnoException, port: number, name: OptionName = 'port'): Error {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error;
  const why = error.code === 'EACCES' ? 'may not be used' : 'is in use';
  return new UserError(`port ${port} ${why}`, {
    suggestion: worded`choose another with ${option(name)}, or ${option(name, 0)} for any free one`,
    cause: error,
  });
}
