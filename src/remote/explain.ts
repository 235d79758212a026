/** Explains a failure at the root of the broadcast: the one address that involves key, user and broadcast. */
import { RemoteError } from '../diagnostics/errors.ts';

/**
 * Surface A never names the broadcast: the key alone decides. So a key without access to the broadcast must stop the
 * run, or the content would go to the broadcast that the key does belong to.
 */
export function explainBroadcastRoot(broadcastId: string, status: 403 | 404): RemoteError {
  if (status === 404) {
    return new RemoteError(`this target's key has no access to broadcast ${broadcastId}: wrong broadcast or plan`, {
      type: 'not-found',
      status,
      suggestion: "check the target's `userId` and `broadcastId`, and that the key was created for this broadcast",
    });
  }
  return new RemoteError(`broadcast ${broadcastId} cannot be used through the API: wrong broadcast or plan`, {
    type: 'forbidden',
    status,
    suggestion:
      'the API requires the Pro plan; if the broadcast has it, check that the key was created for this broadcast',
  });
}
