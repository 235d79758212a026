/** The work of a CI job: calls of the project, or of each selected broadcast of the workspace, shown as commands show them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MadePlans, PlanResult, Work } from '../../ci/work.ts';
import { loadConfig } from '../../repository/load-config.ts';
import { WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { PUBLISHED } from '../../project/calls/shared-options.ts';
import type { Config } from '../../config/config.ts';
import type { Ending, Plan, Planned, Project, Selection } from '../../project/index.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { type Invocation, type Outcome, type SharedInvocation, endingOf, exitCodeOf } from '../command.ts';
import { forSelected, pathsOf, workspaceOf, type EachBroadcast, type Part } from '../for-each-broadcast.ts';
import { projectOf } from '../open-project.ts';
import { progressOf } from '../progress.ts';
import { mannerOfPublishing, publishSite } from '../publish-site.ts';
import { reportOutcome } from '../report-outcome.ts';
import { reviewedOfEach } from '../approve.ts';
import { saveAsOne, showPlans, temporaryPlans } from '../saved-plans.ts';
import { buildOutcome, unchangedOutcome } from '../views/build-view.ts';
import { planOutcome, syncOutcome } from '../views/outcomes.ts';
import { validationOutcome } from '../views/problems/validation-view.ts';
import { planMarkdown, planWithPromotion } from '../views/plan/plan-markdown.ts';
import { recordedOutcome } from '../commands/site/site.ts';

type JobInvocation = SharedInvocation & Pick<Invocation, 'job'>;

export function workOf(asked: JobInvocation, signal: AbortSignal): Work {
  const { context, options } = asked;
  const { cwd } = context;
  const isWorkspace = existsSync(join(cwd, WORKSPACE_FILE));
  const project = (): Project => projectOf(asked, { signal });
  const workspace = () => workspaceOf(asked, { signal });

  /** Does something for one broadcast or for the selected ones, and shows the result. */
  const done = async (
    selection: Selection,
    manner: Omit<EachBroadcast, 'signal' | 'onEvent'>,
    act: (part: Part) => Promise<Outcome>,
    shown: Display = {},
  ): Promise<Outcome> => {
    const watched = { ...manner, signal, onEvent: progressOf(context, options) };
    const outcome = isWorkspace
      ? await forSelected(asked, selection, watched, act)
      : await act(
          only(projectOf({ context, options: { ...options, config: shown.configFile ?? options.config } }, watched)),
        );
    if (!shown.aside) {
      await reportOutcome(outcome, shown.quiet ? { context, options: { ...options, quiet: true } } : asked, asked.job);
    }
    return outcome;
  };

  const ended = async (...work: Parameters<typeof done>): Promise<Ending> => endingOf((await done(...work)).exitCode);

  const madePlans = async (selection: Selection, wanted: PlanMaking): Promise<MadePlans> => {
    const plans: Plan[] = [];
    const each = new Map<string, PlanResult>();
    const folder = isWorkspace ? temporaryPlans() : undefined;
    const act = async ({ project: own, folder: name = '', file }: Part): Promise<Outcome> => {
      each.set(name, { ending: { failed: true }, refusals: undefined });
      const planned = await wanted.make(own, file(folder) ?? wanted.out);
      plans.push(planned.plan);
      const outcome = planOutcome(planned, { isOneOfMany: isWorkspace });
      each.set(name, { ending: endingOf(outcome.exitCode), refusals: planned.plan.refusals });
      return outcome;
    };
    const outcome = await done(selection, { command: 'plan', isCommented: true }, act, wanted);
    if (folder !== undefined) saveAsOne(wanted.out, folder, outcome);
    return {
      ending: endingOf(outcome.exitCode),
      plans,
      each,
      refusals: each.size > plans.length ? undefined : plans.flatMap(({ refusals }) => refusals),
      markdown: () => outcome.markdown?.() ?? '',
    };
  };

  const saved = (from: string, out?: string): Promise<Outcome> =>
    showPlans(project(), { cwd, from, out, markdown: true }, (planned) =>
      planOutcome(planned, { isOneOfMany: isWorkspace }),
    );

  return {
    isWorkspace,
    project: project(),
    with: (variables) => workOf({ ...asked, context: { ...context, env: { ...context.env, ...variables } } }, signal),

    select: (selection) => workspace().select(selection),
    async configs(selection) {
      const folders = isWorkspace ? (await workspace().select(selection)).broadcasts : ['.'];
      return readableConfigs(folders, asked);
    },

    async validate(selection) {
      const outcome = await done(selection, { command: 'validate', atOnce: 1 }, async ({ project: own }) =>
        validationOutcome(await own.validate()),
      );
      return endingOf(outcome.exitCode);
    },

    async build(selection, { target, out, manifest, unless, at, quiet, configFile }) {
      context.scrubEnvironment?.({});
      const act = async ({ project: own, below, file }: Part): Promise<Outcome> => {
        const wish = { target, at, out: below(out) };
        const currency = unless && (await own.currency({ ...wish, manifest: PUBLISHED }));
        if (currency?.unchanged && (currency.newer || unless === 'unchanged')) return unchangedOutcome(currency);
        return buildOutcome(
          await own.build({ ...wish, manifest: file(manifest), ifWeb: true }),
          unless === 'unchanged' ? currency : undefined,
        );
      };
      const { exitCode } = await done(selection, { command: 'build', atOnce: 1 }, act, {
        quiet,
        configFile,
      });
      return endingOf(exitCode);
    },

    async recordSite({ manifest, target }) {
      const recorded = await project().recordSite({ manifest, target });
      await reportOutcome({ ...recordedOutcome(recorded), confirms: false }, asked, asked.job);
      return recorded;
    },

    plan: (selection, { target, offline, out, aside }) =>
      madePlans(selection, {
        out,
        aside,
        // Objects that cannot be updated are replaced if reviewers allow it, so that is what they see.
        make: (own, file) => own.plan({ target, offline, allowReplace: !offline, out: file }),
      }),
    async planAsMarkdown({ file, promotion }) {
      if (isWorkspace) return (await saved(file)).markdown?.() ?? '';
      const { plan } = await project().showPlan({ file });
      if (promotion === undefined) return planMarkdown(plan);
      return planWithPromotion(plan, (await project().showPlan({ file: promotion })).plan);
    },
    joinPlans: async ({ from, out }) => (await saved(from, out)).markdown?.() ?? '',

    reviews: isWorkspace ? workspace().review : project().review,

    async sync(selection, { target, reviewed, published }) {
      const reviewedIn = isWorkspace
        ? await reviewedOfEach(workspace(), selection, { target, reviewed })
        : () => reviewed;
      return ended(selection, { command: 'sync' }, async ({ project: own, folder }) =>
        syncOutcome(await own.sync({ target, published, reviewed: reviewedIn(folder), approve: true })),
      );
    },

    publish: (selection, { name, from, allowDeletes }) =>
      ended(selection, mannerOfPublishing(name), (part) =>
        publishSite(part, cwd, { name, from, allowDeletes, approve: true }),
      ),

    async promote({ from, to, out }) {
      const made = await madePlans(
        {},
        {
          out,
          async make(own, file) {
            const dry = { dryRun: true, allowReplace: true, approve: true } as const;
            const promoted = await own.promote({ ...dry, from, to, out: file });
            if (promoted.type === 'planned') return promoted;
            throw new UserError(`${to} was to be planned only`);
          },
        },
      );
      const { plan } = await project().showPlan({ file: out });
      return { ...made, digest: plan.digest ?? '', markdown: () => planMarkdown(plan, { full: true }) };
    },
    applyPromotion: ({ from, to, reviewed }) =>
      ended({}, { command: 'promote' }, async ({ project: own }) => {
        const promoted = await own.promote({ from, to, reviewed, approve: true });
        return promoted.type === 'synced' ? syncOutcome(promoted) : planOutcome(promoted);
      }),

    each: (command, call) =>
      ended({}, { command, atOnce: 1 }, async ({ project: own, folder }) => {
        const { ending, headline } = await call(own, folder);
        return { exitCode: exitCodeOf(ending), json: {}, human: () => `${headline}\n`, headline };
      }),
  };
}

interface Display {
  /** Shows only what went wrong. */
  readonly quiet?: boolean | undefined;
  /** Shows nothing. */
  readonly aside?: boolean | undefined;
  readonly configFile?: string | undefined;
}

interface PlanMaking extends Display {
  readonly out: string;
  readonly make: (project: Project, file: string) => Promise<Planned>;
}

/** One with errors is reported by the call that needs it. If all have errors, nothing is known about CI. */
function readableConfigs(
  folders: readonly string[],
  { context: { cwd, env } }: SharedInvocation,
): ReadonlyMap<string, Config> {
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

const only = (project: Project): Part => ({ project, folder: undefined, ...pathsOf({}) });
