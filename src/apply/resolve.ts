/** The body of a change as it goes over the wire: addresses become ids, names of variables become their values. */
import { UserError } from '../diagnostics/errors.ts';
import { valueAt, type Json, type JsonObject, type Path } from '../diagnostics/json.ts';
import type { Change } from '../plan/plan.ts';

export interface Resolved {
  /** With ids, secrets still by name: what digests are made of. */
  readonly named: JsonObject;
  /** What is sent. */
  readonly wire: JsonObject;
  /** The values of secrets: they must appear in no message. */
  readonly secrets: readonly string[];
}

export function resolve(
  { address, after = {}, pointers, secrets }: Change,
  { idOf, variable }: { idOf: (address: string) => string | undefined; variable: (name: string) => string | undefined },
): Resolved {
  const named = pointers.reduce((body, { path, address: to }) => {
    const id = idOf(to);
    if (id === undefined) throw new UserError(`${address} points at ${to}, which is not on the target yet`);
    return setAt(body, path, id) as JsonObject;
  }, after);
  const values: string[] = [];
  const wire = secrets.reduce((body, path) => {
    const { $env } = valueAt(named, path) as { $env: string };
    const value = variable($env);
    if (value === undefined || value === '') {
      throw new UserError(`the environment variable ${$env} is not set`, {
        suggestion: `set it, for ${path.join('.')} of ${address}`,
      });
    }
    values.push(value);
    return setAt(body, path, value) as JsonObject;
  }, named);
  return { named, wire, secrets: values };
}

function setAt(value: Json | undefined, [step, ...rest]: Path, replacement: Json): Json {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((each: Json, index) => (index === step ? setAt(each, rest, replacement) : each));
  const object = (value ?? {}) as JsonObject;
  return { ...object, [step]: setAt(object[step], rest, replacement) };
}
