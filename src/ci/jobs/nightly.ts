/**
 * Pulls edits from the target, and what changed in the sources of imports, each into a branch with one request; in a workspace for
 * each broadcast. What conflicts with the files is in the text of the request, or fails the job where there is none.
 */
import type { Ending, Project, ProposedEdits } from '../../project/index.ts';
import { digest } from '../../values/digest.ts';
import { neededHost, type Ci } from '../ci.ts';
import { readingWithPlanKeys } from '../keys.ts';
import { branchOf, NETWORK, requireHistory } from '../repository.ts';
import { withTarget } from '../settings.ts';

export async function nightly(ci: Ci): Promise<Ending> {
  // The branch with the edits may have begun at any commit.
  await requireHistory(ci);
  const base = await branchOf(ci);
  const imported = await ci.work.each('import', async (project, folder) => {
    const left: boolean[] = [];
    const done: string[] = [];
    for (const source of await project.imports()) {
      const branch = `gitcast/import-${source}${suffixOf(folder)}`;
      const where = named(source, folder);
      const proposed = await project.proposeImport({ source, branch, base, push: true });
      const words = {
        title: `Import what changed in ${where}`,
        about: `${where} has changed. Merge this to bring it in.`,
        wayOut: `In a clone, \`gitcast import ${source} --theirs\` takes the values of the source, and \`--ours\` keeps those of the files.`,
      };
      const told = await propose(ci, { ...proposed, ...words, base, branch, where });
      left.push(told.isLeft);
      done.push(told.headline);
    }
    return { ending: { failed: left.some(Boolean) }, headline: done.join('; ') || 'no imports' };
  });
  const pulled = await withTarget(ci, async ({ target, keys }) =>
    readingWithPlanKeys(ci, keys).work.each('pull', async (project, folder) => {
      const { headline, isLeft } = await pullEdits(ci, project, { target, base, folder });
      return { ending: { failed: isLeft }, headline };
    }),
  );
  const failed = imported.failed === true || pulled.failed === true;
  if (failed) await ci.notify('Edits or imports were left to a person, or could not be proposed.');
  return { failed };
}

const named = (name: string, folder: string | undefined): string =>
  folder === undefined ? name : `${name} (${folder})`;

/** A folder as the end of a branch's name. */
function suffixOf(folder: string | undefined): string {
  if (folder === undefined) return '';
  const plain = folder.replaceAll(/[^\w-]+/g, '-');
  return plain === folder ? `-${plain}` : `-${plain}-${digest(folder).slice(0, 6)}`;
}

interface Pulling {
  readonly target: string;
  readonly base: string;
  readonly folder: string | undefined;
}

async function pullEdits(ci: Ci, project: Project, { target, base, folder }: Pulling): Promise<Told> {
  const branch = `gitcast/drift-${target}${suffixOf(folder)}`;
  const where = named(target, folder);
  // The state does not change until this is merged: otherwise a sync of the base would revert or delete these edits.
  const proposed = await project.proposeEdits({ target, branch, base, push: true });
  return propose(ci, {
    ...proposed,
    base,
    branch,
    where,
    title: `Pull edits from ${where}`,
    about: `Somebody edited ${where} in the web editor. Merge this to keep the edits. Until then, every sync reports them as drift.`,
    wayOut: `In a clone, \`gitcast pull --theirs --target ${target}\` takes the values of the target, and \`gitcast sync --ours --target ${target}\` those of the files.`,
  });
}

interface Proposed {
  readonly report: ProposedEdits;
  readonly ending: Ending;
  readonly base: string;
  readonly branch: string;
  readonly where: string;
  /** The title of the request, and its first sentences. */
  readonly title: string;
  readonly about: string;
  /** How a person decides what conflicts. */
  readonly wayOut: string;
}

interface Told {
  readonly headline: string;
  /** Something is left to a person, and no request says so. */
  readonly isLeft: boolean;
}

async function propose(ci: Ci, proposed: Proposed): Promise<Told> {
  const { report, ending, base, branch, where, title } = proposed;
  const { git, notify, say } = ci;
  if (ending.failed) return { headline: report.not_pushed ?? 'the branch was not pushed', isLeft: true };
  const left = leftIn(report);
  for (const line of left) say(line);
  // A pattern may match nothing.
  const refspecs = [base, `${branch}*`].map((name) => `+refs/heads/${name}:refs/remotes/origin/${name}`);
  await git.run(['fetch', '--quiet', '--prune', 'origin', ...refspecs], NETWORK);
  const { ok: isThere, text } = await git.attempt([
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/remotes/origin/${branch}`,
  ]);
  const head = text.trim();
  const merged = isThere && (await git.attempt(['merge-tree', '--write-tree', `origin/${base}`, head]));
  const isMerged =
    merged && merged.ok && merged.text.trim() === (await git.run(['rev-parse', `origin/${base}^{tree}`]));
  if (!isThere || isMerged)
    return { headline: `no edits of ${where} that are not in ${base}`, isLeft: left.length > 0 };
  if (report.commit !== null) await notify(`Edits from ${where} are waiting on the branch ${branch}.`);
  const host = neededHost(ci);
  const requests = await host.requestsFrom(branch, base);
  const open = requests.find(({ isOpen }) => isOpen);
  // Somebody closed it as it is: that is an answer, until there are new edits.
  const closed = !open && requests.find((each) => each.head === head && each.mergedAt === undefined);
  if (closed) return { headline: `the request of ${branch} was closed, and there are no new edits`, isLeft: false };
  await host.writeRequest({ branch, base, title, text: await textOf(ci, proposed, left) }, open?.number);
  return { headline: `edits are on the branch ${branch}`, isLeft: false };
}

async function textOf(
  { git }: Ci,
  { base, branch, about, wayOut }: Proposed,
  left: readonly string[],
): Promise<string> {
  const files = await git.run(['diff', '--name-status', `origin/${base}...origin/${branch}`]);
  const conflicts =
    left.length === 0 ? [] : ['These were left out, for the reason in each line.', indented(left.join('\n')), wayOut];
  return `${[about, indented(files), ...conflicts].join('\n\n')}\n`;
}

/** Deletions that a source asks for are among them. */
const leftIn = ({ blocked, conflicts, skipped }: ProposedEdits): readonly string[] =>
  [
    ...(blocked === null ? [] : [blocked]),
    ...conflicts.map(({ address, fields, reason }) => `${address} (${fields.join(', ') || 'all of it'}): ${reason}`),
    ...skipped.map(({ file, reason }) => `${file}: ${reason}`),
  ].map((line) => line.replaceAll(/\s+/g, ' '));

/** A code block, whatever it contains. */
const indented = (text: string): string => text.replaceAll(/^/gm, '    ');
