import { UserError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';

/** The secret of the webhook: the one that is given, else that of the environment. */
export function secretOf(
  { env }: Outside,
  { secret: given }: { readonly secret?: string | undefined },
  variable = (name: string) => env[name],
): string {
  const secret = given ?? variable('GITCAST_WEBHOOK_SECRET');
  if (secret !== undefined && secret !== '') return secret;
  throw new UserError('the secret of the webhook is needed', {
    suggestion: 'give it with --secret, or in the environment variable GITCAST_WEBHOOK_SECRET',
  });
}
