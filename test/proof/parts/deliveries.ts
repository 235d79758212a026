/**
 * Deliveries of a real service: each is checked by the documented example and by the library of Standard Webhooks, as it is
 * and edited in every way that an attacker on the way could try.
 */
import { Webhook } from 'standardwebhooks';
import { documented } from '../../webhooks/documented.ts';

const { isGenuine } = await documented();

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Tampering {
  readonly name: string;
  readonly edit: (delivery: Delivery) => Delivery;
}

const inBody = (name: string, edit: (body: string) => string): Tampering => ({
  name,
  edit: ({ headers, body }) => ({ headers, body: edit(body) }),
});
const inHeaders = (
  name: string,
  edit: (headers: Delivery['headers']) => Record<string, string | undefined>,
): Tampering => ({
  name,
  edit: ({ headers, body }) => ({ headers: defined({ ...headers, ...edit(headers) }), body }),
});

export const TAMPERINGS: readonly Tampering[] = [
  inBody('a changed value', (body) => body.replace('"type":"', '"type":"x')),
  inBody('a space added', (body) => `${body} `),
  inBody('a key twice', (body) => body.replace('{', '{"id":"x",')),
  inBody('an empty body', () => ''),
  inBody('a cut body', (body) => body.slice(0, -1)),
  inHeaders('a changed signature', (headers) => ({
    'webhook-signature': flipped(headers['webhook-signature']!),
  })),
  inHeaders('no signature', () => ({ 'webhook-signature': undefined })),
  inHeaders('an empty signature', () => ({ 'webhook-signature': 'v1,' })),
  inHeaders('an unknown version', (headers) => ({
    'webhook-signature': headers['webhook-signature']!.replaceAll('v1,', 'v0,'),
  })),
  inHeaders('another id', () => ({ 'webhook-id': 'msg_other' })),
  inHeaders('a later time', (headers) => ({
    'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
  })),
  inHeaders('no time', () => ({ 'webhook-timestamp': undefined })),
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
  for (const delivery of deliveries) {
    if (isVerified(delivery, secret) && isAccepted(delivery, secret)) verified += 1;
    else wrong.push(`${delivery.headers['webhook-id']} was refused`);
    for (const { name, edit } of TAMPERINGS) {
      const edited = edit(delivery);
      if (isVerified(edited, secret) || isAccepted(edited, secret)) wrong.push(`${name} was accepted`);
      else refused += 1;
    }
  }
  return { verified, refused, wrong };
}

const isVerified = ({ headers, body }: Delivery, secret: string): boolean => isGenuine(headers, body, secret);

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
