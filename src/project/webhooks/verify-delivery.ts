import { SERVICE_SIGNATURE, verify, WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP, type Scheme, type Verdict } from '../../webhooks/signatures.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import type { Outside } from '../outside.ts';

export type { Verdict };

/** A delivery as it was received. */
export interface DeliveryToVerify {
  /** The body as received, byte for byte. */
  readonly body: Uint8Array;
  /** The value of the signature header. */
  readonly signature: string;
  /** The webhook's secret (default: the variable GITCAST_WEBHOOK_SECRET). */
  readonly secret?: string | undefined;
  /** The signature scheme (default: `service`). */
  readonly scheme?: Scheme | undefined;
  /** Only for Standard Webhooks: the values of webhook-id and webhook-timestamp. */
  readonly id?: string | undefined;
  /** The value of webhook-timestamp. */
  readonly timestamp?: string | undefined;
}

/** Checks the signature of one delivery. */
export async function verifyDelivery(outside: Outside, delivery: DeliveryToVerify): Promise<Verdict> {
  const { body, signature, scheme = 'service', id, timestamp } = delivery;
  const headers =
    scheme === 'service'
      ? { [SERVICE_SIGNATURE]: signature }
      : { [WEBHOOK_SIGNATURE]: signature, [WEBHOOK_ID]: id, [WEBHOOK_TIMESTAMP]: timestamp };
  return verify({ scheme, secret: secretOf(outside, delivery), headers, body, now: outside.now().getTime() });
}

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
