/** The body of a change as it is sent: addresses become ids, names of secrets become their values. */
import { UserError } from '../diagnostics/errors.ts';
import { withValueAt, type JsonObject } from '../values/json.ts';
import { secretKeyPaths } from '../values/secret-reference.ts';
import type { Change } from '../plan/plan.ts';
import { nameAt, secretPaths } from '../plan/fields/secrets.ts';

export interface Resolved {
  /** With ids, but with secrets still by name: the input of the digests. */
  readonly named: JsonObject;
  /** The body that is sent. */
  readonly wire: JsonObject;
  /** The values of secrets, which must not appear in any message. */
  readonly secrets: readonly string[];
}

interface Resolving {
  readonly idOf: (address: string) => string | undefined;
  /** The value of a secret that content is allowed to name; throws for any other. */
  readonly secret: (name: string) => string | undefined;
}

export function resolve(change: Change, { idOf, secret }: Resolving): Resolved {
  const { address, kind, after = {}, pointers } = change;
  const named = pointers.reduce((body, { path, address: to }) => {
    const id = idOf(to);
    if (id === undefined) throw new UserError(`${address} points to ${to}, which is not on the target yet`);
    return withValueAt(body, path, id) as JsonObject;
  }, after);
  // Only fields that are declared to hold a secret get one, whatever the plan says.
  const declared = secretPaths(kind, named);
  const values: string[] = [];
  const wire = declared.reduce((body, path) => {
    const name = nameAt(named, path);
    const value = secret(name);
    if (value === undefined || value === '') {
      throw new UserError(`the environment variable ${name} is not set`, {
        suggestion: `set it: ${path.join('.')} of ${address} uses it`,
      });
    }
    values.push(value);
    return withValueAt(body, path, value);
  }, named);
  refuseOthers(change, wire);
  return { named, wire, secrets: values };
}

function refuseOthers({ address, secrets }: Change, wire: JsonObject): void {
  const [left] = secretKeyPaths(wire);
  if (left === undefined) return;
  throw new UserError(`${left.slice(0, -1).join('.')} of ${address} names a secret, but that field cannot hold one`, {
    suggestion: secrets.length === 0 ? 'run gitcast validate' : 'run gitcast plan again',
  });
}
