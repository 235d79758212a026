/**
 * The work of the commands, without a command line. Options are typed values, results are data, progress is events, problems
 * are diagnostics, a `UserError` or a `RemoteError`. Nothing here prints, exits or reads the environment of the process.
 *
 * Every call reads the configuration and the files again, so a project that stays open sees edits. Code is loaded by the
 * first call that needs it: a program that only validates never loads the differ.
 */
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { UserError } from '../diagnostics/errors.ts';
import { inProgram } from '../diagnostics/wording.ts';
import { systemClock, type Clock } from '../machine/clock.ts';
import { callsWith } from './calls/calls.ts';
import { checkOptions } from './calls/check-options.ts';
import { initOptions, projectOptions } from './calls/options.ts';
import type { Validation, ValidateOptions } from './check/validate.ts';
import type { Dev, DevOptions } from './dev/dev.ts';
import type { Diagnosis } from './doctor/doctor.ts';
import type { Ending } from './ending.ts';
import type { ProjectNames } from './files/names.ts';
import type { NewDocumentOptions } from './files/new-document.ts';
import type { WrittenSchemas } from './files/schemas.ts';
import type { Outside, ProjectOptions } from './outside.ts';
import type { Deduped, DedupeOptions } from './planning/dedupe.ts';
import type { Planned, PlanOptions, ShowPlanOptions } from './planning/plan.ts';
import type { Status } from './planning/status.ts';
import type { PublishedSite, PublishOptions } from './publish/publish.ts';
import type { PullEdits } from './pull/edits-branch.ts';
import type { ProposedEdits } from './pull/propose-edits.ts';
import type { Pulled, PullOptions } from './pull/pull.ts';
import type { AllowOptions, RecordOptions, ReviewOptions, ReviewReport } from './review/review.ts';
import type { CheckedReview, CheckOptions } from './review/reviewed-plan.ts';
import type { Log, LogOptions } from './runs/log.ts';
import type { Undone, UndoOptions } from './runs/undo.ts';
import type { ServiceAdministration } from './service/administer.ts';
import type { ServeOptions, Serving } from './service/serve.ts';
import type { ServiceSettings } from './service/service-settings.ts';
import type { Built, BuildOptions } from './site/build.ts';
import type { Currency, CurrencyOptions } from './site/currency.ts';
import type { Preview, PreviewOptions } from './site/preview.ts';
import type { EjectedTemplate, EjectOptions, ThemeTemplates } from './site/theme/eject.ts';
import type { Printed, PrintOptions } from './site/print/print.ts';
import type { RecordedSite, RecordSiteOptions } from './site/record-site.ts';
import type { ComparedSites, SiteDiffOptions } from './site/site-diff.ts';
import type { Verified, VerifyOptions } from './site/verify.ts';
import type { InitOptions } from './start/init-project.ts';
import type { Initialised } from './start/initialised.ts';
import type { MovedState, RebuiltState, SeenState } from './state/correct.ts';
import type { ShownState } from './state/entries.ts';
import type { Promoted, PromoteOptions } from './sync/promote.ts';
import type { Synced, SyncOptions } from './sync/sync.ts';
import type { Gates } from './target/gates.ts';
import type { TargetOptions } from './target/open-target.ts';
import type { Trusted } from './trust/trust.ts';
import type { Listening, ListenOptions } from './webhooks/listen.ts';
import type { DeliveryToVerify, Verdict } from './webhooks/verify-delivery.ts';

/** An open project. */
export interface Project {
  /** Reads the current configuration; throws a `UserError` with diagnostics if it has errors. */
  readonly config: () => Promise<Config>;

  /** The names of its targets, and the addresses of its documents as derived from the file names. */
  readonly names: () => Promise<ProjectNames>;

  /** Checks every file, offline. */
  readonly validate: (options?: ValidateOptions) => Promise<Validation>;
  /** Plans a sync. Changes nothing. */
  readonly plan: (options?: PlanOptions) => Promise<Planned>;
  /** Shows a saved plan. Needs no configuration, no content, no key and no network. */
  readonly showPlan: (options: ShowPlanOptions) => Promise<Planned>;
  /** Applies the files to the target, once the plan is approved. */
  readonly sync: (options: SyncOptions) => Promise<Synced>;
  /** Pulls changes and new objects from the target into files. */
  readonly pull: (options?: PullOptions) => Promise<Pulled>;
  /** Pulls edits from the target into a branch, for a pull request. The checkout and the state do not change. */
  readonly proposeEdits: (options?: PullEdits) => Promise<{ readonly report: ProposedEdits; readonly ending: Ending }>;
  /** Lists what is managed, drifted and unmanaged on a target. */
  readonly status: (options?: TargetOptions) => Promise<Status>;
  /** Applies to one target what was synced to another. */
  readonly promote: (options: PromoteOptions) => Promise<Promoted>;
  /** Restores the files as they were before a run. */
  readonly undo: (options: UndoOptions) => Promise<Undone>;
  /** Lists the runs that changed a target, newest first. */
  readonly log: (options?: LogOptions) => Promise<Log>;
  /** Finds duplicate objects on a target. Changes nothing. */
  readonly dedupe: (options?: DedupeOptions) => Promise<Deduped>;
  /** Checks everything that a sync needs. With `state: git` it pushes a ref below refs/gitcast/ and deletes it again. */
  readonly doctor: (options?: TargetOptions) => Promise<Diagnosis>;
  /** Allows a target's key to be sent to the host in the configuration. */
  readonly trust: (options: { readonly owner: string }) => Promise<Trusted>;
  /** Removes a lock that was left behind by a killed run. */
  readonly unlock: (options: {
    readonly id: string;
    readonly target?: string | undefined;
  }) => Promise<{ readonly unlocked: string }>;
  /** The state of the last sync. */
  readonly state: ProjectState;
  /** What reviewers of pull requests saw and allowed. */
  readonly review: ProjectReview;

  /**
   * Renders the site. The project's templates are code that runs in this process and sees its environment: a program that
   * builds other people's repositories should do so in a separate process, without keys in `process.env`.
   */
  readonly build: (options?: BuildOptions) => Promise<Built>;
  /** Publishes the built site to a host of the configuration, once the plan is approved. */
  readonly publish: (options: PublishOptions) => Promise<PublishedSite>;
  /** Decides without building whether a published site is still what `build` would make. */
  readonly currency: (options: CurrencyOptions) => Promise<Currency>;
  /** Compares two builds of the site. */
  readonly siteDiff: (options: SiteDiffOptions) => Promise<ComparedSites>;
  /** Records which site is published, on a ref of the repository, for reviews and scheduled builds. */
  readonly recordSite: (options: RecordSiteOptions) => Promise<RecordedSite>;
  /** Compares a published site with a build, file by file. Without a manifest, templates run as they do in `build`. */
  readonly verify: (options: VerifyOptions) => Promise<Verified>;
  /** Makes PDFs of a booklet, posters or door signs, with an installed browser. Templates run as they do in `build`. */
  readonly print: (options: PrintOptions) => Promise<Printed>;
  /** The files of the theme that the project can override. */
  readonly templates: () => Promise<ThemeTemplates>;
  /** Copies a file of the theme to the project's own templates. Never overwrites one. */
  readonly ejectTemplate: (options: EjectOptions) => Promise<EjectedTemplate>;
  /** Serves a built site on this machine, until it is closed. */
  readonly preview: (options?: PreviewOptions) => Promise<Preview>;
  /** Runs a preview that updates on every save and pushes it, until it is closed. Templates run as they do in `build`. */
  readonly dev: (options?: DevOptions) => Promise<Dev>;

  /** Writes a commented starter file for a kind. */
  readonly newDocument: (options: NewDocumentOptions) => Promise<{ readonly file: string }>;
  /** The JSON Schema of a kind for editors, including the names of the project's files. */
  readonly schema: (options: Pick<NewDocumentOptions, 'kind'>) => Promise<object>;
  /** Writes the schemas of all kinds. */
  readonly writeSchemas: (options?: { readonly out?: string | undefined }) => Promise<WrittenSchemas>;

  /** Serves the whole interface on this machine, until it is closed. */
  readonly serve: (options?: ServeOptions) => Promise<Serving>;
  /** The keys, broadcasts and data of the embedded service, without serving it. */
  readonly service: (settings?: ServiceSettings) => Promise<ServiceAdministration>;
  /** Deliveries of webhooks. */
  readonly webhooks: {
    /** Receives deliveries on this machine and verifies them, until it is closed. */
    readonly listen: (options?: ListenOptions) => Promise<Listening>;
    /** Checks the signature of one delivery. */
    readonly verify: (delivery: DeliveryToVerify) => Promise<Verdict>;
  };
}

/** The state of the last sync. */
export interface ProjectState {
  /** Lists the managed documents with their ids, or those whose address matches a pattern. */
  readonly show: (options?: Named & { readonly only?: string | undefined }) => Promise<ShownState>;
  /** Stops managing a document. Its object stays on the target. */
  readonly remove: (options: Named & { readonly address: string }) => Promise<{ readonly removed: string }>;
  /** Accepts changes to fields that no file has. */
  readonly seen: (options?: TargetOptions & { readonly only?: string | undefined }) => Promise<SeenState>;
  /** Discards the state and adopts every document again by its natural key. Nothing is sent. */
  readonly rebuild: (options?: TargetOptions) => Promise<RebuiltState>;
  /** Keeps the state after the service or the configuration moved. */
  readonly move: (options?: TargetOptions) => Promise<MovedState>;
}

/** What reviewers saw and allowed. */
export interface ProjectReview {
  /** Records the plan of a pull request, from the file that its job saved. */
  readonly record: (options: RecordOptions) => Promise<ReviewReport>;
  /** Records what reviewers allow, for the plan with this digest only. */
  readonly allow: (options: AllowOptions) => Promise<ReviewReport>;
  /** Lists what is recorded. */
  readonly list: (options?: Named) => Promise<{ readonly reviews: readonly ReviewReport[] }>;
  /** Answers whether reviews cover a saved plan. */
  readonly check: (options: CheckOptions) => Promise<CheckedReview>;
  /** Forgets a review. */
  readonly close: (options: ReviewOptions) => Promise<{ readonly closed: number }>;
}

type Named = Pick<TargetOptions, 'target'>;

/** Creates a repository with example content, or adds CI and hooks to an existing one. */
export const initProject = async (options: InitOptions): Promise<Initialised> =>
  (await import('./start/init-project.ts')).initProject(checkOptions('initProject', options, initOptions));

/** Opens a project. Nothing is read before the first call. */
export const openProject = (options: ProjectOptions): Project => projectWith(options);

/** A project that shares its gates with others, or has a different clock. */
export function projectWith(
  options: ProjectOptions,
  { clock = systemClock, gates }: { readonly clock?: Clock | undefined; readonly gates?: Gates } = {},
): Project {
  const { call, start } = callsWith({ ...outsideOf(options), clock, gates });
  return {
    config: call('config', async () => (await import('./settings/load-config.ts')).configOf),
    names: call('names', async () => (await import('./files/names.ts')).projectNames),
    validate: call('validate', async () => (await import('./check/validate.ts')).validate),
    plan: call('plan', async () => (await import('./planning/plan.ts')).plan),
    showPlan: call('showPlan', async () => (await import('./planning/plan.ts')).showPlan),
    sync: call('sync', async () => (await import('./sync/sync.ts')).sync),
    pull: call('pull', async () => (await import('./pull/pull.ts')).pull),
    proposeEdits: call('proposeEdits', async () => (await import('./pull/propose-edits.ts')).proposeEdits),
    status: call('status', async () => (await import('./planning/status.ts')).status),
    promote: call('promote', async () => (await import('./sync/promote.ts')).promote),
    undo: call('undo', async () => (await import('./runs/undo.ts')).undo),
    log: call('log', async () => (await import('./runs/log.ts')).log),
    dedupe: call('dedupe', async () => (await import('./planning/dedupe.ts')).dedupe),
    doctor: call('doctor', async () => (await import('./doctor/doctor.ts')).doctor),
    trust: call('trust', async () => (await import('./trust/trust.ts')).trust),
    unlock: call('unlock', async () => (await import('./state/entries.ts')).unlock),
    state: {
      show: call('state.show', async () => (await import('./state/entries.ts')).showState),
      remove: call('state.remove', async () => (await import('./state/entries.ts')).removeFromState),
      seen: call('state.seen', async () => (await import('./state/correct.ts')).markSeen),
      rebuild: call('state.rebuild', async () => (await import('./state/correct.ts')).rebuildState),
      move: call('state.move', async () => (await import('./state/correct.ts')).moveState),
    },
    review: {
      record: call('review.record', async () => (await import('./review/review.ts')).recordReview),
      allow: call('review.allow', async () => (await import('./review/review.ts')).allowReview),
      check: call('review.check', async () => (await import('./review/reviewed-plan.ts')).checkReview),
      list: call('review.list', async () => (await import('./review/review.ts')).listReviews),
      close: call('review.close', async () => (await import('./review/review.ts')).closeReview),
    },
    build: call('build', async () => (await import('./site/build.ts')).build),
    publish: call('publish', async () => (await import('./publish/publish.ts')).publish),
    currency: call('currency', async () => (await import('./site/currency.ts')).currency),
    siteDiff: call('siteDiff', async () => (await import('./site/site-diff.ts')).siteDiff),
    recordSite: call('recordSite', async () => (await import('./site/record-site.ts')).recordSite),
    verify: call('verify', async () => (await import('./site/verify.ts')).verify),
    print: call('print', async () => (await import('./site/print/print.ts')).print),
    templates: call('templates', async () => (await import('./site/theme/eject.ts')).templates),
    ejectTemplate: call('ejectTemplate', async () => (await import('./site/theme/eject.ts')).ejectTemplate),
    preview: start('preview', async () => (await import('./site/preview.ts')).preview),
    dev: start('dev', async () => (await import('./dev/dev.ts')).dev),
    newDocument: call('newDocument', async () => (await import('./files/new-document.ts')).newDocument),
    schema: call('schema', async () => (await import('./files/schemas.ts')).schemaOf),
    writeSchemas: call('writeSchemas', async () => (await import('./files/schemas.ts')).writeSchemas),
    serve: start('serve', async () => (await import('./service/serve.ts')).serve),
    service: call('service', async () => (await import('./service/administer.ts')).administer),
    webhooks: {
      listen: start('webhooks.listen', async () => (await import('./webhooks/listen.ts')).listen),
      verify: call('webhooks.verify', async () => (await import('./webhooks/verify-delivery.ts')).verifyDelivery),
    },
  };
}

function outsideOf(options: ProjectOptions): Omit<Outside, 'clock'> {
  const { folder, configFile, ...more } = checkOptions('openProject', options, projectOptions);
  const place = folder ?? (configFile === undefined ? undefined : dirname(resolve(configFile)));
  if (place === undefined) throw new UserError('openProject needs the option folder: a folder of the project');
  return {
    folder: resolve(place),
    // A relative one is relative to the folder, if that is given.
    configFile: configFile && (folder === undefined ? resolve(configFile) : configFile),
    env: more.env,
    now: more.now ?? (() => new Date()),
    signal: more.signal,
    onEvent: more.onEvent ?? (() => {}),
    confirm: more.confirm,
    notation: more.notation ?? inProgram,
  };
}
