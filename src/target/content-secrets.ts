/** The secrets that content may send to a target: checked before a plan is applied, and again for every value. */
import type { Config } from '../config/config.ts';
import { keysIn, readKey } from '../config/credentials.ts';
import { InternalError, UserError } from '../diagnostics/errors.ts';
import { carriedSecrets, type CarriedSecret } from '../plan/fields/secrets.ts';
import type { Plan, Refusal } from '../plan/plan.ts';

export interface ContentSecrets {
  /** The refusals of a plan, one for each secret that it must not send. */
  readonly refusals: (plan: Pick<Plan, 'changes'>) => readonly Refusal[];
  /** Looks up the secrets that a plan sends, and no others; throws if the plan is refused. */
  readonly valuesFor: (plan: Pick<Plan, 'changes'>) => (name: string) => string | undefined;
}

export function contentSecrets(config: Config): ContentSecrets {
  const refusals: ContentSecrets['refusals'] = (plan) =>
    carriedSecrets(plan).flatMap((secret) => refusalOf(secret, config) ?? []);
  return {
    refusals,
    valuesFor(plan) {
      const [first] = refusals(plan);
      if (first) throw new UserError(first.reason, { ...(first.remedy !== undefined && { suggestion: first.remedy }) });
      const names = new Set(carriedSecrets(plan).map(({ name }) => name));
      return (name) => {
        if (!names.has(name)) throw new InternalError(`the plan does not list the secret ${name}`);
        return config.variable(name);
      };
    },
  };
}

function refusalOf({ name, addresses }: CarriedSecret, config: Config): Refusal | undefined {
  const what = `${addresses.join(', ')} would send the secret ${name}`;
  if (holdsKey(name, config))
    return {
      reason: `${what}, which contains a key`,
      remedy: `use a separate secret in ${addresses[0]}: a key is never sent as content`,
    };
  return config.secrets.includes(name)
    ? undefined
    : {
        reason: `${what}, which gitcast.config.yaml does not list`,
        remedy: `add \`${name}\` to \`secrets:\` in gitcast.config.yaml`,
      };
}

/** By the host that it names, or as a part of the value: a branch may leave out the setting of a key. */
function holdsKey(name: string, config: Config): boolean {
  const value = config.variable(name) ?? '';
  return readKey(value).origin !== undefined || keysIn(config).some((key) => holds(value.trim(), key.trim()));
}

/** Shorter texts may be part of others by chance. */
const SHORTEST_PART = 8;

const holds = (value: string, key: string): boolean =>
  value === key || (key.length >= SHORTEST_PART && value.includes(key));
