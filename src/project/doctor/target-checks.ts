import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { clockProblem } from '../../remote/http/notices.ts';
import { environmentFor } from '../files/present-content.ts';
import type { Outside } from '../outside.ts';
import { openTarget, type OpenTarget } from '../target/open-target.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import { check, failed, passed, type Finding } from './check.ts';
import { nameOf } from '../files/repository.ts';

/** Checks the key, the connection, the broadcast and the clock with one request. */
export async function targetChecks(
  config: Config,
  outside: Outside,
  options: TargetOptions & { readonly target: string },
): Promise<readonly Finding[]> {
  let target: OpenTarget;
  try {
    const { checked } = environmentFor(config, outside.folder, options.target);
    target = await openTarget(config, outside, { ...options, broadcastName: nameOf(checked.broadcast) });
  } catch (error) {
    return [failed('target', error)];
  }
  try {
    const reached = await check(`target ${target.name}`, () => answerOf(target));
    return reached.ok ? [reached, clockCheck(target)] : [reached];
  } finally {
    await target.close();
  }
}

async function answerOf({ client, profile }: OpenTarget): Promise<string> {
  const record = await client.read('broadcast');
  if (!record) {
    throw new UserError('the key gives no access to this broadcast: wrong broadcast or plan', {
      suggestion: "check the target's userId and broadcastId, and that the key was created for this broadcast",
    });
  }
  return `${profile} profile, connected to broadcast “${String(record.fields['name'])}”`;
}

function clockCheck({ clockSkew }: OpenTarget): Finding {
  const skew = clockSkew();
  const problem = skew === undefined ? undefined : clockProblem(skew);
  return problem === undefined
    ? passed('clock', 'agrees with the service')
    : failed('clock', new UserError(problem, { suggestion: 'set the clock on this machine' }));
}
