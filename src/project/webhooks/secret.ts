import { UserError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';

/** The webhook's secret, as given or from the environment. */
export function secretOf(
  { env }: Outside,
  { secret: given }: { readonly secret?: string | undefined },
  variable = (name: string) => env[name],
): string {
  const secret = given ?? variable('GITCAST_WEBHOOK_SECRET');
  if (secret !== undefined && secret !== '') return secret;
  throw new UserError("the webhook's secret is missing", {
    suggestion: 'pass it with --secret, or set the environment variable GITCAST_WEBHOOK_SECRET',
  });
}
