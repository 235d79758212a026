/** Publishes the built site to a host. */
import type { Config, PublishTo } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { FileSource, View } from '../../publish/publish-host.ts';
import type { SiteManifest } from '../../publish/manifest.ts';
import { isNothing, planPublish, type PublishRefusal, type FilePlan, type Upload } from '../../publish/publish-plan.ts';
import { nextPublication, releaseBefore, type Publication } from '../../publish/publication.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Ending, type Reported } from '../calls/call.ts';
import { flag, folder, texts, unwritten, type OptionsOf } from '../calls/option.ts';
import { allowDeletes, approve } from '../calls/shared-options.ts';
import { allowingAll, allowingFlags } from '../planning/refuse-plan.ts';
import { configOf } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import { builtSite } from './built-site.ts';
import { openHost } from './open-host.ts';
import { ownerOf, refuseOtherOwner } from './places.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';

const publishOptions = {
  name: unwritten('A name under `publish:` in the configuration (default: the only one)'),
  from: folder('Publish this folder as it is, instead of what the last build wrote; with --all a folder of sites'),
  dryRun: flag('Show the files that would move, and change nothing'),
  approve: approve<PublishPlan>(),
  allowDeletes: allowDeletes(),
  allowEmpty: texts('FOLDER', 'Allow that no page is left in these folders of the site; --allow-deletes does not'),
  rollback: flag('Show the release before the current one again, from the host itself: nothing is built'),
  takeOver: flag('Publish even if the place shows another site, or its record is damaged'),
};

/** The options of `publish`. */
export interface PublishOptions extends OptionsOf<typeof publishOptions> {}

/** A site that was published, or only planned. */
export interface PublishedSite extends Reported<PublishReport> {
  /** The outcome. */
  readonly outcome: PublishOutcome;
  /** The files that moved, or would move. */
  readonly plan: PublishPlan;
}

export const publish = defineCall(publishOptions, async (outside, options: PublishOptions): Promise<PublishedSite> => {
  if (options.rollback && options.from !== undefined) {
    throw new UserError(`--rollback takes an earlier release from the host, not from ${options.from}`, {
      suggestion: `remove --rollback to publish ${options.from}, or remove --from`,
    });
  }
  const config = configOf(outside);
  const to = hostNamed(config, options.name);
  const takeOver = options.takeOver ?? false;
  const host = await openHost(config, to, outside, { takeOver });
  const view = await host.look();
  const owner = ownerOf(config);
  refuseOtherOwner(view.live?.owner, owner, { where: host.where, takeOver });
  const wanted = wantedSite(config, outside, view, options);
  const now = outside.now();
  const files = planPublish({
    site: wanted.site,
    present: view,
    now: now.getTime(),
    keepFor: to.keepAssets,
    guard: config.guard.deletes,
    // A rollback returns to what was published before, and is often urgent.
    allowDeletes: options.rollback ? Infinity : options.allowDeletes,
    allowEmpty: options.allowEmpty,
  });
  const next = nextPublication(view.live, {
    site: wanted.site,
    kept: files.kept,
    at: now.toISOString(),
    commit: options.rollback ? wanted.commit : await headOf(config),
    origin: wanted.restores,
    owner,
    after: view.after,
  });
  const plan: PublishPlan = {
    ...files,
    name: to.name,
    where: host.where,
    number: next.number,
    ...(wanted.restores !== undefined && { restores: wanted.restores }),
    notes: [...view.notes, ...wanted.notes],
  };
  const ended = (outcome: PublishOutcome, ending: Ending = {}, left: readonly string[] = []): PublishedSite => {
    const shown = { ...plan, notes: [...plan.notes, ...left] };
    return { report: reportPublish(shown, next, outcome), ending, outcome, plan: shown };
  };
  if (isNothing(plan)) return ended('nothing-to-do');
  if (options.dryRun) return ended('dry-run', { failed: plan.refusals.length > 0 });
  refuse(plan);
  if (options.approve !== true && !(await options.approve(plan))) return ended('declined', { failed: true });
  const total = plan.uploads.length;
  let done = 0;
  const onFile = (): void => outside.onEvent({ type: 'file-published', done: ++done, total });
  const left = await view.publish({ plan, next, source: wanted.source, watch: { signal: outside.signal, onFile } });
  outside.onEvent({ type: 'run-ended' });
  return ended('published', { left: left.length > 0 }, left);
});

interface SiteToPublish {
  readonly site: SiteManifest;
  readonly source: FileSource;
  readonly notes: readonly string[];
  readonly commit?: string | undefined;
  readonly restores?: number;
}

function wantedSite(config: Config, { folder: cwd }: Outside, { live }: View, options: PublishOptions): SiteToPublish {
  if (!options.rollback) {
    const { folder, manifest, notes } = builtSite(config, cwd, options.from);
    return { site: manifest, source: { type: 'folder', folder }, notes };
  }
  if (!live) {
    throw new UserError('nothing was published there yet, so there is nothing to roll back to', {
      suggestion: 'run gitcast publish first',
    });
  }
  const release = releaseBefore(live);
  const { site, origin: restores, commit } = release;
  return { site, source: { type: 'earlier', release }, notes: [], commit, restores };
}

function refuse({ refusals, name }: PublishPlan): void {
  if (refusals.length === 0) return;
  throw new UserError(`publishing to ${name} was refused: ${refusals.map(({ reason }) => reason).join('; ')}`, {
    suggestion: `look at gitcast publish --dry-run; if this is intended, add ${allowingPublish(refusals).join(' and ')}`,
  });
}

/** The flags that allow all of these refusals. */
export const allowingPublish = (refusals: readonly PublishRefusal[]): readonly string[] =>
  allowingFlags(allowingAll(refusals.map(({ allows }) => allows)));

function hostNamed({ publish: hosts, file }: Config, name: string | undefined): PublishTo {
  const names = Object.keys(hosts);
  if (names.length === 0) {
    throw new UserError(`${file} does not say where to publish`, {
      suggestion: 'add `publish:` with a name and, for example, `{ to: folder, path: /srv/site }`',
    });
  }
  if (name === undefined && names.length > 1)
    throw new UserError(`there are several places to publish to: ${names.join(', ')}`, {
      suggestion: `name one of them, such as ${names[0]}`,
    });
  const found = hosts[name ?? names[0]!];
  if (found) return found;
  throw new UserError(`\`publish\` in ${file} has no ${name}`, {
    suggestion: didYouMean(name!, names) ?? `use one of ${names.join(', ')}`,
  });
}

/** For people who look at the host: undefined outside a repository, and without git. */
async function headOf(config: Config): Promise<string | undefined> {
  try {
    const { ok, text } = await gitOf(config).attempt(['rev-parse', '--verify', '--quiet', 'HEAD']);
    return ok ? text.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** The files that publishing moves, and where. */
export interface PublishPlan extends FilePlan {
  /** The name under `publish:` in the configuration. */
  readonly name: string;
  /** The host, in words. */
  readonly where: string;
  /** The number of the release that this publishes. */
  readonly number: number;
  /** The number of the release that is shown again. */
  readonly restores?: number;
  /** Findings that do not stop it. */
  readonly notes: readonly string[];
}

/** The outcome for a site that should be published. */
export type PublishOutcome = 'nothing-to-do' | 'dry-run' | 'declined' | 'published';

/** The output of `gitcast publish --json`. */
export interface PublishReport {
  /** The name under `publish:` in the configuration. */
  readonly name: string;
  /** The host, in words. */
  readonly where: string;
  /** The outcome. */
  readonly outcome: PublishOutcome;
  /** The release that is live afterwards, or would be. */
  readonly release: number;
  /** The release that it shows again, after a rollback. */
  readonly restores: number | null;
  /** The digest of the site's manifest. */
  readonly digest: string;
  /** The files that were uploaded, or would be. */
  readonly uploads: readonly Pick<Upload, 'path' | 'action' | 'bytes'>[];
  /** The paths that were deleted, or would be. */
  readonly deletes: readonly string[];
  /** Assets that the site no longer has, and when they will be deleted. */
  readonly kept: readonly { readonly path: string; readonly until: string }[];
  /** How many files the host already had as they should be. */
  readonly unchanged: number;
  /** The reasons why it must not be published without being allowed. */
  readonly refusals: readonly PublishRefusal[];
  /** Findings that did not stop it. */
  readonly notes: readonly string[];
}

export const reportPublish = (plan: PublishPlan, next: Publication, outcome: PublishOutcome): PublishReport => ({
  name: plan.name,
  where: plan.where,
  outcome,
  release: outcome === 'nothing-to-do' ? next.number - 1 : next.number,
  restores: plan.restores ?? null,
  digest: next.site.digest,
  uploads: plan.uploads.map(({ path, action, bytes }) => ({ path, action, bytes })),
  deletes: plan.deletes,
  kept: Object.entries(plan.kept).map(([path, { until }]) => ({ path, until })),
  unchanged: plan.unchanged,
  refusals: plan.refusals,
  notes: plan.notes,
});
