/**
 * What a command does, without a command line. Options are typed values, results are data, progress is events, problems
 * are diagnostics or a `UserError`. Nothing in here prints, exits or reads the environment of the process.
 *
 * Every call reads the configuration and the files anew, so a project that stays open follows what is edited. What a call
 * needs is loaded when it is made: a program that only validates never loads the differ.
 */
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Validation, ValidateOptions } from './check/validate.ts';
import type { Dev, DevOptions } from './dev/dev.ts';
import type { Diagnosis } from './doctor/doctor.ts';
import type { ProjectEvent } from './events.ts';
import type { ProjectNames } from './files/names.ts';
import type { NewDocumentOptions } from './files/new-document.ts';
import type { WrittenSchemas } from './files/schemas.ts';
import type { Environment, Outside } from './outside.ts';
import type { Deduped, DedupeOptions } from './planning/dedupe.ts';
import type { Planned, PlanOptions } from './planning/plan.ts';
import type { Status } from './planning/status.ts';
import type { Pulled, PullOptions } from './pull/pull.ts';
import type { Question } from './questions.ts';
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
      /** The configuration is looked for here and in the folders above; files are named from here. */
      readonly folder: string;
      /** Names the configuration instead of looking for it. */
      readonly configFile?: string | undefined;
    }
  | { readonly folder?: undefined; readonly configFile: string };

export type ProjectOptions = ProjectPlace & {
  /** Where keys and secrets come from, `process.env` for instance; `.env` beside the configuration is read too. */
  readonly env: Environment;
  /** The time that a site is built for and that deliveries are judged by; otherwise the real one. */
  readonly now?: (() => Date) | undefined;
  /**
   * Ends what is under way: requests that were sent are waited for, and what is known is saved. What runs on (`preview`,
   * `dev`, `serve`, `webhooks.listen`) is ended by its own `close`.
   */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ProjectEvent) => void) | undefined;
  /** Asks a person. Without it, what needs consent is refused. */
  readonly confirm?: ((question: Question) => Promise<boolean>) | undefined;
};

export interface Project {
  /** The configuration as it is now; throws a `UserError` with diagnostics where it has mistakes. */
  readonly config: () => Promise<Config>;

  /** Its targets, and the addresses of its documents by the names of their files. */
  readonly names: () => Promise<ProjectNames>;

  /** Checks every file, offline. */
  readonly validate: (options?: ValidateOptions) => Promise<Validation>;
  /** What a sync would do. Nothing is sent. */
  readonly plan: (options?: PlanOptions) => Promise<Planned>;
  /** Makes the target equal to the files, once the plan is approved. */
  readonly sync: (options: SyncOptions) => Promise<Synced>;
  /** Takes what was changed and made on the target into files. */
  readonly pull: (options?: PullOptions) => Promise<Pulled>;
  /** What is managed, drifted and unmanaged on a target. */
  readonly status: (options?: TargetOptions) => Promise<Status>;
  /** Makes one target what another is. */
  readonly promote: (options: PromoteOptions) => Promise<Promoted>;
  /** Puts the files back to what they were before a run. */
  readonly undo: (options: UndoOptions) => Promise<Undone>;
  /** The runs that changed a target, newest first. */
  readonly log: (options?: LogOptions) => Promise<Log>;
  /** Objects that are on a target twice. Nothing is changed. */
  readonly dedupe: (options?: DedupeOptions) => Promise<Deduped>;
  /** Looks at everything a sync needs. */
  readonly doctor: (options?: TargetOptions) => Promise<Diagnosis>;
  /** Lets the key of a target be sent to the host that the configuration names. */
  readonly trust: (options: { readonly target: string }) => Promise<Trusted>;
  /** Removes a lock that a killed run left behind. */
  readonly unlock: (options: {
    readonly id: string;
    readonly target?: string | undefined;
  }) => Promise<{ readonly unlocked: string }>;
  /** What the last sync remembered. */
  readonly state: ProjectState;

  /**
   * Renders the site. The project's templates are code that runs in this process and sees its environment: a program that
   * builds repositories of others does so in a process of its own, without keys in `process.env`.
   */
  readonly build: (options?: BuildOptions) => Promise<Built>;
  /** Serves a built site on this machine, until it is closed. */
  readonly preview: (options?: PreviewOptions) => Promise<Preview>;
  /** A preview that follows every save, and pushes it, until it is closed. Templates run as they do in `build`. */
  readonly dev: (options?: DevOptions) => Promise<Dev>;

  /** Writes a commented starter file of a kind. */
  readonly newDocument: (options: NewDocumentOptions) => Promise<{ readonly file: string }>;
  /** The JSON Schema of a kind for editors, with the names of the project's files. */
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
  /** What is managed, with the id of each; of the addresses that match a pattern. */
  readonly show: (options?: Named & { readonly only?: string | undefined }) => Promise<ShownState>;
  /** Manages a document no longer. Its object stays on the target. */
  readonly remove: (options: Named & { readonly address: string }) => Promise<{ readonly removed: string }>;
  /** Leaves what others changed in fields that no file has to the target. */
  readonly seen: (options?: TargetOptions & { readonly only?: string | undefined }) => Promise<SeenState>;
  /** Adopts every document again by its natural key. Nothing is sent. */
  readonly rebuild: (options?: TargetOptions) => Promise<RebuiltState>;
  /** Keeps the state of a service, or a configuration, that has moved. */
  readonly move: (options?: TargetOptions) => Promise<MovedState>;
}

type Named = Pick<TargetOptions, 'target'>;

/** Starts a repository with example content; in an existing one, adds what `ci` and `hooks` name. */
export const initProject = async (options: InitOptions): Promise<Initialised> =>
  (await import('./start/init-project.ts')).initProject(options);

/** A project to work with. Nothing is read before the first call. */
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

function outsideOf({ folder, configFile, env, now, signal, onEvent, confirm }: ProjectOptions): Outside {
  const file = folder === undefined ? resolve(configFile) : configFile;
  return {
    folder: folder === undefined ? dirname(resolve(configFile)) : resolve(folder),
    configFile: file,
    env,
    now: now ?? (() => new Date()),
    signal,
    onEvent: onEvent ?? (() => {}),
    confirm,
  };
}
