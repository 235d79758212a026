/** The log of the embedded service, on stderr, and how to reach it. */
import { assertNever } from '../../diagnostics/errors.ts';
import { withoutSecretTexts } from '../../diagnostics/secret-text.ts';
import type { LoggedDelivery, LoggedRequest, ServiceEvent, Serving } from '../../project/index.ts';
import type { Style } from './text/style.ts';

/** The log has lines for people, or lines of JSON for programs that collect logs. */
export const LOG_FORMATS = ['text', 'json'] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

export type Logged = ServiceEvent | { readonly type: 'stopping'; readonly message: string };

type Level = 'info' | 'warn' | 'error';

/** How an event is logged. With `--quiet`, only what somebody should look at is shown. */
interface LogEntry {
  readonly level: Level;
  readonly fields: object;
  readonly text: () => string;
}

function entryOf(event: Logged, time: string): LogEntry {
  switch (event.type) {
    case 'request-served': {
      const { id, at: _at, ...request } = event.request;
      const level = event.request.status >= 500 ? 'error' : 'info';
      const fields = { event: 'request', requestId: id, ...request };
      return { level, fields, text: () => `${time} ${requestText(event.request)}` };
    }
    case 'delivery-attempted': {
      const { id, requestId, ...delivery } = event.delivery;
      const level = LEVEL_OF_DELIVERY[event.delivery.state];
      const fields = { event: 'delivery', requestId, deliveryId: id, ...delivery };
      return { level, fields, text: () => `${time} ${deliveryText(event.delivery)}` };
    }
    case 'service-failed': {
      const { requestId, message } = event;
      return { level: 'error', fields: { event: 'failure', requestId, message }, text: () => `error: ${message}` };
    }
    case 'service-notice': {
      const { message } = event;
      return { level: 'warn', fields: { event: 'notice', message }, text: () => `notice: ${message}` };
    }
    case 'stopping': {
      const { message } = event;
      return { level: 'info', fields: { event: 'stopping', message }, text: () => message };
    }
    default:
      return assertNever(event);
  }
}

const LEVEL_OF_DELIVERY = { delivered: 'info', pending: 'warn', returned: 'warn', failed: 'error' } as const;

export const levelOf = (event: Logged): Level => entryOf(event, '').level;

export function logLine(event: Logged, { format, now }: { readonly format: LogFormat; readonly now: Date }): string {
  const time = now.toISOString();
  const { level, fields, text } = entryOf(event, time);
  return `${withoutSecretTexts(format === 'json' ? JSON.stringify({ time, level, ...fields }) : text())}\n`;
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

/** How to reach the service, for someone who tries it. A database server shows a key only once, at the first start. */
export function servingText({ card, server }: Omit<Serving, 'close'>, { colours }: Style): string {
  const { url, userId, broadcastId, key } = card;
  const row = (label: string, value: string): string => `  ${colours.dim(label.padEnd(10))} ${value}`;
  return [
    `${colours.green('●')} serving at ${colours.bold(url)}`,
    '',
    ...(server === undefined ? [] : [row('database', server)]),
    row('user', userId),
    row('broadcast', broadcastId),
    row('key', key ?? 'gitcast service keys create makes one'),
    '',
    `  curl -H 'Authorization: Bearer ${key ?? 'KEY'}' ${url}/v1/events`,
    '',
    colours.dim('  Ctrl-C stops it'),
    '',
    '',
  ].join('\n');
}
