import { UserError } from '../diagnostics/errors.ts';
import type { Plan, SyncOptions } from '../project/index.ts';
import type { SharedInvocation } from './command.ts';
import { isYes } from './open-project.ts';
import { planText } from './views/plan/plan.ts';
import { styleFor } from './views/text/style.ts';

/** Shows the plan and asks for confirmation, unless --yes was given. */
export function approvalOf(
  { context, options }: SharedInvocation & { readonly options: { readonly approve: unknown } },
  signal: AbortSignal,
  /** Shown above the plan, if there are several. */
  heading = '',
): SyncOptions['approve'] {
  if (options.approve) return true;
  return async (plan: Plan) => {
    const { stdout, env, ask } = context;
    if (!ask) {
      throw new UserError('this is not a terminal, so gitcast cannot ask for confirmation', {
        suggestion: `add --yes to apply without asking; gitcast plan --target ${plan.target} shows what it would do`,
      });
    }
    stdout.write(`${heading}${planText(plan, styleFor(stdout, env, options))}\n`);
    return isYes(await ask('Make these changes? [y/N] ', signal));
  };
}
