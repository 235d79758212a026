import type { Context } from 'hono';
import { readFaultRules, type Faults } from '../faults.ts';
import type { Answer } from './answer.ts';
import { readJson } from './body.ts';
import { Problem } from './problem.ts';
import { knowsSecret, SECRET_NEEDED } from './secret.ts';
import { hostOf, isFromThisMachine } from './this-machine.ts';

/**
 * `PUT /faults` replaces the current rules with the given list. The route exists only when the service was started with
 * faults, and only for those on this machine who know its secret. A browser on this machine may show pages of other
 * sites; it names their origin in the headers, and they are refused.
 */
export async function armFaults(c: Context, faults: Faults, secret: string): Promise<Answer> {
  if (!isSameOrigin(c)) throw new Problem(403, 'forbidden', 'faults can only be set from this origin');
  if (!knowsSecret(c, secret)) throw new Problem(401, 'unauthorized', SECRET_NEEDED);
  await faults.arm(readFaultRules(await readJson(c)));
  return { status: 204, body: null };
}

/** Programs other than browsers send no origin. */
function isSameOrigin(c: Context): boolean {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site') ?? 'none';
  return (
    isFromThisMachine(c) &&
    (origin === undefined || origin.toLowerCase() === `http://${hostOf(c).toLowerCase()}`) &&
    ['none', 'same-origin'].includes(site)
  );
}
