/** The settings of CI, from the configuration and the variables of a job. */
import type { Config } from '../../config/config.ts';
import { ciFacts, type CiFacts } from '../../start/ci/ci-subject.ts';
import { targetNamed } from '../../repository/load-config.ts';
import type { Selection } from '../../project/index.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';

export interface Settings extends Pick<CiFacts, 'keys' | 'promotion'> {
  /** Undefined as long as there is no remote target: then CI only validates and builds. */
  readonly target: string | undefined;
  /** True if the variables with the keys of a target have values, for each selected broadcast that has this target. */
  readonly hasKeys: (target: string) => boolean;
  /** The names below `publish` that CI publishes the website to; in a workspace `all` for the only one of each broadcast. */
  readonly publishTo: readonly string[] | 'all';
}

export async function settingsOf({ runner, work }: Ci, selection?: Selection): Promise<Settings> {
  // Every job of a workspace has the same target, whichever part it works on.
  const configs = [...(await work.configs({})).values()];
  const selected = selection ? [...(await work.configs(selection)).values()] : configs;
  const wanted = runner.variable('GITCAST_TARGET');
  // Some broadcasts of a workspace may lack the target. If all do, its name is misspelt.
  if (wanted !== undefined && configs[0] && !configs.some(({ targets }) => wanted in targets))
    targetNamed(configs[0], wanted);
  const facts = ciFacts({
    ...(work.isWorkspace ? { config: undefined, workspace: configs } : { config: configs[0] }),
    target: wanted,
    promote: runner.variable('GITCAST_PROMOTE'),
  });
  const publish =
    runner
      .variable('GITCAST_PUBLISH')
      ?.trim()
      .split(/[\s,]+/) ?? facts.publishNames;
  return {
    keys: facts.keys,
    promotion: facts.promotion,
    target: facts.target,
    hasKeys: (target) => selected.every((config) => hasKeys(config, target)),
    publishTo: publish.length === 1 && publish[0] === 'all' && work.isWorkspace ? 'all' : publish,
  };
}

export const NO_TARGET =
  'CI has no target yet: add one with a baseUrl to gitcast.config.yaml, or name it in the variable GITCAST_TARGET.';

/** For a job that has nothing to do without a target. */
export async function withTarget(
  ci: Ci,
  act: (settings: Settings & { readonly target: string }) => Promise<JobEnding>,
): Promise<JobEnding> {
  const settings = await settingsOf(ci);
  if (settings.target !== undefined) return act({ ...settings, target: settings.target });
  ci.say(NO_TARGET);
  return DONE;
}

function hasKeys({ targets, variable }: Config, name: string): boolean {
  const target = targets[name];
  return target?.type !== 'remote' || Boolean(variable(target.key.$env));
}
