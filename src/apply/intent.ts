/** Recorded before a request that writes, so that the next run can find out what happened to it. */
import type { Json, JsonObject } from '../values/json.ts';
import { kindNamed } from '../kinds/registry.ts';
import { UNSEEN_MARK, type BaseEntry, replacedBy } from '../model/base.ts';
import { digestOfFile, holdsSecret } from '../plan/fields/secrets.ts';
import { echoDigest, normalForm } from '../plan/fields/echo.ts';
import { leafAt } from '../values/leaves.ts';
import type { Change, Plan } from '../plan/plan.ts';
import type { Intent } from '../state/journal-line.ts';
import type { Run } from './run.ts';

type Digests = Pick<Run, 'digest' | 'secretDigest'>;

export interface Sent {
  /** The body that is sent, with secrets by name. */
  readonly named: JsonObject;
  readonly idempotencyKey: string;
  readonly at: number;
  /** The document's entry in the base. */
  readonly present?: BaseEntry | undefined;
}

export function intentOf(change: Change, { named, idempotencyKey, at, present }: Sent, digests: Digests): Intent {
  const { address, kind, id } = change;
  const values = valuesOf(change, named);
  const leaves = Object.fromEntries(values.map(([name, value]) => [name, digestOfFile(value, digests)]));
  const shown = values.filter(([, value]) => !holdsSecret(value));
  const isUpdate = change.action === 'update';
  const replaces = change.action === 'replace' && id !== undefined ? [id, ...replacedBy(present ?? {})] : [];
  return {
    type: 'intent',
    address,
    kind,
    idempotencyKey,
    action: isUpdate ? 'update' : 'create',
    at,
    ...(isUpdate && id !== undefined && { id }),
    ...(replaces.length > 0 && { replaces }),
    leaves,
    echoes: Object.fromEntries(
      // Most texts are their own normal form, whose digest is known then.
      shown.map(([name, value]) => [
        name,
        normalForm(value) === value ? UNSEEN_MARK + leaves[name]! : echoDigest(value, digests.digest),
      ]),
    ),
    ...(!isUpdate && { naturalKey: naturalKeyOf(change, named) }),
  };
}

/** Every value that the body sets or clears. */
function valuesOf(
  { sets, fields, action }: Change,
  named: JsonObject,
): readonly (readonly [string, Json | undefined])[] {
  const cleared = action === 'update' ? fields.flatMap(({ name, after }) => (after === undefined ? [name] : [])) : [];
  return [...sets, ...cleared].map((name) => [name, leafAt(named, name)]);
}

function naturalKeyOf({ kind }: Change, named: JsonObject): JsonObject {
  const names = kindNamed(kind).naturalKey.flat();
  const given = names.flatMap((name): readonly [string, Json][] => {
    const value = named[name];
    return (value ?? null) === null || holdsSecret(value) ? [] : [[name, normalForm(value)!]];
  });
  return Object.fromEntries(given);
}

/**
 * The intents of everything that a plan sends, as far as they are known before it runs: without the ids of new objects.
 */
export function plannedIntents(
  { changes }: Plan,
  run: Digests & Pick<Run, 'allowReplace' | 'now' | 'keyFor'>,
  base: ReadonlyMap<string, BaseEntry>,
): readonly Intent[] {
  return changes
    .filter(({ action, waitsUntil }) => waitsUntil === undefined && isSent(action, run))
    .map((change) => {
      const sendable = withoutPointers(change);
      const at = run.now();
      return intentOf(
        sendable,
        { named: sendable.after, idempotencyKey: run.keyFor(change), at, present: base.get(change.address) },
        run,
      );
    });
}

const isSent = (action: Change['action'], { allowReplace }: Pick<Run, 'allowReplace'>): boolean =>
  action === 'create' || action === 'update' || (action === 'replace' && allowReplace);

/** A pointer in the natural key is still an address, which recognises nothing. */
function withoutPointers(change: Change): Change & { readonly after: JsonObject } {
  const addresses = new Set(change.pointers.flatMap(({ path }) => (path.length === 1 ? [path[0]] : [])));
  const after = Object.entries(change.after ?? {}).filter(([name]) => !addresses.has(name));
  return {
    ...change,
    after: Object.fromEntries(after),
    sets: change.sets.filter((name) => !holdsPointer(name, change)),
  };
}

const holdsPointer = (name: string, { pointers }: Change): boolean =>
  pointers.some(({ path }) => `${path.join('.')}.`.startsWith(`${name}.`));
