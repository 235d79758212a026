/** The work of a CI job: calls of the project, or of each selected broadcast of the workspace, shown as commands show them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MadePlans, Work } from '../../ci/work.ts';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Plan, Planned, Selection, Synced } from '../../project/index.ts';
import { findBroadcasts } from '../../repository/find-broadcasts.ts';
import { loadConfig } from '../../repository/load-config.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { type Invocation, type Outcome, type SharedInvocation, endingOf, exitCodeOf } from '../command.ts';
import { forSelected, pathsOf, type EachBroadcast, type Part } from '../for-each-broadcast.ts';
import { projectOf } from '../open-project.ts';
import { progressOf } from '../progress.ts';
import { mannerOfPublishing, publishSite } from '../publish-site.ts';
import { reportOutcome } from '../report-outcome.ts';
import { buildOutcome } from '../views/build-view.ts';
import { planOutcome, syncOutcome } from '../views/outcomes.ts';
import { validationOutcome } from '../views/problems/validation-view.ts';
import { planTree } from '../views/plan/plan-tree.ts';
import { printMarkdown } from '../views/print-markdown.ts';

type JobInvocation = SharedInvocation & Pick<Invocation, 'job'>;

export function workOf(asked: JobInvocation, signal: AbortSignal): Work {
  const { context, options } = asked;
  const { cwd, env } = context;
  const isWorkspace = existsSync(join(cwd, WORKSPACE_FILE));

  /** Does something for one broadcast or for the selected ones, and shows the result. */
  const done = async (
    selection: Selection,
    manner: Omit<EachBroadcast, 'signal' | 'onEvent'>,
    act: (part: Part) => Promise<Outcome>,
  ): Promise<Outcome> => {
    const watched = { ...manner, signal, onEvent: progressOf(context, options) };
    const outcome = isWorkspace
      ? await forSelected(asked, selection, watched, act)
      : await act({ project: projectOf(asked, watched), folder: undefined, ...pathsOf({}) });
    await reportOutcome(outcome, asked, asked.job);
    return outcome;
  };
  const ended = async (...work: Parameters<typeof done>) => endingOf((await done(...work)).exitCode);

  const madePlans = async (
    selection: Selection,
    command: string,
    make: (part: Part) => Promise<{ readonly plan: Plan; readonly outcome: Outcome }>,
  ): Promise<MadePlans> => {
    const plans = new Map<string, Plan>();
    const ending = await ended(selection, { command }, async (part) => {
      const { plan, outcome } = await make(part);
      plans.set(part.folder ?? '.', plan);
      return outcome;
    });
    return { plans, ending };
  };
  // A plan that the guard refuses, or that is incomplete, says so itself.
  const planned = (made: Planned) => ({ plan: made.plan, outcome: planOutcome({ ...made, ending: {} }) });

  return {
    isWorkspace,
    with: (variables) => workOf({ ...asked, context: { ...context, env: { ...env, ...variables } } }, signal),
    configs: () => readableConfigs(asked, isWorkspace),

    validate: (selection) =>
      ended(selection, { command: 'validate', atOnce: 1 }, async ({ project }) =>
        validationOutcome(await project.validate()),
      ),

    async build(selection, { target, out, isCurrent }) {
      context.scrubEnvironment?.({});
      return ended(selection, { command: 'build', atOnce: 1 }, async ({ project, folder = '.', below }) => {
        if (await isCurrent?.(folder)) return CURRENT;
        const wish = { target: isWorkspace ? undefined : target, out: below(out), ifWeb: true };
        return buildOutcome(await project.build(wish));
      });
    },

    plan: (selection, { target, offline }) =>
      madePlans(selection, 'plan', async ({ project }) => planned(await project.plan({ target, offline }))),

    comment: (plan, most) => printMarkdown(planTree(plan), most),

    async sync(selection, { target, reviewed }) {
      const applied: Plan[] = [];
      const ending = await ended(selection, { command: 'sync' }, async ({ project }) => {
        const synced = await project.sync({ target, reviewed, approve: true });
        applied.push(appliedIn(synced));
        return syncOutcome(synced);
      });
      return { ...ending, applied };
    },

    publish: (folders, { name, from }) =>
      ended({ folders }, mannerOfPublishing(name), (part) => publishSite(part, cwd, { name, from, approve: true })),

    promote: ({ from, to, reviewed }) =>
      madePlans({}, 'promote', async ({ project }) => {
        const manner = { dryRun: reviewed === undefined, approve: true } as const;
        const promoted = await project.promote({ ...manner, from, to, reviewed });
        return promoted.type === 'planned'
          ? planned(promoted)
          : { plan: promoted.plan, outcome: syncOutcome(promoted) };
      }),

    each: (command, call) =>
      ended({}, { command, atOnce: 1 }, async ({ project, folder }) => {
        const { ending, headline } = await call(project, folder);
        return { exitCode: exitCodeOf(ending), json: {}, human: () => `${headline}\n`, headline };
      }),
  };
}

const CURRENT: Outcome = {
  exitCode: 0,
  json: { skipped: true },
  human: () => 'the published website is current\n',
  headline: 'current',
  isCalm: true,
};

/** The plan of what was made. */
function appliedIn({ plan, results }: Synced): Plan {
  const made = new Set(results.filter(({ outcome }) => outcome === 'applied').map(({ address }) => address));
  for (const { address, outcome } of results) if (outcome !== 'applied') made.delete(address);
  return { ...plan, changes: plan.changes.filter(({ address }) => made.has(address)) };
}

/** One with errors is reported by the call that needs it. If all have errors, nothing is known about CI. */
function readableConfigs(
  { context: { cwd, env } }: SharedInvocation,
  isWorkspace: boolean,
): ReadonlyMap<string, Config> {
  const folders = isWorkspace ? findBroadcasts(cwd, workspaceAbove(cwd, cwd)) : ['.'];
  const configs = new Map<string, Config>();
  const errors: UserError[] = [];
  for (const folder of folders) {
    try {
      configs.set(folder, loadConfig({ cwd: join(cwd, folder), env }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      errors.push(error);
    }
  }
  if (configs.size === 0 && errors[0]) throw errors[0];
  return configs;
}
