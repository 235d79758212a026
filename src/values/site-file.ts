/** The name and the digest of a file on the site: the writer and publishing must agree on both. */
import { hash } from 'node:crypto';

export const digestOf = (content: string | Uint8Array): string => hash('sha256', content, 'hex').slice(0, 32);

/** True for a relative path that stays inside the site. */
export const isSitePath = (path: string): boolean =>
  !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
