/** The sentences for answers that say no, by their status. */
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

/** A refusal was not carried out, whatever the method. */
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
        what: 'was refused with 401, the key is missing or not valid',
        suggestion:
          'check the variable that holds the key of this target; a new key is made in the developer settings of the broadcast',
      };
    case 403:
      return {
        type: 'forbidden',
        what: 'is not allowed (403)',
        suggestion: 'the API needs the Pro plan, and a key opens one broadcast only: check both',
      };
    case 404:
      return {
        type: 'not-found',
        what: 'found nothing (404)',
        suggestion: 'check `userId` and `broadcastId` of the target, and whether its `profile` fits the service',
      };
    case 412:
      return {
        type: 'changed',
        what: 'was refused because somebody changed the object since it was read (412)',
        suggestion: 'plan again: the new plan shows what was changed',
      };
    case 429:
      return {
        type: 'rate-limited',
        what: 'was refused again and again because of too many requests (429)',
        suggestion: 'try again later, or with a smaller --concurrency',
      };
    default:
      return { type: 'refused', what: `was refused with ${status}` };
  }
}

/** Not followed: the key would go along to wherever the answer points. */
function redirected(status: number, location: string): Words {
  const to = location === '' ? '' : ` to ${location.replace(/[?#].*$/, '').slice(0, 200)}`;
  return {
    type: 'redirected',
    what: `was answered with a redirect (${status})${to}, which is not followed`,
    suggestion: 'set `baseUrl` of the target to the address where the service itself answers',
  };
}
