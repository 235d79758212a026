import { UserError } from '../../diagnostics/errors.ts';
import type { Ci } from '../ci.ts';

/** Hosts and their tools compare nothing. `gitcast publish` does that by itself. */
export async function refuseOlderSite({ work }: Ci, target: string | undefined): Promise<void> {
  if (!(await work.isBehindPublished({ target }))) return;
  throw new UserError('the published site is from a newer commit than this checkout, so nothing was published', {
    suggestion: 'run the job of the newest commit again',
  });
}
