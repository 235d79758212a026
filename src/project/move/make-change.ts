/** Moves or removes documents and media files: plans it, asks, and writes all of it or nothing. */
import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { editYaml } from '../../content/edit/yaml.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import { count } from '../../diagnostics/count.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { treesAt } from '../../git/content.ts';
import { NoGit } from '../../git/git.ts';
import { configText, contentConfigOf, loadConfig } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import { changeFiles, type Change } from '../../machine/change-files.ts';
import { removeEmptyAbove } from '../../machine/disk-steps.ts';
import { modelSettings, shownFrom } from '../../repository/repository.ts';
import { isSame } from '../../values/canonical.ts';
import { keyOfPath } from '../../values/former-path.ts';
import { valueAt } from '../../values/json.ts';
import type { Reported } from '../calls/call.ts';
import { reportDiagnostics, type DiagnosticReport } from '../check/diagnostic-report.ts';
import type { Outside } from '../outside.ts';
import type { ContentChange } from './content-change.ts';
import type { Redirected, RedirectTable } from './former-names.ts';
import type { Surroundings } from './named-content.ts';
import { readOwnContent, type OwnLayer } from './own-layers.ts';
import { planChange, type ChangedMention, type FileChange, type PlannedChange } from './plan-change.ts';

/** The output of `gitcast mv --json` and `gitcast rm --json`, and what a person approves. */
export interface ContentChangeReport {
  /** `declined`: it was not approved, and nothing was written. */
  readonly outcome: 'done' | 'dry-run' | 'declined';
  /** The documents by their addresses, and the media files. */
  readonly changed: readonly Renamed[];
  /** The files that were renamed or deleted. */
  readonly files: readonly Renamed[];
  /** Every place that names one of them. */
  readonly mentions: readonly ChangedMention[];
  /** The former addresses, and where they lead. */
  readonly redirects: readonly Redirected[];
  /** Warnings that the content has only afterwards. */
  readonly warnings: readonly DiagnosticReport[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

/** A name, and the one that takes its place. */
export interface Renamed {
  /** The former name. */
  readonly from: string;
  /** The present one; null if it was removed. */
  readonly to: string | null;
}

interface Wished {
  readonly change: (content: Surroundings) => ContentChange;
  readonly redirect: boolean;
  readonly redirectTo?: ((content: Surroundings, change: ContentChange) => string) | undefined;
  readonly unlink?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** The next step if the content would have errors afterwards. */
  readonly remedy: string;
  /** Throws if it must not be written. Returns further notes. */
  readonly judge?: (planned: PlannedChange, content: Surroundings, config: Config) => Promise<readonly string[]>;
  readonly approve?: ((report: ContentChangeReport) => boolean | Promise<boolean>) | true | undefined;
}

export async function makeChange(outside: Outside, wished: Wished): Promise<Reported<ContentChangeReport>> {
  const config = contentConfigOf(outside);
  const content = { ...readOwnContent(config, outside.folder), cwd: outside.folder };
  const change = wished.change(content);
  const committed = await committedNames(config, content.own, change);
  const table = config.site.redirects;
  const planned = planChange(content, change, {
    settings: modelSettings(config),
    table,
    redirect: wished.redirect,
    redirectTo: wished.redirectTo?.(content, change),
    unlink: wished.unlink,
    isCommitted: (name) => committed.has(name),
  });
  refuseErrors(planned, wished);
  const inConfig = redirectTableChange(outside, config, planned.table);
  const judged = (await wished.judge?.(planned, content, config)) ?? [];
  const shown = ({ layer, from, to }: FileChange): Renamed => ({
    from: layer.prefix + from,
    to: to === undefined ? null : layer.prefix + to,
  });
  const report = (outcome: ContentChangeReport['outcome']): ContentChangeReport => ({
    outcome,
    changed: [...change.addresses, ...change.media].map(([from, to = null]) => ({ from, to })),
    files: planned.files.filter(({ from, to }) => from !== to).map(shown),
    mentions: planned.mentions,
    redirects: planned.redirects,
    warnings: reportDiagnostics(planned.problems),
    notes: [
      ...change.notes,
      ...caseNotes(change),
      ...judged,
      // Nobody expects that the configuration changes too.
      ...(inConfig
        ? [`site.redirects in ${shown(inConfig).from} ${outcome === 'done' ? 'changed' : 'would change'} too`]
        : []),
    ],
  });
  if (wished.dryRun) return { report: report('dry-run'), ending: {} };
  if (wished.approve && wished.approve !== true && !(await wished.approve(report('dry-run'))))
    return { report: report('declined'), ending: { failed: true } };
  await write(config.root, inConfig ? [...planned.files, inConfig] : planned.files, change.folder);
  return { report: report('done'), ending: {} };
}

/** Texts get their new content where they are, then everything gets its new name; what goes comes last. */
async function write(root: string, files: readonly FileChange[], folder: ContentChange['folder']): Promise<void> {
  for (const { layer, from, to } of files) {
    if (from === to || !lstatSync(join(layer.folder, from)).isSymbolicLink()) continue;
    throw new UserError(`${layer.prefix}${from} is a symbolic link, which would lead elsewhere from another folder`, {
      suggestion: 'replace it with the file that it points to',
    });
  }
  const isInFolder = ({ from }: FileChange): boolean => folder !== undefined && from.startsWith(`${folder.from}/`);
  const wholeFolders = new Set(files.filter(isInFolder).map(({ layer }) => layer.folder));
  const texts = files.flatMap(({ layer, from, text }): readonly Change[] =>
    text ? [{ path: join(layer.folder, from), ...text }] : [],
  );
  const single = files.filter((each) => each.from !== each.to && !(each.to !== undefined && isInFolder(each)));
  const moves = single.map(({ layer, from, to }) => ({
    from: join(layer.folder, from),
    to: to === undefined ? undefined : join(layer.folder, to),
  }));
  await changeFiles(root, [
    ...texts,
    ...[...wholeFolders].map((each) => ({ from: join(each, folder!.from), to: join(each, folder!.to) })),
    ...moves.filter(({ to }) => to !== undefined),
    ...moves.filter(({ to }) => to === undefined),
  ]);
  // The folder of the kind stays.
  for (const { layer, from, to } of files)
    if (from !== to) removeEmptyAbove(join(layer.folder, from), join(layer.folder, from.split('/')[0]!));
}

/** What `validate` warns about once such a file was published. */
const caseNotes = ({ media }: ContentChange): readonly string[] =>
  [...media].flatMap(([from, to]) =>
    to !== undefined && from !== to && keyOfPath(from) === keyOfPath(to)
      ? [`/${from} cannot be redirected: to hosts that ignore case both are the same, and on others it leads nowhere`]
      : [],
  );

function refuseErrors({ problems }: PlannedChange, { remedy }: Wished): void {
  const errors = problems.filter(isError);
  if (errors.length === 0) return;
  throw new UserError(
    `nothing was changed, because the content would have ${count(errors.length, 'new error')} afterwards`,
    { diagnostics: errors, suggestion: remedy },
  );
}

/** `site.redirects` in the configuration file, checked as the file would be. Undefined if the table stays as it is. */
function redirectTableChange(
  { folder: cwd, configFile, env }: Outside,
  { site, file: name }: Config,
  after: RedirectTable,
): FileChange | undefined {
  if (isSame(site.redirects, after)) return undefined;
  const source = configText({ configFile, cwd });
  if (!source) {
    throw new UserError(`redirects are in the configuration, and there is no ${name}`, {
      suggestion: 'create it, or leave out the redirect: --no-redirect when you move something',
    });
  }
  const [file, own] = [resolve(cwd, source.file), basename(source.file)];
  const isEmpty = Object.keys(after).length === 0;
  const isAlone = Object.keys(valueAt(readYaml(source.text).data, ['site']) ?? {}).length === 1;
  const path = isEmpty && isAlone ? ['site'] : ['site', 'redirects'];
  const text = editYaml(source.text, [isEmpty ? { path, remove: true } : { path, value: after }]);
  loadConfig({ configFile: file, cwd, env, text });
  const prefix = source.file.slice(0, source.file.length - own.length);
  return {
    layer: { folder: dirname(file), prefix },
    from: own,
    to: own,
    text: { before: source.text, after: text },
  };
}

/** The old and new names that the last commit has: they may be published. None without git. */
async function committedNames(
  config: Config,
  own: readonly OwnLayer[],
  { paths }: ContentChange,
): Promise<ReadonlySet<string>> {
  const named = [...paths].flat().filter((path) => path !== undefined);
  const places = new Map(
    own.flatMap(({ folder }) => named.map((path) => [shownFrom(config.root, join(folder, path)), path])),
  );
  const git = gitOf(config);
  const trees = await git
    .attempt(['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
    .then(({ ok }) => (ok ? treesAt(git, ['HEAD'], [...places.keys()]) : undefined))
    .catch(expecting(NoGit, () => undefined));
  const found = Object.keys(trees?.get('HEAD') ?? {}).map((place) => places.get(place)!);
  return new Set(found.flatMap((path) => [path, path.replace(/\.(?:yaml|yml|md)$/, '')]));
}
