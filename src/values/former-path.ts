/**
 * Former paths of a site in one spelling. People copy them from browsers, from server logs and from other systems, so
 * `/Talks/caf%C3%A9`, `/talks/café/` and `/talks/café/index.html` have to be the same path, in whichever Unicode form.
 */
import { ifPossible } from './if-possible.ts';

/** `path` is as the site's files spell it: decoded, in NFC, with a final slash unless it is that of a file. */
export type ReadFormerPath = { readonly path: string } | { readonly problem: string };

export function readFormerPath(written: string): ReadFormerPath {
  if (!written.startsWith('/') || written.startsWith('//')) return { problem: 'it does not start with one /' };
  if (written.includes('?')) return { problem: 'static hosts do not see what follows the ?' };
  if (written.includes('#')) return { problem: 'browsers do not send what follows the #' };
  if (/\p{Cc}|\p{Cs}|\\|\*|^\s|\s$/u.test(written)) return { problem: 'it has a character that no path of a page has' };
  const parts: string[] = [];
  for (const part of written.split('/')) {
    const decoded = ifPossible(() => decodeURIComponent(part));
    if (decoded === undefined) return { problem: `\`${part}\` is not a valid percent-encoding` };
    const name = decoded.normalize('NFC');
    if (/^\.\.?$|\p{Cc}|[/\\]/u.test(name) || OF_GIT.test(name)) return { problem: `\`${part}\` cannot be part of it` };
    if (HIDDEN.test(name)) return { problem: `\`${part}\` is hidden, and hosts serve no hidden files` };
    if (Buffer.byteLength(name) > LONGEST_NAME) return { problem: 'a part of it is longer than file systems allow' };
    if (name !== '') parts.push(name);
  }
  if (/^index\.html?$/i.test(parts.at(-1) ?? '')) parts.pop();
  const file = `/${parts.join('/')}`;
  const isFolder = parts.length > 0 && (written.endsWith('/') || !EXTENSION.test(file));
  const path = isFolder ? `${file}/` : file;
  if (Buffer.byteLength(path) > LONGEST_PATH)
    return { problem: 'it is longer than 1,500 bytes, too long for a file of the site' };
  const reserved = RESERVED.find((folder) => keyOfPath(path).startsWith(folder));
  return reserved === undefined ? { path } : { problem: `${reserved} has only files whose names change with them` };
}

/** Equal for paths that are the same to some host or file system. */
export const keyOfPath = (path: string): string =>
  /[^ -@[-~]/.test(path) ? path.normalize('NFC').toLowerCase() : path;

/** The path as a browser sends it. Signs that some host takes for a pattern are encoded too. */
export const encodedPath = (path: string): string =>
  path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replaceAll(/[!'()*]/g, percentEncoded);

/** For a sign of ASCII that is valid in URLs, which `encodeURIComponent` may leave as it is. */
export const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** True for the path of a page, and false for that of a feed, a calendar or another file. */
export const isPagePath = (path: string): boolean => path.endsWith('/') || /\.html?$/i.test(path);

const EXTENSION = /\.[a-z0-9]+$/i;
const LONGEST_NAME = 255;
/** Linux allows 4,096 bytes, and a former folder may stand before a former path. The rest is for the output folder. */
const LONGEST_PATH = 1500;
/** What git refuses in a branch: its own folder, also by the short name that Windows gives it. */
const OF_GIT = /^(?:\.git|git~1)$/i;
const HIDDEN = /^\.(?!well-known$)/;
/** Their names contain a digest, so nobody links to them. */
const RESERVED = ['/assets/', '/media/_/'];
