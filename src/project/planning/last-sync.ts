/**
 * The values of the last sync, for the conflicts of a plan and for texts that the target does not show. The state has only
 * their digests, so the values are looked up: a Markdown text next to the state, everything else in the commit that was
 * synced. A value from a file counts only if it has the digest of what was sent.
 */
import type { Config } from '../../config/config.ts';
import { memoryFiles, overlayFolder } from '../../content/files.ts';
import { readContent } from '../../content/read-content.ts';
import { digestOf } from '../../plan/fields/secrets.ts';
import { treesAt } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { gitOf } from '../../repository/project-git.ts';
import { readObjects } from '../../git/objects.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isRecorded, type Base, type BaseEntry } from '../../model/base.ts';
import { SENSITIVE, type Change, type FieldChange, type Plan } from '../../plan/plan.ts';
import type { StateStore } from '../../state/store.ts';
import { digest } from '../../values/digest.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { leafAt } from '../../values/leaves.ts';

interface LastSync {
  readonly config: Config;
  readonly base: Base;
  readonly store: Pick<StateStore, 'lastContent' | 'body'>;
}

export async function withLastSync<P extends Pick<Plan, 'target' | 'changes'>>(
  plan: P,
  lastSync: LastSync,
): Promise<P> {
  const changes = await Promise.all(plan.changes.map((change) => withUnreadText(change, lastSync)));
  return withConflicts({ ...plan, changes }, lastSync);
}

/**
 * A text that is written without being read: a reviewer sees what differs from the text that was sent last. Only what the
 * state itself has, so that every machine makes the same plan.
 */
async function withUnreadText(change: Change, lastSync: LastSync): Promise<Change> {
  const { address, kind, id, action, fields } = change;
  const { body } = kindNamed(kind);
  const entry = lastSync.base.entries.get(address);
  const isUnread = fields.some(({ name, unread }) => name === body && unread);
  if (!isUnread || action === 'conflict' || entry?.kind !== kind || entry.id !== id) return change;
  const last = await keptBody(entry, lastSync.store);
  if (last === undefined || !wasSent(last, entry.leaves[body!]?.sent, lastSync.base)) return change;
  return {
    ...change,
    fields: fields.map((field) => (field.name === body && field.unread ? { ...field, last } : field)),
  };
}

/** Git is asked only if the plan has conflicts. */
async function withConflicts<P extends Pick<Plan, 'target' | 'changes'>>(plan: P, lastSync: LastSync): Promise<P> {
  const open = plan.changes.filter(({ action, fields }) => action === 'conflict' && fields.some(isUnknown));
  if (open.length === 0) return plan;
  const files = await filesThen(open, plan.target, lastSync);
  const found = new Map<Change, Change>();
  for (const change of open) {
    const fields = await Promise.all(
      change.fields.map(async (field) => ({ ...field, ...(await lastValue(change, field, files, lastSync)) })),
    );
    found.set(change, { ...change, fields });
  }
  return { ...plan, changes: plan.changes.map((change) => found.get(change) ?? change) };
}

const isUnknown = ({ last, unsynced, before, after }: FieldChange): boolean =>
  last === undefined && !unsynced && before !== SENSITIVE && after !== SENSITIVE;

async function lastValue(
  { address, kind, id }: Change,
  field: FieldChange,
  files: ReadonlyMap<string, readonly JsonObject[]>,
  { base, store }: LastSync,
): Promise<Pick<FieldChange, 'last'>> {
  const entry = base.entries.get(address);
  if (!isUnknown(field) || entry?.kind !== kind || entry.id !== id) return {};
  if (!isRecorded(entry.leaves[field.name])) return {};
  const text = field.name === kindNamed(kind).body ? await keptBody(entry, store) : undefined;
  if (text !== undefined) return { last: text };
  const values = (files.get(address) ?? []).map((data) => leafAt(data, field.name));
  const last = values.find((value) => value !== undefined && wasSent(value, entry.leaves[field.name]?.sent, base));
  return last === undefined ? {} : { last };
}

const keptBody = async ({ body }: BaseEntry, store: LastSync['store']): Promise<string | undefined> =>
  body === undefined ? undefined : store.body(body);

/** A pointer is an address in the file, and its id was sent. */
const wasSent = (value: Json, sent: string | undefined, { entries }: Base): boolean =>
  [value, typeof value === 'string' ? (entries.get(value)?.id ?? value) : value].some(
    (each) => digestOf(each, { digest }) === sent,
  );

/** The data of these documents in the commit that was synced last, those of the target's own folder first. */
async function filesThen(
  changes: readonly Change[],
  target: string,
  { config, store }: LastSync,
): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const commit = store.lastContent?.();
  const git = gitOf(config);
  if (commit === undefined || !(await fetchCommit(git, commit, config.stateRemote))) return new Map();
  const folders = [overlayFolder(config.content, target), config.content];
  const namesOf = (address: string): readonly string[] => ['yaml', 'yml', 'md'].map((end) => `${address}.${end}`);
  const pathsOf = (address: string) =>
    folders.flatMap((folder) => namesOf(address).map((name) => ({ name, path: `${folder}/${name}` })));
  const paths = changes.flatMap(({ address }) => pathsOf(address).map(({ path }) => path));
  const ids = (await treesAt(git, [commit], paths)).get(commit) ?? {};
  const texts = await readObjects(git, [...new Set(Object.values(ids))]);
  return new Map(
    changes.map(({ address }) => [
      address,
      pathsOf(address).flatMap(({ name, path }) => {
        const bytes = texts.get(ids[path] ?? '');
        return bytes
          ? readContent(memoryFiles({ [name]: bytes }), { prefix: '' }).documents.map(({ data }) => data)
          : [];
      }),
    ]),
  );
}
