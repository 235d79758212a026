import type { RemoteError, RemoteErrorType } from '../diagnostics/errors.ts';

const WHOLE_TARGET: ReadonlySet<RemoteErrorType> = new Set([
  'unauthorised',
  'redirected',
  'not-json',
  'unreachable',
  'unknown-host',
  'tls',
  'interrupted',
]);

/** True if the failure concerns the whole target, so no other request would succeed. */
export const stopsRun = ({ type }: RemoteError): boolean => WHOLE_TARGET.has(type);
