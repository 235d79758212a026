import { UserError } from '../diagnostics/errors.ts';
import type { Plan } from '../project/index.ts';
import type { SharedInvocation } from './command.ts';
import { isYes } from './open-project.ts';
import { planTree } from './views/plan/plan-tree.ts';
import { printTerminal } from './views/print-terminal.ts';
import { styleFor, type Style } from './views/text/style.ts';

/** How a person is asked about a plan of some sort. */
export interface Asking<P> {
  readonly text: (plan: P, style: Style) => string;
  readonly question: (plan: P) => string;
  /** The next step where nobody can be asked. */
  readonly suggestion: (plan: P) => string;
}

export const ABOUT_SYNC: Asking<Plan> = {
  text: (plan, style) => printTerminal(planTree(plan), style),
  question: () => 'Make these changes?',
  suggestion: ({ target }) =>
    `add --yes to apply without asking; gitcast plan --target ${target} shows what it would do`,
};

interface Approving {
  readonly approve: unknown;
  /** A plan that is approved by its digest needs no question. */
  readonly reviewed?: readonly string[] | undefined;
}

/** Shows the plan and asks for confirmation, unless --yes was given. Among several plans, `folder` is shown above. */
export function approvalOf<P>(
  { context, options }: SharedInvocation & { readonly options: Approving },
  signal: AbortSignal,
  { text, question, suggestion }: Asking<P>,
  folder?: string,
): true | ((plan: P) => Promise<boolean>) {
  if (options.approve || options.reviewed) return true;
  return async (plan) => {
    const { stdout, env, ask } = context;
    if (!ask) {
      throw new UserError('this is not a terminal, so gitcast cannot ask for confirmation', {
        suggestion: suggestion(plan),
      });
    }
    const heading = folder === undefined ? '' : `${folder}\n\n`;
    stdout.write(`${heading}${text(plan, styleFor(stdout, env, options))}\n`);
    return isYes(await ask(`${question(plan)} [y/N] `, signal));
  };
}
