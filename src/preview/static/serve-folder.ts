/** A built site, served the way a good host would: compressed, cached by name, with a policy and its own 404 page. */
import { createReadStream, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { linkOutOf } from '../../machine/symbolic-links.ts';
import { headersOf } from '../../render/hosting.ts';
import { contentType } from '../../values/content-type.ts';
import { plain } from '../http/preview-listener.ts';
import { targetOf } from '../http/site-path.ts';

export function serveFolder(folder: string): (request: Request) => Response | Promise<Response> {
  const statsOf = (path: string): Stats | undefined => {
    // A name that is too long, or inside a file, does not exist on the site.
    try {
      if (linkOutOf(folder, path) !== undefined) return undefined;
      const stats = statSync(join(folder, path), { throwIfNoEntry: false });
      return stats?.isFile() ? stats : undefined;
    } catch {
      return undefined;
    }
  };
  const fileAt = (path: string): SiteFile | undefined => {
    const stats = statsOf(path);
    return stats && { path: join(folder, path), name: path, stats };
  };
  return (request) => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(undefined, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const target = targetOf(pathname, (path) => statsOf(path) !== undefined);
    if (target.type === 'redirect') {
      return new Response(undefined, { status: 308, headers: { location: target.location + search } });
    }
    const found = target.type === 'file' ? fileAt(target.path) : undefined;
    if (found) return fileAnswer(request, found);
    const page = fileAt('404.html');
    return page ? notFound(request, page) : plain('Not found', 404);
  };
}

interface SiteFile {
  readonly path: string;
  /** Its path on the site. */
  readonly name: string;
  readonly stats: Stats;
}

/** How a file is sent: its headers, whether it is text that is worth compressing, and in which encoding. */
function formOf({ headers }: Request, { path, name, stats }: SiteFile) {
  const type = contentType(path);
  const isText = isCompressible(type, stats.size);
  const encoding = isText ? chosenEncoding(headers.get('accept-encoding') ?? '') : undefined;
  return { isText, encoding, headers: { ...headersOf(name), 'content-type': type, vary: 'accept-encoding' } };
}

function fileAnswer(request: Request, file: SiteFile): Response {
  const { headers } = request;
  const { path, stats } = file;
  const { isText, encoding, headers: own } = formOf(request, file);
  const etag = etagOf(stats, encoding);
  const common = { ...own, ...cachingOf(path), etag };
  if (isKnown(headers.get('if-none-match'), etag)) return new Response(undefined, { status: 304, headers: common });
  if (isText) return textAnswer(path, { encoding, headers: common });

  const ifRange = headers.get('if-range');
  const range = byteRange(ifRange === null || ifRange === etag ? headers.get('range') : null, stats.size);
  const accepting = { ...common, 'accept-ranges': 'bytes' };
  if (range.type === 'unsatisfiable') {
    return new Response(undefined, {
      status: 416,
      headers: { ...accepting, 'content-range': `bytes */${stats.size}` },
    });
  }
  const isPart = range.type === 'part';
  const { first, last } = isPart ? range : { first: 0, last: stats.size - 1 };
  // A film may be larger than the memory.
  const body = stats.size === 0 ? undefined : Readable.toWeb(createReadStream(path, { start: first, end: last }));
  return new Response(body, {
    status: isPart ? 206 : 200,
    headers: {
      ...accepting,
      ...(isPart && { 'content-range': `bytes ${first}-${last}/${stats.size}` }),
      'content-length': String(last - first + 1),
    },
  });
}

/** A request for a missing file gets the site's own 404 page, with a status that caches do not keep as an answer. */
function notFound(request: Request, file: SiteFile): Response {
  const { encoding, headers } = formOf(request, file);
  return textAnswer(file.path, { status: 404, encoding, headers: { ...headers, 'cache-control': 'no-cache' } });
}

interface TextAnswer {
  readonly status?: number;
  readonly encoding: Encoding | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

function textAnswer(path: string, { status = 200, encoding, headers }: TextAnswer): Response {
  const bytes = readFileSync(path);
  const body = encoding ? compress(bytes, encoding) : bytes;
  return new Response(body as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...headers,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

/** The build does not touch unchanged files, so time and size identify a version of a file. */
const etagOf = ({ size, mtimeMs }: Stats, encoding: Encoding | undefined): string =>
  `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}${encoding ? `-${encoding}` : ''}"`;

const isKnown = (header: string | null, etag: string): boolean =>
  header !== null &&
  header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === '*' || each === etag);

/** `site.0a1b2c3d4e.css`: different content would have a different name. */
const cachingOf = (path: string): { 'cache-control': string } => ({
  'cache-control': /\.[0-9a-f]{8,}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
});

/** The part of a file that a `Range` header asks for: video and audio players use it to seek. */
type ByteRange =
  /** From the first to the last byte, both inclusive. */
  | { readonly type: 'part'; readonly first: number; readonly last: number }
  | { readonly type: 'whole' }
  | { readonly type: 'unsatisfiable' };

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/** Multiple or invalid ranges are answered with the whole file, as the standard allows. */
export function byteRange(header: string | null, size: number): ByteRange {
  const match = header === null ? undefined : ONE_RANGE.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return { type: 'whole' };
  const [, from = '', to = ''] = match;
  if (from === '') return part(Math.max(0, size - Number(to)), size - 1);
  if (to !== '' && Number(to) < Number(from)) return { type: 'whole' };
  return part(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1));
}

const part = (first: number, last: number): ByteRange =>
  first > last ? { type: 'unsatisfiable' } : { type: 'part', first, last };

type Encoding = 'br' | 'gzip';

/** Smaller files fit in one packet anyway. */
const WORTH_IT = 512;

const isCompressible = (type: string, size: number): boolean => /^text\/|json|xml|svg/.test(type) && size >= WORTH_IT;

/** The encodings that the browser accepts, the smaller one first. `br;q=0` means that it does not accept it. */
function chosenEncoding(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

function compress(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  return encoding === 'br'
    ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipSync(bytes);
}
