import { configsOf, environmentOf, knownOf, publishOf, websiteVariables } from './ci-subject.ts';
import type { CiPublish, CiSubject, WebsiteVariables } from './ci-subject.ts';
import { planKey } from './plan-key.ts';

/** The settings of a CI host that are left to a person. */
export interface CiNeeds {
  /** The variables with the target's keys. */
  readonly keys: readonly string[];
  /** The variables with keys of the same target that can only read, for jobs that run the code of pull requests. */
  readonly planKeys: readonly string[];
  /** The secrets that documents use. */
  readonly secrets: readonly string[];
  /** The branch that people merge into. */
  readonly branch: string;
  /** The check of a pull request that a merge should require. */
  readonly check: string;
  /** The environment of the host that has the keys. */
  readonly environment: string;
  /** Where CI publishes the website; undefined if it does not. */
  readonly publish: CiPublish | undefined;
  /** The variables of the website's host. */
  readonly website: WebsiteVariables;
  /** True if there is a remote target to sync to. */
  readonly hasTarget: boolean;
  /** CI has to push the state to the branch that people merge into. */
  readonly commitsState: boolean;
  /** What promoting to a second target needs. */
  readonly promotion?: Pick<CiNeeds, 'keys' | 'planKeys' | 'environment'>;
}

export function ciNeeds(subject: CiSubject): CiNeeds {
  const { target, keys, secrets, promotion } = knownOf(subject);
  const publish = publishOf(subject);
  const hasTarget = target !== undefined;
  return {
    ...(promotion && {
      promotion: { keys: promotion.keys, planKeys: promotion.keys.map(planKey), environment: promotion.to },
    }),
    keys,
    planKeys: keys.map(planKey),
    branch: subject.branch,
    check: subject.workspace ? 'collect' : 'plan',
    environment: environmentOf(target),
    secrets,
    publish: subject.workspace && publish === 'pages' ? undefined : publish,
    website: websiteVariables(subject),
    hasTarget,
    commitsState: hasTarget && configsOf(subject).some(({ state }) => state === 'file'),
  };
}
