/** The secrets that content may send to a target: checked before a plan is applied, and again for every value. */
import type { Config, Target } from '../config/config.ts';
import { InternalError, UserError, assertNever } from '../diagnostics/errors.ts';
import type { Plan, Refusal } from '../plan/plan.ts';
import { carriedSecrets, type CarriedSecret } from '../plan/fields/secrets.ts';
import { NAME_IT, type DefaultBranch } from './default-branch.ts';
import { keyVariables } from '../config/credentials.ts';
import { holdsKey } from './key-host.ts';

export interface ContentSecrets {
  /** The refusals of a plan, one for each secret that it must not send. */
  readonly refusals: (plan: Pick<Plan, 'changes'>) => Promise<readonly Refusal[]>;
  /** Looks up the secrets that a plan sends, and no others; throws if the plan is refused. */
  readonly valuesFor: (plan: Pick<Plan, 'changes'>) => Promise<(name: string) => string | undefined>;
}

interface Guarded {
  readonly config: Config;
  readonly target: Target;
  readonly defaultBranch: () => Promise<DefaultBranch>;
}

export function contentSecrets({ config, target, defaultBranch }: Guarded): ContentSecrets {
  const refusals: ContentSecrets['refusals'] = async (plan) => {
    const carried = carriedSecrets(plan);
    if (carried.length === 0) return [];
    // The embedded service has no key, and its data stays on this machine.
    const reviewed: DefaultBranch = target.type === 'embedded' ? { type: 'none' } : await defaultBranch();
    return carried.flatMap((secret) => refusalOf(secret, config, reviewed) ?? []);
  };
  return {
    refusals,
    async valuesFor(plan) {
      const [first] = await refusals(plan);
      if (first) throw new UserError(first.reason, { ...(first.remedy !== undefined && { suggestion: first.remedy }) });
      const names = new Set(carriedSecrets(plan).map(({ name }) => name));
      return (name) => {
        if (!names.has(name)) throw new InternalError(`the plan does not list the secret ${name}`);
        return config.variable(name);
      };
    },
  };
}

function refusalOf(secret: CarriedSecret, config: Config, reviewed: DefaultBranch): Refusal | undefined {
  const { name, addresses } = secret;
  const what = `${addresses.join(', ')} would send the secret ${name}`;
  if (holdsKey(name, keyVariables(config), config)) {
    return {
      reason: `${what}, which contains a target's key`,
      remedy: `use a separate secret in ${addresses[0]}: a target's key is never sent as content`,
    };
  }
  if (!config.secrets.includes(name)) {
    return {
      reason: `${what}, which gitcast.config.yaml does not list`,
      remedy: `add \`${name}\` to \`secrets:\` in gitcast.config.yaml`,
    };
  }
  switch (reviewed.type) {
    case 'none':
      return undefined;
    case 'unnamed':
      return {
        reason: `${what}, which in CI the default branch has to list, but this job does not name that branch`,
        remedy: NAME_IT,
      };
    case 'unread':
      return {
        reason: `${what}, and it is unknown whether ${reviewed.branch} lists it: ${reviewed.reason}`,
        remedy: `let the job read the branch ${reviewed.branch} of its repository`,
      };
    case 'empty':
      return unreviewed(what, name, reviewed.branch);
    case 'read':
      return reviewed.settings.secrets.includes(name) ? undefined : unreviewed(what, name, reviewed.branch);
    default:
      return assertNever(reviewed);
  }
}

const unreviewed = (what: string, name: string, branch: string): Refusal => ({
  reason: `${what}, which \`secrets:\` on the branch ${branch} does not list; CI uses that list`,
  remedy: `merge \`${name}\` in \`secrets:\` of gitcast.config.yaml into ${branch} first, as a separate change`,
});
