import { hash } from 'node:crypto';

/** The namespace of URLs in RFC 9562. */
const NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** The UUID of a URL (version 5): the same on every machine and in every build. */
export function urlUuid(url: string): string {
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(url)]), 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
