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
import { isOpen, type Change, type FieldChange, type Plan, type Refusal } from './plan.ts';

/** The digest of each row, without those that a plan made offline has no target for. */
export function rowsOf({ target, identity, changes }: Plan, digest: Digest): readonly string[] {
  if (!identity) return [];
  const sent = changes.filter((change) => !isOpen(change));
  return sent
    .flatMap((change) => {
      const { address, kind, action, id, fields } = change;
      if (action !== 'update' || fields.length === 0) return [contentOf(change)];
      const about = { address, kind, action, id };
      return fields.map((field) => ({ ...about, field: fieldContent(field), secrets: secretsIn(change, field.name) }));
    })
    .map((content) => digest(canonicalOf({ target, identity, content })))
    .toSorted();
}

/** Undefined if `sync --reviewed` with it would do nothing: the plan was made offline, has no rows, or is refused all the same. */
export function digestOf(plan: Plan, digest: Digest): string | undefined {
  const rows = rowsOf(plan, digest);
  if (rows.length === 0 || !plan.refusals.every(isAllowedByDigest)) return undefined;
  // An argument that starts with a dash would be read as an option.
  return digest(canonicalOf(rows)).replace(/^-/, 'x');
}

/** A digest counts as the options that allow deletions. It removes no `$protect`, and never goes back to an older commit. */
const isAllowedByDigest = ({ allows }: Refusal): boolean => allows !== undefined && !allows.allowRollback;

/** The guard refuses the plan, or it replaces objects: the digest of a person allows that, and nothing else in CI does. */
export const needsPerson = ({ summary, refusals }: Pick<Plan, 'summary' | 'refusals'>): boolean =>
  summary.replace > 0 || refusals.length > 0;

function contentOf(change: Change): object {
  const { address, kind, action, id, from, lost, after: body, drops, replaces, protect } = change;
  // The values that a deletion or a replacement destroys are part of what was approved.
  const destroyed = action === 'delete' || action === 'replace' ? change.fingerprint : undefined;
  const fields = change.fields.map(fieldContent);
  const pointers = change.pointers.map(({ path, address: to }) => ({ path, to }));
  const sent = { fields, body, pointers, secrets: secretsIn(change) };
  return { address, kind, action, id, from, ...sent, destroyed, lost, drops, replaces, protect };
}

/** The meaning of an id is part of what was approved: a plan that shows a different address has a different digest. */
const fieldContent = ({ name, before, after, shown, unread, last }: FieldChange): object =>
  // A reviewer sees what differs from the last sync, if the target does not show the field.
  ({ name, before, after, shown, unread, last: unread && last });

/** The names of secrets, whose values no plan contains: of the whole body, or of the part that has this leaf. */
const secretsIn = ({ secrets, after = {} }: Change, leaf?: string): readonly object[] =>
  secrets
    .filter(([top]) => leaf === undefined || topLevelKey(leaf) === top)
    .map((path) => ({ path, name: nameAt(after, path) }));

/** Plain data, in which what is absent counts as little as in JSON. */
const canonicalOf = (content: object): string => canonical(content as Json);
