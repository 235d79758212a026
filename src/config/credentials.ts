/** The credentials of a configuration: whose they are, the variables that hold them, and the host that they belong to. */
import type { Config, Import, RemoteTarget } from './config.ts';
import { UserError } from '../diagnostics/errors.ts';

export interface Credential {
  /** As messages and `gitcast trust` name it: `live`, or `imports.schedule`. */
  readonly owner: string;
  readonly isTarget: boolean;
  readonly host: string;
  readonly variables: readonly string[];
}

export const targetCredential = ({ name, baseUrl, keys }: RemoteTarget): Credential => ({
  owner: name,
  isTarget: true,
  host: hostOf(baseUrl),
  variables: [...new Set([keys.a.$env, keys.b.$env])],
});

export const importCredential = ({
  name,
  source,
  key,
}: Pick<Import, 'name' | 'source' | 'key'>): readonly Credential[] =>
  key ? [{ owner: `imports.${name}`, isTarget: false, host: hostOf(source), variables: [key.$env] }] : [];

type Owners = Pick<Config, 'targets' | 'imports'>;

export const credentialsOf = ({ targets, imports }: Owners): readonly Credential[] => [
  ...Object.values(targets).flatMap((target) => (target.type === 'remote' ? [targetCredential(target)] : [])),
  ...Object.values(imports).flatMap(importCredential),
];

/** Every variable that holds a credential. */
export const keyVariables = (config: Owners): readonly string[] =>
  credentialsOf(config).flatMap(({ variables }) => variables);

/** With the protocol and the port. */
export const hostOf = (address: string): string => URL.parse(address)?.origin ?? address;

/** The values of its variables; throws if one is missing. */
export const valuesOf = ({ variable }: Config, { owner, variables }: Credential): readonly string[] =>
  variables.map((name) => {
    const value = variable(name);
    if (value !== undefined && value !== '') return value;
    throw new UserError(`the key of ${owner} is not set: the environment variable ${name} is missing or empty`, {
      suggestion: `set ${name}, or add it to .env beside the configuration`,
    });
  });
