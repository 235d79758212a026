/** The Changes view: what differs from the last commit, discarding, committing and pushing it, and sending it to the target. */
import { join } from 'node:path';
import { slugify } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import type { EditedFile } from '../../editing/edited-files.ts';
import { freeName } from '../../editing/free-name.ts';
import { shownValue, wholeLabelOf, type WordSettings } from '../../editing/value-words.ts';
import { checkedOut, commitFiles } from '../../git/commit-files.ts';
import { gitWithHooks } from '../../git/git.ts';
import { pushBranch } from '../../git/push-branch.ts';
import { defaultBranch } from '../../git/repository.ts';
import { committedBytes, unstage } from '../../git/uncommitted.ts';
import type { FieldChange, Plan } from '../../plan/plan.ts';
import { gitOf } from '../../repository/project-git.ts';
import * as is from '../../values/shape.ts';
import type { SyncOnSave } from '../dev/sync-on-save.ts';
import { contentChanges, wordSettings, type FoundChange } from './content-changes.ts';
import type { Editing } from './editing.ts';

const shownFile = is.object({ file: is.filledText, digest: is.filledText });
type ShownFile = is.InferOf<typeof shownFile>;

export function changeCalls(editing: Editing): EditCalls {
  return {
    changes: editCall(is.object({}), () => listChanges(editing)),
    discard: editCall(shownFile, (shown, tab) => discard(editing, shown, tab)),
    commit: editCall(commitWish, (wish) => commit(editing, wish)),
    // Apart from the changes, since saves also wait outside a repository.
    waiting: editCall(is.object({}), () => (editing.sync()?.isByHand ? { target: editing.configured().target } : {})),
    plan: editCall(is.object({}), async () => planWords(await waitingSync(editing).plan(sendable(editing)), editing)),
    send: editCall(is.object({ digest: is.filledText }), ({ digest }) => send(editing, digest)),
  };
}

async function listChanges(editing: Editing): Promise<object> {
  const git = gitOf(editing.configured().config);
  const found = await contentChanges(git, editing);
  const [branch, remotes] = [await checkedOut(git), await git.run(['remote'])];
  return {
    type: 'changes',
    changes: found.map(({ change }) => change),
    ...(branch !== undefined && { branch }),
    proposed: await proposedBranch(editing, found, branch),
    hasRemote: remotes !== '',
  };
}

/** People review what goes to the default branch, so a new branch is proposed there. */
async function proposedBranch(
  editing: Editing,
  found: readonly FoundChange[],
  current: string | undefined,
): Promise<string> {
  const { config } = editing.configured();
  if (current !== undefined && current !== defaultBranch(config.root, config.programEnvironment())) return current;
  const taken = await gitOf(config).run(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/edit']);
  const [only, another] = new Set(found.map(({ change }) => change.title));
  const day = editing.outside.now().toISOString().slice(0, 10);
  const name = `edit/${only === undefined || another !== undefined ? day : slugify(only)}`;
  const names = taken.split('\n');
  return freeName(name, (each) => names.includes(each));
}

/** The change as it was shown: nothing else is discarded or committed. */
function asShown(found: readonly FoundChange[], { file, digest }: ShownFile): FoundChange {
  const same = found.find(({ change }) => change.file === file);
  if (same?.change.digest === digest) return same;
  throw new UserError(`${file} changed since it was shown, so nothing was done`, {
    suggestion: 'look at the changes again',
  });
}

async function discard(editing: Editing, shown: ShownFile, tab: string): Promise<object> {
  const { config } = editing.configured();
  const git = gitOf(config);
  const { change, paths, isLink } = asShown(await contentChanges(git, editing), shown);
  if (isLink)
    throw new UserError(`${change.file} is a symbolic link, or was one`, { suggestion: 'discard it in a terminal' });
  if ((await git.run(['--literal-pathspecs', 'ls-files', '--unmerged', '--', ...paths])) !== '')
    throw new UserError(`the file ${change.file} has a conflict`, { suggestion: 'resolve it in a terminal first' });
  const { ok, reason } = await unstage(git, paths);
  if (!ok) throw new UserError(`git did not discard it: ${reason}`);
  const changes: EditedFile[] = [];
  for (const path of paths) {
    const place = join(config.root, path);
    changes.push({ path: place, before: editing.files.read(place), after: await committedBytes(git, path) });
  }
  editing.files.write(changes, { tab, said: `discarding the changes of ${change.title}`, address: change.address });
  await editing.settled();
  // Other documents may need what is gone: then the page shows their errors, and undo brings it back.
  return { type: 'discarded' };
}

const commitWish = is.object({
  message: is.shape<string>('a message', (value) => typeof value === 'string' && value.trim() !== ''),
  branch: is.optional(is.filledText),
  files: is.listOf(shownFile),
  push: is.optional(is.flag),
});

async function commit(editing: Editing, wish: is.InferOf<typeof commitWish>): Promise<object> {
  const message = wish.message.trim();
  if (message.includes('\0')) throw new UserError('the message has a NUL character', { suggestion: 'remove it' });
  if (Buffer.byteLength(message) > 64 * 1024)
    throw new UserError('the message has more than 64 kB', { suggestion: 'shorten it' });
  const { config } = editing.configured();
  const env = config.programEnvironment();
  const found = await contentChanges(gitOf(config), editing);
  const paths = wish.files.flatMap((file) => asShown(found, file).paths);
  if (paths.length === 0) throw new UserError('there is nothing to commit');
  const git = gitWithHooks(config.root, env);
  const base = defaultBranch(config.root, env);
  const committed = await commitFiles(git, { message, branch: wish.branch, paths });
  const pushed = wish.push ? await pushBranch(git, committed.branch, base) : { pushed: false };
  return { type: 'committed', ...committed, ...pushed };
}

function waitingSync({ sync }: Editing): SyncOnSave {
  const opened = sync();
  if (opened?.isByHand) return opened;
  throw new UserError('nothing waits to be sent: this run syncs to the embedded service, or not at all');
}

function sendable({ live: { engine } }: Editing): typeof engine.broadcast {
  if (engine.isValid) return engine.broadcast;
  throw new UserError('the content has errors, so nothing can be sent', { suggestion: 'fix them first' });
}

async function send(editing: Editing, digest: string): Promise<object> {
  const { changes = [], notices } = await waitingSync(editing).send(sendable(editing), digest);
  return { type: 'sent', sent: changes.length, notices };
}

/** The plan as a page shows it: without bodies. Confidential values are not in it. */
function planWords({ target, digest, changes, refusals, notes }: Plan, editing: Editing): object {
  const settings = wordSettings(editing);
  return {
    type: 'plan',
    target,
    digest,
    refusals: refusals.map(({ reason }) => reason),
    notes,
    changes: changes.map(({ address, action, fields, reason, lost }) => ({
      address,
      action,
      title: settings.titleOf(address) ?? lost?.title ?? address,
      words: [
        ...(action === 'update' || reason === '' ? [] : [reason]),
        ...(action === 'create' ? [] : fields.map((each) => fieldWords(each, settings))),
      ],
    })),
  };
}

function fieldWords({ name, before, after, shown, unread }: FieldChange, settings: WordSettings): string {
  const [old, now] = [shown?.before ?? before, shown?.after ?? after].map((value) =>
    value === undefined ? undefined : shownValue(value, {}, settings),
  );
  const label = wholeLabelOf(name.split('.'));
  if (now === undefined) return `${label} removed`;
  return `${label}: ${now}${old === undefined || unread ? '' : ` instead of ${old}`}`;
}
