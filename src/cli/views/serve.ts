import type { Serving } from '../../project/index.ts';
import type { Style } from './text/style.ts';

/** How to reach the service, for someone who tries it. */
export function servingText({ url, userId, broadcastId, key }: Serving['card'], { colours }: Style): string {
  const row = (label: string, value: string): string => `  ${colours.dim(label.padEnd(10))} ${value}`;
  return [
    `${colours.green('●')} serving at ${colours.bold(url)}`,
    '',
    row('user', userId),
    row('broadcast', broadcastId),
    row('key', key),
    '',
    `  curl -H 'Authorization: Bearer ${key}' ${url}/v1/events`,
    '',
    colours.dim(`  Stored objects and requests: ${url}/ · Ctrl-C stops it`),
    '',
    '',
  ].join('\n');
}
