/**
 * Deliveries of a real service: each is checked by gitcast's own receiver and by the library of Standard Webhooks, as it is
 * and edited in every way that an attacker on the way could try.
 */
import { Webhook } from 'standardwebhooks';
import { verify, type Scheme } from '../../../src/webhooks/signatures.ts';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Tampering {
  readonly name: string;
  readonly edit: (delivery: Delivery) => Delivery;
  /** The scheme of the service signs the body alone, so only the other one notices a changed id or time. */
  readonly schemes: readonly Scheme[];
}

const BOTH: readonly Scheme[] = ['service', 'standard'];
const inBody = (name: string, edit: (body: string) => string): Tampering => ({
  name,
  schemes: BOTH,
  edit: ({ headers, body }) => ({ headers, body: edit(body) }),
});
const inHeaders = (
  name: string,
  schemes: readonly Scheme[],
  edit: (headers: Delivery['headers']) => Record<string, string | undefined>,
): Tampering => ({
  name,
  schemes,
  edit: ({ headers, body }) => ({ headers: defined({ ...headers, ...edit(headers) }), body }),
});

export const TAMPERINGS: readonly Tampering[] = [
  inBody('a changed value', (body) => body.replace('"type":"', '"type":"x')),
  inBody('a space added', (body) => `${body} `),
  inBody('a key twice', (body) => body.replace('{', '{"id":"x",')),
  inBody('an empty body', () => ''),
  inBody('a cut body', (body) => body.slice(0, -1)),
  inHeaders('a changed signature', BOTH, (headers) => ({
    'x-service-signature': flipped(headers['x-service-signature']!),
    'webhook-signature': flipped(headers['webhook-signature']!),
  })),
  inHeaders('no signature', BOTH, () => ({ 'x-service-signature': undefined, 'webhook-signature': undefined })),
  inHeaders('an empty signature', BOTH, () => ({ 'x-service-signature': 'sha256=', 'webhook-signature': 'v1,' })),
  inHeaders('an unknown version', BOTH, (headers) => ({
    'x-service-signature': headers['x-service-signature']!.replace('sha256', 'sha1'),
    'webhook-signature': headers['webhook-signature']!.replaceAll('v1,', 'v0,'),
  })),
  inHeaders('another id', ['standard'], () => ({ 'webhook-id': 'msg_other' })),
  inHeaders('a later time', ['standard'], (headers) => ({
    'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
  })),
  inHeaders('no time', ['standard'], () => ({ 'webhook-timestamp': undefined })),
];

export interface Checked {
  readonly verified: number;
  readonly refused: number;
  /** Sentences about what ended as it must not. */
  readonly wrong: readonly string[];
}

export function checkDeliveries(deliveries: readonly Delivery[], secret: string): Checked {
  const wrong: string[] = [];
  let [verified, refused] = [0, 0];
  const judge = ({ headers, body }: Delivery, scheme: Scheme): boolean =>
    verify({ scheme, secret, headers, body, now: Date.now() }).valid;
  for (const delivery of deliveries) {
    if (BOTH.every((scheme) => judge(delivery, scheme)) && isAccepted(delivery, secret)) verified += 1;
    else wrong.push(`${delivery.headers['webhook-id']} was refused`);
    for (const { name, edit, schemes } of TAMPERINGS) {
      const edited = edit(delivery);
      const accepted = schemes.filter((scheme) => judge(edited, scheme));
      if (schemes.includes('standard') && isAccepted(edited, secret)) accepted.push('standard');
      if (accepted.length === 0) refused += 1;
      else wrong.push(`${name} was accepted (${accepted.join(', ')})`);
    }
  }
  return { verified, refused, wrong };
}

/** By the library of Standard Webhooks. */
function isAccepted({ headers, body }: Delivery, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

const flipped = (text: string): string => text.replace(/.(?=.{4}$)/, (last) => (last === 'a' ? 'b' : 'a'));

const defined = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
