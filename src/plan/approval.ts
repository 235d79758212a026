/**
 * One approval: the digest of a plan, which is the digest of its rows' digests. A row is one thing that a person reads and a
 * sync does: a change, or one field of an update, so that two pull requests which change different fields of a document can
 * be merged together.
 *
 * A plan is read before the merge and made again after it. A digest therefore covers what is shown and what is sent, and
 * nothing that differs between two runs over the same content and target: no commit (a squash makes a new one), no instant,
 * no open intent. Drift, conflicts and manual steps send nothing, so they are no rows.
 */
import { canonical } from '../values/canonical.ts';
import type { Digest } from '../values/digest.ts';
import type { Json } from '../values/json.ts';
import { topLevelKey } from '../values/leaves.ts';
import { nameAt } from './fields/secrets.ts';
import { isOpen, type Change, type FieldChange, type Plan } from './plan.ts';

/** The digest of each row, without those that a plan made offline has no target for. */
export function rowsOf({ target, identity, changes }: Plan, digest: Digest): readonly string[] {
  if (!identity) return [];
  const sent = changes.filter((change) => !isOpen(change));
  return sent
    .flatMap((change) => {
      const { address, kind, action, id } = change;
      if (action !== 'update') return [contentOf(change)];
      return change.fields.map((field) =>
        present({ address, kind, action, id, field: fieldContent(field), secrets: secretsIn(change, field.name) }),
      );
    })
    .map((content) => digest(canonical({ target, identity: { ...identity }, content })))
    .toSorted();
}

/** Undefined for a plan that was made offline: nobody can approve it. */
export const digestOf = (plan: Plan, digest: Digest): string | undefined =>
  // An argument that starts with a dash would be read as an option.
  plan.identity && digest(canonical([...rowsOf(plan, digest)])).replace(/^-/, 'x');

/** The guard refuses the plan, or it replaces objects: the digest of a person allows that, and nothing else in CI does. */
export const needsPerson = ({ summary, refusals }: Pick<Plan, 'summary' | 'refusals'>): boolean =>
  summary.replace > 0 || refusals.length > 0;

function contentOf(change: Change): Json {
  const { address, kind, action, id, from, fields, after: body, pointers, drops, replaces, protect } = change;
  // The values that a deletion or a replacement destroys are part of what was approved.
  const destroyed = action === 'delete' || action === 'replace' ? change.fingerprint : undefined;
  return present({
    address,
    kind,
    action,
    id,
    from,
    fields: fields.map(fieldContent),
    body,
    destroyed,
    lost: change.lost && JSON.parse(JSON.stringify(change.lost)),
    pointers: pointers.map(({ path, address: to }) => ({ path: [...path], to })),
    secrets: secretsIn(change),
    drops: [...drops],
    replaces: replaces && [...replaces],
    protect,
  });
}

/** The meaning of an id is part of what was approved: a plan that shows a different address has a different digest. */
const fieldContent = ({ name, before, after, shown, unread, last }: FieldChange): Json =>
  // A reviewer sees what differs from the last sync, if the target does not show the field.
  present({ name, before, after, shown: shown && present({ ...shown }), unread, last: unread && last });

/** The names of secrets, whose values no plan contains: of the whole body, or of the part that has this leaf. */
const secretsIn = ({ secrets, after = {} }: Change, leaf?: string): Json =>
  secrets
    .filter(([top]) => leaf === undefined || topLevelKey(leaf) === top)
    .map((path) => ({ path: [...path], name: nameAt(after, path) }));

const present = (values: Readonly<Record<string, Json | undefined>>): Json =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined));
