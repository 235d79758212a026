import { UserError } from '../diagnostics/errors.ts';
import type { Plan, Reviewed, Selection, SyncOptions, Workspace } from '../project/index.ts';
import { file, type Given } from '../project/calls/option.ts';
import type { SharedInvocation } from './command.ts';
import { isYes } from './open-project.ts';
import { planText } from './views/plan/plan-view.ts';
import { styleFor, type Style } from './views/text/style.ts';

/** How a person is asked about a plan of some sort. */
export interface Asking<P> {
  readonly text: (plan: P, style: Style) => string;
  readonly question: (plan: P) => string;
  /** The next step where nobody can be asked. */
  readonly suggestion: (plan: P) => string;
}

export const ABOUT_SYNC: Asking<Plan> = {
  text: planText,
  question: () => 'Make these changes?',
  suggestion: ({ target }) =>
    `add --yes to apply without asking; gitcast plan --target ${target} shows what it would do`,
};

/** Shows the plan and asks for confirmation, unless --yes was given. Among several plans, `folder` is shown above. */
export function approvalOf<P>(
  { context, options }: SharedInvocation & { readonly options: { readonly approve: unknown } },
  signal: AbortSignal,
  { text, question, suggestion }: Asking<P>,
  folder?: string,
): true | ((plan: P) => Promise<boolean>) {
  if (options.approve) return true;
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

/** Beside `--reviewed`, for commands that apply only what was approved. */
export const REVIEWED_PLAN = {
  reviewedPlan: file('With --reviewed digest:DIGEST: the approved plan, to show what changed if it no longer applies'),
};

export function withReviewedPlan({
  reviewed,
  reviewedPlan: plan,
}: Given<typeof REVIEWED_PLAN> & Pick<SyncOptions, 'reviewed'>): Reviewed | undefined {
  if (plan === undefined) return reviewed;
  if (reviewed && 'digest' in reviewed) return { ...reviewed, plan };
  throw new UserError('--reviewed-plan shows what changed since a plan was approved by its digest', {
    suggestion: 'add --reviewed digest:DIGEST, or remove --reviewed-plan',
  });
}

/** The review for each broadcast of a workspace: a digest is that of all selected plans together. */
export async function reviewedOfEach(
  workspace: Workspace,
  selection: Selection,
  { target, reviewed }: Pick<SyncOptions, 'target' | 'reviewed'>,
): Promise<(folder: string | undefined) => Reviewed | undefined> {
  if (reviewed === undefined || 'numbers' in reviewed) return () => reviewed;
  const digests = await workspace.review.approved({ ...selection, target, approved: reviewed.digest });
  return (folder) => ({ digest: digests.get(folder ?? '') ?? reviewed.digest });
}
