/** What a failure at the root of the broadcast means: the one address where key, user and broadcast meet. */
import { RemoteError } from '../diagnostics/errors.ts';

/**
 * Surface A never names the broadcast, the key alone decides. So a broadcast that the key does not open must stop the run,
 * or the content would go to whatever other broadcast the key belongs to.
 */
export function explainBroadcastRoot(broadcastId: string, status: 403 | 404): RemoteError {
  if (status === 404) {
    return new RemoteError(`the key of this target does not open broadcast ${broadcastId}: wrong broadcast or plan`, {
      type: 'not-found',
      status,
      suggestion: 'check `userId` and `broadcastId` of the target, and that the key was made for this broadcast',
    });
  }
  return new RemoteError(`broadcast ${broadcastId} may not be used over the API: wrong broadcast or plan`, {
    type: 'forbidden',
    status,
    suggestion: 'the API needs the Pro plan; if the broadcast has it, check that the key was made for this broadcast',
  });
}
