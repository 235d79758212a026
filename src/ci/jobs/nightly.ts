/**
 * Pulls edits from the target, and what changed in the sources of imports, each into a branch, for a pull request; in a
 * workspace for each broadcast.
 */
import type { Ending, Project, ProposedEdits } from '../../project/index.ts';
import { refuseWithoutToken, type Ci, type JobEnding } from '../ci.ts';
import { branchOf, fetchHistory } from '../repository.ts';
import { readingWithPlanKeys } from '../runner/ci-keys.ts';
import { withTarget, type Settings } from '../runner/ci-settings.ts';
import { folderNames } from '../workspace/folder-names.ts';

export async function nightly(ci: Ci): Promise<JobEnding> {
  const imported = await importAll(ci);
  const pulled = await withTarget(ci, (settings) => pullAll(ci, settings));
  return { ...pulled, failed: imported.failed === true || pulled.failed === true };
}

/** The state does not change until these are merged, either. */
async function importAll(ci: Ci): Promise<JobEnding> {
  const names = folderNames(ci.work.isWorkspace ? (await ci.work.select({})).broadcasts : []);
  const failed: string[] = [];
  const ending = await ci.work.each('import', async (project, folder) => {
    const imports = await project.imports();
    if (imports.length === 0) return { ending: {}, headline: 'no imports' };
    refuseWithoutToken(ci);
    await fetchHistory(ci);
    const base = await branchOf(ci);
    const done: string[] = [];
    for (const source of imports) {
      const where = folder === undefined ? source : `${source} (${folder})`;
      const branch = `gitcast/import-${folder === undefined ? '' : `${names.get(folder)}-`}${source}`;
      failed.push(where);
      const { report, ending: each } = await project.proposeImport({ source, branch, base, push: true });
      if (each.failed) return { ending: each, headline: report.not_pushed ?? 'the branch was not pushed' };
      failed.pop();
      const words = importWords(where, source);
      done.push(await propose(ci, { base, branch, where, ...words }, report));
      await reportConflicts(ci, words, report);
    }
    return { ending: {}, headline: done.join('; ') };
  });
  if (ending.failed) await ci.notify(`${failed.join(', ')} could not be imported.`);
  return ending;
}

interface Words {
  /** The title of the pull request, and its first sentences. */
  readonly title: string;
  readonly about: string;
  readonly issue: string;
  readonly conflict: string;
  readonly wayOut: string;
}

const importWords = (where: string, source: string): Words => ({
  title: `Import what changed in ${where}`,
  about: `${where} has changed. Merge this to bring it in.`,
  issue: `gitcast: changes in ${where} conflict with the files`,
  conflict: `These changes in ${where} were not imported, for the reason in each line.`,
  wayOut: `In a clone, \`gitcast import ${source} --theirs\` takes the values of the source, and \`gitcast import ${source} --ours\` keeps those of the files.`,
});

const editWords = ({ where, target }: Pick<Pulling, 'where' | 'target'>): Words => ({
  title: `Pull edits from ${where}`,
  about: `Somebody edited ${where} in the web editor. Merge this to keep the edits. Until then, every sync reports them as drift.`,
  issue: `gitcast: edits on ${where} conflict with the files`,
  conflict: `These edits were made on ${where}, and git has a different change. They were not pulled.`,
  wayOut: `In a clone, \`gitcast pull --theirs --target ${target}\` takes the values of the target, and \`gitcast sync --ours --target ${target}\` those of the files.`,
});

async function pullAll(ci: Ci, { target, keys }: Settings & { readonly target: string }): Promise<JobEnding> {
  refuseWithoutToken(ci);
  // The branch with the edits may have begun at any commit.
  await fetchHistory(ci);
  const base = await branchOf(ci);
  const names = folderNames(ci.work.isWorkspace ? (await ci.work.select({})).broadcasts : []);
  const failed: string[] = [];
  const ending = await readingWithPlanKeys(ci, keys).work.each('pull', async (project, folder) => {
    const named = namesOf(target, folder, names);
    failed.push(named.where);
    const pulled = await pullEdits(ci, project, { target, base, ...named });
    if (!pulled.ending.failed) failed.pop();
    return pulled;
  });
  if (ending.failed) await ci.notify(`The edits on ${failed.join(', ') || target} could not be pulled.`);
  // Edits that are left to a person have an issue: they are nobody's failed job.
  return { ...ending, left: false };
}

interface Names {
  /** The branch with the edits. */
  readonly branch: string;
  /** The target, and of a workspace the broadcast, as sentences name them. */
  readonly where: string;
}

const namesOf = (target: string, folder: string | undefined, names: ReadonlyMap<string, string>): Names =>
  folder === undefined
    ? { branch: `gitcast/drift-${target}`, where: target }
    : { branch: `gitcast/drift-${target}-${names.get(folder)}`, where: `${target} (${folder})` };

interface Pulling extends Names {
  readonly target: string;
  readonly base: string;
}

async function pullEdits(
  ci: Ci,
  project: Project,
  pulling: Pulling,
): Promise<{ readonly ending: Ending; readonly headline: string }> {
  const { target, base, branch } = pulling;
  // The state does not change until this is merged: otherwise a sync of the base would revert or delete these edits.
  const { report, ending } = await project.proposeEdits({ target, branch, base, push: true });
  if (ending.failed) return { ending, headline: report.not_pushed ?? 'the branch was not pushed' };
  const words = editWords(pulling);
  const headline = await propose(ci, { ...pulling, ...words }, report);
  const left = await reportConflicts(ci, words, report);
  return { ending, headline: left === 0 ? headline : `${headline}; ${left} left to a person` };
}

type Proposed = Words & Omit<Pulling, 'target'>;

async function propose(
  ci: Ci,
  { base, branch, where, title, about, conflict, wayOut }: Proposed,
  report: ProposedEdits,
): Promise<string> {
  const { git, host, notify } = ci;
  await git.run(['fetch', '--quiet', 'origin', `+refs/heads/${base}:refs/remotes/origin/${base}`]);
  const found = await git.attempt([
    'fetch',
    '--quiet',
    'origin',
    `+refs/heads/${branch}:refs/remotes/origin/${branch}`,
  ]);
  if (!found.ok) return `no edits that are not in ${base}`;
  const merged = await git.attempt(['merge-tree', '--write-tree', `origin/${base}`, `origin/${branch}`]);
  if (merged.ok && merged.text.trim() === (await git.run(['rev-parse', `origin/${base}^{tree}`]))) {
    await host?.withdraw(branch, base);
    return `all edits on ${branch} were withdrawn or are in ${base}`;
  }
  if (report.commit !== null) await notify(`Edits from ${where} are waiting on the branch ${branch}.`);
  const files = await git.run(['diff', '--name-status', `origin/${base}...origin/${branch}`]);
  const left = leftIn(report);
  const parts = [about, indented(files), ...(left.length > 0 ? [conflict, indented(left.join('\n')), wayOut] : [])];
  const proposed = await host?.propose({
    branch,
    base,
    title,
    text: `${parts.join('\n\n')}\n`,
    commit: await git.run(['rev-parse', `origin/${branch}`]),
  });
  return proposed === 'stays-closed'
    ? `the pull request of ${branch} was closed, and there are no new edits`
    : `edits are on the branch ${branch}`;
}

/** An edit that conflicts is a task, not a failed job. Returns how many there are. */
async function reportConflicts(ci: Ci, { issue, conflict, wayOut }: Words, report: ProposedEdits): Promise<number> {
  const { host, notify, say } = ci;
  const lines = leftIn(report);
  if (lines.length === 0) {
    await host?.closeIssue(issue);
    return 0;
  }
  for (const line of lines) say(line);
  await notify(issue);
  await host?.reportIssue(issue, `${conflict}\n\n${indented(lines.join('\n'))}\n\n${wayOut}\n`);
  return lines.length;
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
