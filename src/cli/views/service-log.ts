/** What a running service reports on stderr: lines for people, or lines of JSON for programs that collect logs. */
import { assertNever } from '../../diagnostics/errors.ts';
import { withoutSecretTexts } from '../../diagnostics/secret-text.ts';
import type { LoggedDelivery, LoggedRequest, ServiceEvent } from '../../project/index.ts';

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export type Logged = ServiceEvent | { readonly type: 'stopping'; readonly message: string };

type Level = 'info' | 'warn' | 'error';

/** With `--quiet`, only what somebody should look at is shown. */
export function levelOf(event: Logged): Level {
  switch (event.type) {
    case 'request-served':
      return event.request.status >= 500 ? 'error' : 'info';
    case 'delivery-attempted':
      return { delivered: 'info', pending: 'warn', returned: 'warn', failed: 'error' }[event.delivery.state] as Level;
    case 'service-failed':
      return 'error';
    case 'service-notice':
      return 'warn';
    case 'stopping':
      return 'info';
    default:
      return assertNever(event);
  }
}

export const logLine = (event: Logged, { format, now }: { readonly format: LogFormat; readonly now: Date }): string =>
  `${withoutSecretTexts(format === 'json' ? jsonOf(event, now) : textOf(event, now))}\n`;

const jsonOf = (event: Logged, now: Date): string =>
  JSON.stringify({ time: now.toISOString(), level: levelOf(event), ...fieldsOf(event) });

function fieldsOf(event: Logged): object {
  switch (event.type) {
    case 'request-served': {
      const { id, at: _at, ...request } = event.request;
      return { event: 'request', requestId: id, ...request };
    }
    case 'delivery-attempted': {
      const { id, requestId, ...delivery } = event.delivery;
      return { event: 'delivery', requestId, deliveryId: id, ...delivery };
    }
    case 'service-failed':
      return { event: 'failure', requestId: event.requestId, message: event.message };
    case 'service-notice':
      return { event: 'notice', message: event.message };
    case 'stopping':
      return { event: 'stopping', message: event.message };
    default:
      return assertNever(event);
  }
}

function textOf(event: Logged, now: Date): string {
  switch (event.type) {
    case 'request-served':
      return `${now.toISOString()} ${requestText(event.request)}`;
    case 'delivery-attempted':
      return `${now.toISOString()} ${deliveryText(event.delivery)}`;
    case 'service-failed':
      return `error: ${event.message}`;
    case 'service-notice':
      return `notice: ${event.message}`;
    case 'stopping':
      return event.message;
    default:
      return assertNever(event);
  }
}

const requestText = ({ id, method, path, status, durationMs }: LoggedRequest): string =>
  `${method} ${printable(path)} ${status} ${durationMs.toFixed(1)} ms ${id}`;

function deliveryText({ id, type, state, attempt, status, error, durationMs, requestId }: LoggedDelivery): string {
  const result = [status, error].filter((each) => each !== null).join(', ');
  const origin = requestId === null ? '' : ` ${requestId}`;
  return `delivery ${id} of ${type}: ${state} (attempt ${attempt}: ${printable(result)}) ${durationMs.toFixed(1)} ms${origin}`;
}

/** A client chooses the path, and a terminal would obey its control characters. */
const printable = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
