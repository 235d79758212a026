/**
 * The work of the commands, without a command line. Options are typed values, results are data, progress is events, problems
 * are diagnostics or a `UserError`. Nothing here prints, exits or reads the environment of the process.
 *
 * Every call reads the configuration and the files again, so a project that stays open sees edits. Code is loaded by the
 * first call that needs it: a program that only validates never loads the differ.
 */
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { inProgram, type Notation } from '../diagnostics/wording.ts';
import type { Validation, ValidateOptions } from './check/validate.ts';
import type { Dev, DevOptions } from './dev/dev.ts';
import type { Diagnosis } from './doctor/doctor.ts';
import type { ProjectEvent } from './events.ts';
import type { ProjectNames } from './files/names.ts';
import type { NewDocumentOptions } from './files/new-document.ts';
import type { WrittenSchemas } from './files/schemas.ts';
import type { Environment, Outside, Question } from './outside.ts';
import type { Deduped, DedupeOptions } from './planning/dedupe.ts';
import type { Planned, PlanOptions } from './planning/plan.ts';
import type { Status } from './planning/status.ts';
import type { Pulled, PullOptions } from './pull/pull.ts';
import type { AllowOptions, RecordedReview, RecordOptions, ReviewOptions, ReviewReport } from './review/review.ts';
import type { Log, LogOptions } from './runs/log.ts';
import type { Undone, UndoOptions } from './runs/undo.ts';
import type { ServiceAdministration } from './service/administer.ts';
import type { ServeOptions, Serving } from './service/serve.ts';
import type { ServiceSettings } from './service/service-settings.ts';
import type { Built, BuildOptions } from './site/build.ts';
import type { Preview, PreviewOptions } from './site/preview.ts';
import type { InitOptions } from './start/init-project.ts';
import type { Initialised } from './start/initialised.ts';
import type { MovedState, RebuiltState, SeenState } from './state/correct.ts';
import type { ShownState } from './state/entries.ts';
import type { Promoted, PromoteOptions } from './sync/promote.ts';
import type { Synced, SyncOptions } from './sync/sync.ts';
import type { TargetOptions } from './target/open-target.ts';
import type { Trusted } from './trust/trust.ts';
import type { Listening, ListenOptions } from './webhooks/listen.ts';
import type { DeliveryToVerify, Verdict } from './webhooks/verify-delivery.ts';

/** Where the project is: a folder in it, its configuration file, or both. */
export type ProjectPlace =
  | {
      /** The configuration is looked up here and in the folders above; shown file names are relative to it. */
      readonly folder: string;
      /** The configuration file, instead of looking it up. */
      readonly configFile?: string | undefined;
    }
  | { readonly folder?: undefined; readonly configFile: string };

export type ProjectOptions = ProjectPlace & {
  /** The source of keys and secrets, such as `process.env`; `.env` beside the configuration is read too. */
  readonly env: Environment;
  /** The clock for building a site and checking deliveries (default: the real one). */
  readonly now?: (() => Date) | undefined;
  /**
   * Stops the current call: it waits for requests that were sent, and saves what is known. Calls that keep running
   * (`preview`, `dev`, `serve`, `webhooks.listen`) are stopped by their own `close`.
   */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ProjectEvent) => void) | undefined;
  /** Asks a person. Without it, everything that needs consent is refused. */
  readonly confirm?: ((question: Question) => Promise<boolean>) | undefined;
  /** How messages in results and events write options and calls, if not as a program does. Errors: see `UserError.in`. */
  readonly notation?: Notation | undefined;
};

export interface Project {
  /** Reads the current configuration; throws a `UserError` with diagnostics if it has errors. */
  readonly config: () => Promise<Config>;

  /** The names of its targets, and the addresses of its documents as derived from the file names. */
  readonly names: () => Promise<ProjectNames>;

  /** Checks every file, offline. */
  readonly validate: (options?: ValidateOptions) => Promise<Validation>;
  /** Plans a sync. Changes nothing. */
  readonly plan: (options?: PlanOptions) => Promise<Planned>;
  /** Applies the files to the target, once the plan is approved. */
  readonly sync: (options: SyncOptions) => Promise<Synced>;
  /** Pulls changes and new objects from the target into files. */
  readonly pull: (options?: PullOptions) => Promise<Pulled>;
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
  /** Checks everything that a sync needs. */
  readonly doctor: (options?: TargetOptions) => Promise<Diagnosis>;
  /** Allows a target's key to be sent to the host in the configuration. */
  readonly trust: (options: { readonly target: string }) => Promise<Trusted>;
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
  readonly webhooks: {
    /** Receives deliveries on this machine and verifies them, until it is closed. */
    readonly listen: (options?: ListenOptions) => Promise<Listening>;
    /** Checks the signature of one delivery. */
    readonly verify: (delivery: DeliveryToVerify) => Promise<Verdict>;
  };
}

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

export interface ProjectReview {
  /** Records the plan of a pull request, from the file that its job saved. */
  readonly record: (options: RecordOptions) => Promise<RecordedReview>;
  /** Records what reviewers allow, for the plan with this digest only. */
  readonly allow: (options: AllowOptions) => Promise<ReviewReport>;
  /** Lists what is recorded. */
  readonly list: (options?: Named) => Promise<{ readonly reviews: readonly ReviewReport[] }>;
  /** Forgets a review. */
  readonly close: (options: ReviewOptions) => Promise<{ readonly closed: number }>;
}

type Named = Pick<TargetOptions, 'target'>;

/** Creates a repository with example content, or adds CI and hooks to an existing one. */
export const initProject = async (options: InitOptions): Promise<Initialised> =>
  (await import('./start/init-project.ts')).initProject(options);

/** Opens a project. Nothing is read before the first call. */
export function openProject(options: ProjectOptions): Project {
  const outside = outsideOf(options);
  return {
    config: async () => (await import('./settings/load-config.ts')).configOf(outside),
    names: async () => (await import('./files/names.ts')).projectNames(outside),
    validate: async (asked) => (await import('./check/validate.ts')).validate(outside, asked),
    plan: async (asked) => (await import('./planning/plan.ts')).plan(outside, asked),
    sync: async (asked) => (await import('./sync/sync.ts')).sync(outside, asked),
    pull: async (asked) => (await import('./pull/pull.ts')).pull(outside, asked),
    status: async (asked) => (await import('./planning/status.ts')).status(outside, asked),
    promote: async (asked) => (await import('./sync/promote.ts')).promote(outside, asked),
    undo: async (asked) => (await import('./runs/undo.ts')).undo(outside, asked),
    log: async (asked) => (await import('./runs/log.ts')).log(outside, asked),
    dedupe: async (asked) => (await import('./planning/dedupe.ts')).dedupe(outside, asked),
    doctor: async (asked) => (await import('./doctor/doctor.ts')).doctor(outside, asked),
    trust: async (asked) => (await import('./trust/trust.ts')).trust(outside, asked),
    unlock: async (asked) => (await import('./state/entries.ts')).unlock(outside, asked),
    state: stateOf(outside),
    review: reviewOf(outside),
    build: async (asked) => (await import('./site/build.ts')).build(outside, asked),
    preview: async (asked) => (await import('./site/preview.ts')).preview(outside, asked),
    dev: async (asked) => (await import('./dev/dev.ts')).dev(outside, asked),
    newDocument: async (asked) => (await import('./files/new-document.ts')).newDocument(outside, asked),
    schema: async (asked) => (await import('./files/schemas.ts')).schemaOf(outside, asked),
    writeSchemas: async (asked) => (await import('./files/schemas.ts')).writeSchemas(outside, asked),
    serve: async (asked) => (await import('./service/serve.ts')).serve(outside, asked),
    service: async (settings = {}) => (await import('./service/administer.ts')).administer(outside, settings),
    webhooks: {
      listen: async (asked) => (await import('./webhooks/listen.ts')).listen(outside, asked),
      verify: async (asked) => (await import('./webhooks/verify-delivery.ts')).verifyDelivery(outside, asked),
    },
  };
}

const stateOf = (outside: Outside): ProjectState => ({
  show: async (asked) => (await import('./state/entries.ts')).showState(outside, asked),
  remove: async (asked) => (await import('./state/entries.ts')).removeFromState(outside, asked),
  seen: async (asked) => (await import('./state/correct.ts')).markSeen(outside, asked),
  rebuild: async (asked) => (await import('./state/correct.ts')).rebuildState(outside, asked),
  move: async (asked) => (await import('./state/correct.ts')).moveState(outside, asked),
});

const reviewOf = (outside: Outside): ProjectReview => ({
  record: async (asked) => (await import('./review/review.ts')).recordReview(outside, asked),
  allow: async (asked) => (await import('./review/review.ts')).allowReview(outside, asked),
  list: async (asked) => (await import('./review/review.ts')).listReviews(outside, asked),
  close: async (asked) => (await import('./review/review.ts')).closeReview(outside, asked),
});

function outsideOf({ folder, configFile, env, now, signal, onEvent, confirm, notation }: ProjectOptions): Outside {
  const file = folder === undefined ? resolve(configFile) : configFile;
  return {
    folder: folder === undefined ? dirname(resolve(configFile)) : resolve(folder),
    configFile: file,
    env,
    now: now ?? (() => new Date()),
    signal,
    onEvent: onEvent ?? (() => {}),
    confirm,
    notation: notation ?? inProgram,
  };
}
