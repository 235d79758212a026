import type { Context } from 'hono';
import { isFaultRules, type Faults } from '../faults.ts';
import type { Answer } from './answer.ts';
import { readJson } from './body.ts';
import { Problem } from './problem.ts';

/**
 * `PUT /faults` with a list of rules; they replace those that were armed. The service offers it only when it was started
 * with faults, and only on this machine, so it asks for no key.
 */
export async function armFaults(c: Context, faults: Faults): Promise<Answer> {
  const rules = await readJson(c);
  if (!isFaultRules(rules)) throw new Problem(400, 'invalid', 'the body must be a list of fault rules');
  faults.arm(rules);
  return { status: 204, body: null };
}
