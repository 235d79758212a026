/**
 * Applies to one target what was synced to another. Content is never copied from service to service: both targets come from
 * the files. So a target can be promoted if it equals the files, and then the files are synced to the other target, with
 * that target's overlay and `$targets`.
 */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { approve, concurrency, reviewed, trace, CHOICES } from '../calls/shared-options.ts';
import { chosenOnly, preparePlan, withContent } from '../planning/planning.ts';
import { plan, type Planned } from '../planning/plan.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { sync, type Synced } from './sync.ts';
import { NO_CHOICES } from '../../plan/context.ts';

const promoteOptions = {
  from: needed(unwritten<string>('The target that was reviewed')),
  to: needed(unwritten<string>('The target to bring to the same state')),
  concurrency,
  trace: trace('Log each request to TO to this file as a line of JSON, without keys and bodies'),
  ...CHOICES,
  dryRun: flag('Show the plan and change nothing'),
  approve: approve(),
  reviewed,
  force: flag('Promote even if FROM differs from the files, or the service is still creating the broadcast'),
};

/** The options of `promote`. */
export interface PromoteOptions extends OptionsOf<typeof promoteOptions> {}

/** The result for the second target, and the comparison of the first one with the files. */
export type Promoted = PromotedFrom &
  (({ readonly type: 'planned' } & Planned) | ({ readonly type: 'synced' } & Synced));

interface PromotedFrom {
  readonly from: string;
  readonly standing: Standing;
}

/** The comparison of a target with the files. */
export interface Standing {
  /** The target's name. */
  readonly target: string;
  /** True if the target could be read completely. */
  readonly complete: boolean;
  /** The differences that a sync could change. */
  readonly differences: Plan['changes'];
}

export const promote = defineCall(promoteOptions, async (outside, options: PromoteOptions): Promise<Promoted> => {
  const config = configOf(outside);
  const [from, to] = [targetNamed(config, options.from).name, targetNamed(config, options.to).name];
  if (from === to) throw new UserError(`${from} cannot be promoted to itself`);
  const standing = await standingOf(from, config, outside, options);
  if (!options.force) refuseUnlessEqual(standing);
  const wanted = { ...options, target: to };
  if (options.dryRun) return { from, standing, type: 'planned', ...(await plan(outside, wanted)) };
  return { from, standing, type: 'synced', ...(await sync(outside, wanted)) };
});

async function standingOf(name: string, config: Config, outside: Outside, options: PromoteOptions): Promise<Standing> {
  const { concurrency } = options;
  return withContent(config, outside, { target: name, concurrency }, async ({ broadcast, target }) => {
    const only = chosenOnly(options.only ?? []);
    const { plan: made } = await preparePlan(config, broadcast, target, { ...NO_CHOICES, only });
    // Changes that only a person can make on the target are not counted.
    const differences = made.changes.filter(({ action }) => action !== 'manual');
    return { target: made.target, complete: made.complete, differences };
  });
}

const MOST_NAMED = 10;

function refuseUnlessEqual({ target, complete, differences }: Standing): void {
  if (differences.length > 0) {
    const named = differences.slice(0, MOST_NAMED).map(({ address, action }) => `${address} (${action})`);
    const rest = differences.length > MOST_NAMED ? ` and ${differences.length - MOST_NAMED} more` : '';
    const isChangedThere = differences.some(({ action }) => action === 'drift' || action === 'conflict');
    const first = isChangedThere ? `gitcast pull --target ${target} pulls its changes into the files; ` : '';
    throw new UserError(
      `${target} differs from the files, so what would be promoted was not reviewed: ${named.join(', ')}${rest}`,
      {
        suggestion: `${first}gitcast sync --target ${target} makes it equal; --force promotes the files as they are`,
      },
    );
  }
  if (complete) return;
  throw new UserError(`${target} could not be read completely, so gitcast cannot compare it with the files`, {
    suggestion: `gitcast plan --target ${target} shows why; --force promotes the files as they are`,
  });
}
