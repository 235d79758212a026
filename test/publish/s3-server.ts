/**
 * A strict S3 in memory: path-style requests, every signature verified, conditional writes, and a hook before and after
 * each request. What it does not know, it refuses.
 */
import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface StoredObject {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export type Objects = Map<string, StoredObject>;

export interface S3Server {
  readonly endpoint: string;
  objects: Objects;
  /** `PUT site/index.html`, one for each request. */
  readonly requests: string[];
  /** Called with the objects before and after each request is carried out. */
  onRequest: (when: 'before' | 'after', request: string) => void;
  /** Storages differ in what they make of `if-match` and `if-none-match`: some answer 501, some write anyway. */
  conditions: 'honoured' | 'unknown' | 'ignored';
  /** Answers the next request of this name with an error instead. */
  fail: { readonly request: RegExp; readonly status: number; times: number } | undefined;
  readonly close: () => Promise<void>;
}

export const KEY = 'AKIDEXAMPLE';
export const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
export const BUCKET = 'festival-site';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    [this.status, this.code] = [status, code];
  }
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export async function s3Server(): Promise<S3Server> {
  const state: S3Server = {
    endpoint: '',
    objects: new Map(),
    requests: [],
    onRequest: () => {},
    fail: undefined,
    conditions: 'honoured',
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  const server = createServer((incoming, outgoing) => {
    void answered(incoming, state).then(({ status, headers = {}, body = '' }) =>
      outgoing.writeHead(status, headers).end(status === 204 ? undefined : body),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function answered(incoming: IncomingMessage, state: S3Server): Promise<Answer> {
  try {
    return await answer(incoming, state);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: `<Error><Code>${error.code}</Code><Message>no</Message></Error>` };
  }
}

async function answer(incoming: IncomingMessage, state: S3Server): Promise<Answer> {
  const body = await buffer(incoming);
  const url = new URL(incoming.url!, 'http://s3');
  verify(incoming, body, url);
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
  const key = rest.join('/');
  const name = `${incoming.method} ${key}${url.search}`;
  state.requests.push(name);
  const { fail } = state;
  if (fail && fail.times > 0 && fail.request.test(name)) {
    fail.times -= 1;
    throw new Refusal(fail.status, 'SlowDown');
  }
  state.onRequest('before', name);
  const result = carryOut({ method: incoming.method!, key, url, headers: incoming.headers, body }, state);
  state.onRequest('after', name);
  return result;
}

interface Call {
  readonly method: string;
  readonly key: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function carryOut(
  { method, key, url, headers, body }: Call,
  { objects, conditions }: Pick<S3Server, 'objects' | 'conditions'>,
): Answer {
  if (method === 'GET' && url.searchParams.get('list-type') === '2') return listed(url, objects);
  if (method === 'POST' && url.searchParams.has('delete')) return deleted(body, headers, objects);
  if (key === '' || url.search !== '') throw new Refusal(400, 'InvalidRequest');
  const there = objects.get(key);
  if (method === 'GET') {
    if (!there) throw new Refusal(404, 'NoSuchKey');
    if (headers.range !== undefined && there.body.length === 0) throw new Refusal(416, 'InvalidRange');
    return {
      status: headers.range === undefined ? 200 : 206,
      headers: { ...there.headers, etag: etagOf(there) },
      body: there.body,
    };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (method !== 'PUT') throw new Refusal(405, 'MethodNotAllowed');
  const wanted = headers['if-match'];
  const isConditional = wanted !== undefined || headers['if-none-match'] !== undefined;
  if (isConditional && conditions === 'unknown') throw new Refusal(501, 'NotImplemented');
  const isHonoured = conditions === 'honoured';
  if (isHonoured && headers['if-none-match'] === '*' && there) throw new Refusal(412, 'PreconditionFailed');
  if (isHonoured && wanted !== undefined && (!there || etagOf(there) !== wanted))
    throw new Refusal(412, 'PreconditionFailed');
  const kept = Object.fromEntries(
    [
      'content-type',
      'cache-control',
      'content-encoding',
      'x-amz-meta-gitcast',
      'x-amz-website-redirect-location',
    ].flatMap((each) => {
      const value = headers[each];
      return typeof value === 'string' ? [[each, value]] : [];
    }),
  );
  const source = headers['x-amz-copy-source'];
  if (typeof source === 'string') {
    const from = objects.get(decodeURIComponent(source).slice(`/${BUCKET}/`.length));
    if (!from) throw new Refusal(404, 'NoSuchKey');
    objects.set(key, headers['x-amz-metadata-directive'] === 'REPLACE' ? { ...from, headers: kept } : from);
    return { status: 200, body: '<CopyObjectResult></CopyObjectResult>' };
  }
  const stored = { body, headers: kept };
  objects.set(key, stored);
  return { status: 200, headers: { etag: etagOf(stored) } };
}

/** Two keys in each answer, so that a listing always has several. */
function listed(url: URL, objects: Objects): Answer {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const shown = keys.slice(0, 2).map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`);
  const isTruncated = keys.length > 2;
  const token = isTruncated ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : '';
  return {
    status: 200,
    body: `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${token}${shown.join('')}</ListBucketResult>`,
  };
}

function deleted(body: Buffer, headers: IncomingMessage['headers'], objects: Objects): Answer {
  if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) throw new Refusal(400, 'BadDigest');
  for (const [, key] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key!);
  return { status: 200, body: '<DeleteResult></DeleteResult>' };
}

const etagOf = ({ body }: StoredObject): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** Written from the description of Signature Version 4, apart from the program's own code. */
function verify({ headers, method }: IncomingMessage, body: Buffer, url: URL): void {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) throw new Refusal(403, 'AccessDenied');
  const [, key, day, region, names, signature] = given as unknown as [string, string, string, string, string, string];
  if (key !== KEY) throw new Refusal(403, 'InvalidAccessKeyId');
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  if (headers['x-amz-content-sha256'] !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const unsigned = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !names.split(';').includes(name));
  if (unsigned !== undefined || !names.split(';').includes('host')) throw new Refusal(403, 'AccessDenied');
  const sign = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const query = url.search.slice(1).split('&').toSorted().join('&');
  const listing = names
    .split(';')
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('');
  const request = `${method}\n${url.pathname}\n${query}\n${listing}\n${names}\n${sha256(body)}`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${day}/${region}/s3/aws4_request\n${sha256(request)}`;
  const expected = sign(sign(sign(sign(sign(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request'), text);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new Refusal(403, 'SignatureDoesNotMatch');
}
