import {
  SERVICE_SIGNATURE,
  verify,
  WEBHOOK_ID,
  WEBHOOK_SIGNATURE,
  WEBHOOK_TIMESTAMP,
  type Verdict,
} from '../../webhooks/signatures.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { needed, oneOf, text, unwritten, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';

export type { Verdict };

const bytes: is.Shape<Uint8Array> = is.shape('a Uint8Array', (value) => value instanceof Uint8Array);

export const signing = {
  secret: text('TEXT', "The webhook's secret (default: the variable GITCAST_WEBHOOK_SECRET)"),
  scheme: oneOf(
    'S',
    ['service', 'standard'],
    'service (X-Service-Signature, the default) or standard (Standard Webhooks)',
  ),
};

const verifyOptions = {
  ...signing,
  body: needed(unwritten(bytes, 'The body as received, byte for byte')),
  signature: needed(text('TEXT', 'verify: the value of the signature header')),
  id: text('TEXT', 'verify, standard: the value of webhook-id'),
  timestamp: text('N', 'verify, standard: the value of webhook-timestamp'),
};

/** A delivery as it was received. */
export interface DeliveryToVerify extends OptionsOf<typeof verifyOptions> {}

/** Checks the signature of one delivery. */
export const verifyDelivery = defineCall(
  verifyOptions,
  async (outside, delivery: DeliveryToVerify): Promise<Verdict> => {
    const { body, signature, scheme = 'service', id, timestamp } = delivery;
    const headers =
      scheme === 'service'
        ? { [SERVICE_SIGNATURE]: signature }
        : { [WEBHOOK_SIGNATURE]: signature, [WEBHOOK_ID]: id, [WEBHOOK_TIMESTAMP]: timestamp };
    return verify({ scheme, secret: secretOf(outside, delivery), headers, body, now: outside.now().getTime() });
  },
);

/** The webhook's secret, as given or from the environment. */
export function secretOf(
  { env }: Outside,
  { secret: given }: { readonly secret?: string | undefined },
  variable = (name: string) => env[name],
): string {
  const secret = given ?? variable('GITCAST_WEBHOOK_SECRET');
  if (secret !== undefined && secret !== '') return secret;
  throw new UserError("the webhook's secret is missing", {
    suggestion: worded`pass it with ${option('secret')}, or set the environment variable GITCAST_WEBHOOK_SECRET`,
  });
}
