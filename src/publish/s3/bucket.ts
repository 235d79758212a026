/** The requests to a bucket, each repeated if it fails for a passing reason: all of them can safely be sent twice. */
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RemoteError } from '../../diagnostics/errors.ts';
import { call, worded, type Wording } from '../../diagnostics/wording.ts';
import { connect, USUAL_TIMEOUTS, type ConnectionOptions } from '../../remote/http/connection.ts';
import { headerOf, type Method, type AnswerHeaders } from '../../remote/http/exchange.ts';
import { encodedPath, queryText, signed, type Credentials } from './sign.ts';

export interface BucketOptions extends Pick<ConnectionOptions, 'environment' | 'signal'> {
  /** The address of the storage, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly now: () => Date;
}

export interface StoredText {
  readonly text: string;
  readonly etag: string;
}

export type Bucket = ReturnType<typeof openBucket>;

export type Headers = Readonly<Record<string, string>>;

/** Requests in flight at the same time. */
export const CONCURRENCY = 8;
const TRIES = 5;
const MOST_KEYS = 1000;
const NO_BYTES = new Uint8Array();

interface Request {
  readonly method: Method;
  readonly key?: string;
  readonly query?: Headers;
  readonly headers?: Headers;
  readonly body?: Uint8Array;
  /** Statuses that are answers rather than failures. */
  readonly expects?: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
  /** True if an earlier try may have been carried out. */
  readonly again: boolean;
}

export function openBucket({ endpoint, bucket, region, credentials, now, ...network }: BucketOptions) {
  const { host, pathname } = new URL(endpoint);
  const above = pathname.replace(/\/+$/, '');
  const connection = connect({ ...network, baseUrl: endpoint, most: CONCURRENCY, timeouts: USUAL_TIMEOUTS });

  const send = async (request: Request): Promise<Answer> => {
    const { method, key, query = {}, headers = {}, body = NO_BYTES, expects = [] } = request;
    const path = `/${encodedPath(bucket)}${key === undefined ? '' : `/${encodedPath(key)}`}`;
    const searched = queryText(query);
    for (let tries = 1; ; tries++) {
      const outcome = await connection.exchange({
        method,
        path: searched === '' ? path : `${path}?${searched}`,
        // Signed again for each try: a signature is valid for minutes only.
        headers: signed(
          { method, host, path: `${above}${path}`, query, headers, body },
          { region, credentials, now: now() },
        ),
        body: body.length === 0 && method !== 'PUT' && method !== 'POST' ? null : body,
      });
      const isPassing = outcome.type === 'failure' ? outcome.failure.passing : isBusy(outcome.status);
      if (outcome.type === 'answer' && (outcome.status < 300 || expects.includes(outcome.status)))
        return { ...outcome, again: tries > 1 };
      if (!isPassing || tries === TRIES || network.signal?.aborted) {
        if (outcome.type === 'answer') throw refusal(`${method} ${path}`, outcome);
        const { type, what, suggestion } = outcome.failure;
        throw new RemoteError(`${method} ${path} ${what}`, {
          type,
          suggestion: suggestion.replace("the target's `baseUrl`", 'the `endpoint`'),
        });
      }
      await wait(100 * 2 ** tries * (0.5 + Math.random() / 2));
    }
  };

  const read = async (key: string): Promise<StoredText | undefined> => {
    const { status, text, headers } = await send({ method: 'GET', key, expects: [404] });
    return status === 404 ? undefined : { text, etag: headerOf(headers, 'etag') ?? '' };
  };

  const removeSome = async (keys: readonly string[]): Promise<void> => {
    const objects = keys.map((key) => `<Object><Key>${escaped(key)}</Key></Object>`).join('');
    const body = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${objects}<Quiet>true</Quiet></Delete>`,
    );
    const headers = { 'content-md5': hash('md5', body, 'base64'), 'content-type': 'application/xml' };
    const { status, text } = await send({ method: 'POST', query: { delete: '' }, headers, body, expects: [405, 501] });
    // Some storages cannot delete several at once.
    if (status >= 300) for (const key of keys) await send({ method: 'DELETE', key, expects: [404] });
    const [failed] = elements(text, 'Error');
    if (failed !== undefined) throw refusal(`DELETE ${bucket}/${textIn(failed, 'Key')}`, { status: 403, text: failed });
  };

  return {
    read,
    /** The headers of an object, without its content. */
    head: async (key: string): Promise<AnswerHeaders | undefined> => {
      const first = await send({ method: 'GET', key, headers: { range: 'bytes=0-0' }, expects: [404, 416] });
      if (first.status === 404) return undefined;
      // An empty object has no first byte.
      return first.status === 416 ? (await send({ method: 'GET', key })).headers : first.headers;
    },
    /** The keys that start with this. */
    list: async (prefix: string): Promise<readonly string[]> => {
      const keys: string[] = [];
      for (let token: string | undefined, more = true; more;) {
        const next: Headers = token === undefined ? {} : { 'continuation-token': token };
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...next };
        const { text } = await send({ method: 'GET', query });
        const isEncoded = textIn(text, 'EncodingType') === 'url';
        for (const each of elements(text, 'Contents')) {
          const key = unescaped(textIn(each, 'Key'));
          keys.push(isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
        }
        token = unescaped(textIn(text, 'NextContinuationToken'));
        more = textIn(text, 'IsTruncated') === 'true' && token !== '';
      }
      return keys;
    },
    put: async (key: string, body: Uint8Array, headers: Headers = {}): Promise<void> => {
      await send({ method: 'PUT', key, body, headers });
    },
    /** Writes a new object. False if there is one already. */
    add: async (key: string, body: Uint8Array, headers: Headers = {}): Promise<boolean> => {
      const guarded = { ...headers, 'if-none-match': '*' };
      const answer = await send({ method: 'PUT', key, body, headers: guarded, expects: [412, 501] });
      // Some storages do not know the condition.
      if (answer.status === 501) await send({ method: 'PUT', key, body, headers });
      // The answer to an earlier try may have been lost: then the object is ours.
      return answer.status !== 412 || answer.again;
    },
    /** Writes only if the object is still the one that was read. False if it is not. */
    replace: async (key: string, text: string, etag: string | undefined): Promise<string | false> => {
      const condition: Headers = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag };
      const body = Buffer.from(text);
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      const guarded = { ...headers, ...condition };
      let answer = await send({ method: 'PUT', key, body, headers: guarded, expects: [409, 412, 501] });
      // Some storages do not know the condition: there, two runs at the same time are not noticed.
      if (answer.status === 501) answer = await send({ method: 'PUT', key, body, headers });
      if (answer.status < 300) return headerOf(answer.headers, 'etag') ?? '';
      // The answer to an earlier try may have been lost.
      const there = answer.again ? await read(key) : undefined;
      return there?.text === text ? there.etag : false;
    },
    copy: async (from: string, to: string, headers: Headers = {}): Promise<void> => {
      const source = { 'x-amz-copy-source': `/${encodedPath(`${bucket}/${from}`)}` };
      const replaced = Object.keys(headers).length === 0 ? {} : { 'x-amz-metadata-directive': 'REPLACE' };
      const { text } = await send({ method: 'PUT', key: to, headers: { ...headers, ...source, ...replaced } });
      // A copy can fail after its answer has begun with 200.
      if (/<Error>/.test(text)) throw refusal(`PUT ${bucket}/${to}`, { status: 200, text });
    },
    remove: async (keys: readonly string[]): Promise<void> => {
      for (let at = 0; at < keys.length; at += MOST_KEYS) await removeSome(keys.slice(at, at + MOST_KEYS));
    },
    close: (): Promise<void> => connection.close(),
  };
}

const isBusy = (status: number): boolean => (status >= 500 && status !== 501) || status === 429;

const SUGGESTIONS: Readonly<Record<string, Wording>> = {
  SignatureDoesNotMatch: 'check the variables of `key` and `secret`, and `region`',
  InvalidAccessKeyId: 'check the variable of `key`',
  ExpiredToken: worded`get new temporary credentials, then run ${call('publish')} again`,
  RequestTimeTooSkewed: "set this machine's clock",
  NoSuchBucket: 'create the bucket, or correct `bucket` in the configuration',
  AccessDenied: 'the key needs permission to list, read, write and delete objects in the bucket',
  AuthorizationHeaderMalformed: 'correct `region` in the configuration',
  PermanentRedirect: "set `endpoint` to the address of the bucket's region",
};

const TYPES: Readonly<Record<number, 'forbidden' | 'not-found'>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
};

function refusal(what: string, { status, text }: Pick<Answer, 'status' | 'text'>): RemoteError {
  const code = textIn(text, 'Code') || String(status);
  const message = unescaped(textIn(text, 'Message')).slice(0, 200);
  return new RemoteError(`${what} was refused: ${code}${message === '' ? '' : ` (${message})`}`, {
    type: TYPES[status] ?? (status >= 500 ? 'server-error' : 'refused'),
    status,
    suggestion: SUGGESTIONS[code] ?? 'check `endpoint`, `bucket` and `region` in the configuration',
  });
}

/** The answers of S3 are flat XML without attributes on these elements. */
const elements = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside]) => inside!);

const textIn = (xml: string, name: string): string => elements(xml, name)[0] ?? '';

const escaped = (text: string): string => text.replaceAll(/[&<>"'\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name: string) =>
    decimal !== undefined
      ? String.fromCodePoint(Number(decimal))
      : hexadecimal !== undefined
        ? String.fromCodePoint(Number.parseInt(String(hexadecimal), 16))
        : (ENTITIES[name] ?? whole),
  );
