/** The settings of CI, from the configurations of its broadcasts and the variables of a job. */
import type { Config } from '../config/config.ts';
import type { Ending } from '../project/index.ts';
import { targetNamed } from '../repository/load-config.ts';
import { ciFacts, type CiFacts } from '../start/ci/ci-subject.ts';
import { DONE, type Ci } from './ci.ts';

export interface Settings extends Pick<CiFacts, 'keys' | 'promotion'> {
  /** The configurations by folder; `.` for the only one. */
  readonly configs: ReadonlyMap<string, Config>;
  /** Undefined as long as there is no remote target: then CI only validates and builds. */
  readonly target: string | undefined;
  /** True if the variables with the keys of a target have values, for each broadcast that has this target. */
  readonly hasKeys: (target: string) => boolean;
}

export function settingsOf({ runner, work }: Ci): Settings {
  const configs = work.configs();
  const all = [...configs.values()];
  const wanted = runner.variable('GITCAST_TARGET');
  // Some broadcasts of a workspace may lack the target. If all do, its name is misspelt.
  if (wanted !== undefined && all[0] && !all.some(({ targets }) => wanted in targets)) targetNamed(all[0], wanted);
  const { keys, promotion, target } = ciFacts({
    ...(work.isWorkspace ? { config: undefined, workspace: all } : { config: all[0] }),
    target: wanted,
    promote: runner.variable('GITCAST_PROMOTE'),
  });
  return { configs, keys, promotion, target, hasKeys: (name) => all.every((config) => hasKeys(config, name)) };
}

export interface TargetSettings extends Settings {
  readonly target: string;
}

const NO_TARGET =
  'CI has no target yet: add one with a baseUrl to gitcast.config.yaml, or name it in the variable GITCAST_TARGET.';

/** For a job that has nothing to do without a target. */
export async function withTarget(ci: Ci, act: (settings: TargetSettings) => Promise<Ending>): Promise<Ending> {
  const settings = settingsOf(ci);
  if (settings.target !== undefined) return act({ ...settings, target: settings.target });
  ci.say(NO_TARGET);
  return DONE;
}

function hasKeys({ targets, variable }: Config, name: string): boolean {
  const target = targets[name];
  return target?.type !== 'remote' || Boolean(variable(target.key.$env));
}
