/** Error messages for refusals, by status. */
import { RemoteError, type RemoteErrorType } from '../diagnostics/errors.ts';
import { errorText } from './error-text.ts';
import type { Method } from './http/exchange.ts';
import { headerOf, type AnswerHeaders } from './http/headers.ts';
import type { Redact } from './http/redact.ts';

interface Refused {
  readonly method: Method;
  readonly path: string;
  readonly redact: Redact;
}

interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

interface Words {
  readonly type: RemoteErrorType;
  readonly what: string;
  readonly suggestion?: string;
}

/** A refused request was not carried out, regardless of the method. */
export function refusal({ method, path, redact }: Refused, { status, headers, text }: Answer): RemoteError {
  const { type, what, suggestion } = words(status, redact(headerOf(headers, 'location') ?? ''));
  const said = errorText(text, redact);
  return new RemoteError(`${method} ${redact(path)} ${what}${said === undefined ? '' : `: ${said}`}`, {
    type,
    status,
    made: 'no',
    ...(suggestion !== undefined && { suggestion }),
  });
}

function words(status: number, location: string): Words {
  if (status < 400) return redirected(status, location);
  switch (status) {
    case 401:
      return {
        type: 'unauthorised',
        what: 'was refused with 401: the key is missing or invalid',
        suggestion:
          "check the variable that holds this target's key; create new keys in the broadcast's developer settings",
      };
    case 403:
      return {
        type: 'forbidden',
        what: 'is not allowed (403)',
        suggestion: 'check that the broadcast has the Pro plan and that the key was created for it',
      };
    case 404:
      return {
        type: 'not-found',
        what: 'found nothing (404)',
        suggestion: "check the target's `userId` and `broadcastId`, and that its `profile` matches the service",
      };
    case 412:
      return {
        type: 'changed',
        what: 'was refused because the object has changed since it was read (412)',
        suggestion: 'plan again: the new plan shows what changed',
      };
    case 429:
      return {
        type: 'rate-limited',
        what: 'was refused repeatedly because of too many requests (429)',
        suggestion: 'try again later, or with a smaller --concurrency',
      };
    default:
      return { type: 'refused', what: `was refused with ${status}` };
  }
}

/** Redirects are not followed: the key would be sent to the new address. */
function redirected(status: number, location: string): Words {
  const to = location === '' ? '' : ` to ${location.replace(/[?#].*$/, '').slice(0, 200)}`;
  return {
    type: 'redirected',
    what: `was answered with a redirect (${status})${to}, which is not followed`,
    suggestion: "set the target's `baseUrl` to the service's final address",
  };
}
