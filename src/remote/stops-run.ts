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

/** Whether the failure concerns the whole target: no other request would fare better. */
export const stopsRun = ({ type }: RemoteError): boolean => WHOLE_TARGET.has(type);
