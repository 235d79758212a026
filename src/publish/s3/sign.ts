/** AWS Signature Version 4, which every S3-compatible storage accepts. The secret itself is never sent. */
import { createHmac, hash } from 'node:crypto';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
  /** The session token of temporary credentials. */
  readonly token?: string | undefined;
}

export interface Signable {
  readonly method: string;
  readonly host: string;
  /** Encoded, as it is sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Scope {
  readonly region: string;
  readonly credentials: Credentials;
  readonly now: Date;
}

/** The headers to send, including the signature. All of them are signed. */
export function signed(request: Signable, { region, credentials, now }: Scope): Readonly<Record<string, string>> {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const payload = hash('sha256', request.body, 'hex');
  const sent: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': payload,
    'x-amz-date': stamp,
    ...(credentials.token !== undefined && { 'x-amz-security-token': credentials.token }),
  };
  const all: Record<string, string> = { ...sent, host: request.host };
  const names = Object.keys(all).toSorted();
  const canonical = [
    request.method,
    request.path,
    queryText(request.query),
    ...names.map((name) => `${name}:${all[name]!.trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, hash('sha256', canonical, 'hex')].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secret}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** Sorted by encoded name, as both the signature and the request need it. */
export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');

/** Everything but letters, digits and `-._~`. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const encodedPath = (path: string): string => path.split('/').map(encoded).join('/');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
