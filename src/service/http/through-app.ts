/** The adaptor between Node.js and the app, which is loaded for the first request that is not served directly. */
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { malformed, replyToUnreadable, type HowToFail } from './unreadable-requests.ts';

interface ThroughApp {
  /** Asked for each request. */
  readonly app: () => Promise<Hono>;
  readonly how: () => HowToFail;
}

export const createThroughApp = ({ app, how }: ThroughApp): ReturnType<typeof getRequestListener> =>
  getRequestListener(async (request, env) => (await app()).fetch(request, env), {
    overrideGlobalObjects: false,
    // Of a body that is not read, `limitUnreadBodies` takes care. The adaptor would close the connection, and with it the
    // next request, if discarding it takes half a second, as it can on a busy machine.
    autoCleanupIncoming: false,
    // Of a request of HTTP/1.0. It must not be one that makes the request count as one from this machine.
    hostname: 'unnamed.invalid',
    errorHandler: (error) => adaptorFailure(error, how()),
  });

/** What the adaptor could not make a request of, or an error that nobody handled. */
function adaptorFailure(error: unknown, how: HowToFail): Response {
  const { status, headers, body } = replyToUnreadable(
    error instanceof RequestError
      ? malformed('the request target is not a path, or the header Host is not a host')
      : error,
    how,
  );
  return new Response(body, { status, headers });
}
