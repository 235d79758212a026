/**
 * The work of the commands, without a command line. Options are typed values, results are data, progress is events, problems
 * are diagnostics, a `UserError` or a `RemoteError`. Nothing here prints, exits or reads the environment of the process.
 *
 * Every call reads the configuration and the files again, so a project that stays open sees edits. Code is loaded by the
 * first call that needs it: a program that only validates never loads the differ.
 */
import { dirname, resolve } from 'node:path';
import { systemClock, type Clock } from '../machine/clock.ts';
import { defineCall, methodOf, type Call, type Method } from './calls/call.ts';
import type { Outside, ProjectOptions } from './outside.ts';
import type { InitOptions, Initialised } from './init/init-project.ts';
import type { Gates } from '../target/gates.ts';

/** The use case of each call, with its options. */
const CALLS = {
  /** Reads the current configuration; throws a `UserError` with diagnostics if it has errors. */
  config: async () => defineCall({}, (await import('../repository/load-config.ts')).configOf),
  /** The names of its targets, and the addresses of its documents as derived from the file names. */
  names: async () => (await import('./files/names.ts')).projectNames,
  /** Checks every file, offline. */
  validate: async () => (await import('./check/validate.ts')).validate,
  /** Plans a sync. Changes nothing. */
  plan: async () => (await import('./planning/plan.ts')).plan,
  /** Applies the files to the target, once the plan is approved. */
  sync: async () => (await import('./sync/sync.ts')).sync,
  /** Pulls changes and new objects from the target into files. */
  pull: async () => (await import('./pull/pull.ts')).pull,
  /** Pulls edits from the target into a branch, for a pull request. The checkout and the state do not change. */
  proposeEdits: async () => (await import('./pull/pull-into-branch.ts')).proposeEdits,
  /** Imports a source of another program into files, or what changed in it since the last time. */
  importSource: async () => (await import('./import/import-source.ts')).importSource,
  /** The names of the imports in the configuration. */
  imports: async () => (await import('./import/import-into-branch.ts')).listImports,
  /** Commits what an import of the configuration brings to a branch, for a pull request. */
  proposeImport: async () => (await import('./import/import-into-branch.ts')).proposeImport,
  /** Lists what is managed, drifted and unmanaged on a target. */
  status: async () => (await import('./planning/status.ts')).status,
  /** Applies to one target what was synced to another. */
  promote: async () => (await import('./sync/promote.ts')).promote,
  /** Checks everything that a sync needs. With `state: git` it pushes a ref below refs/gitcast/ and deletes it again. */
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  /** The state of the last sync. */
  state: {
    /** Lists the managed documents with their ids, or those whose address matches a pattern. */
    show: async () => (await import('./state/entries.ts')).showState,
    /** Lists copies of the objects that runs have deleted, newest first. */
    deleted: async () => (await import('./state/entries.ts')).showDeleted,
    /** Stops managing a document. Its object stays on the target. */
    remove: async () => (await import('./state/entries.ts')).removeFromState,
    /** Discards the state and adopts every document again by its natural key. Nothing is sent. */
    rebuild: async () => (await import('./state/rebuild.ts')).rebuildState,
    /** Removes a lock that was left behind by a killed run. */
    unlock: async () => (await import('./state/entries.ts')).unlock,
  },
  /**
   * Renders the site. The project's templates are code that runs in this process and sees its environment: a program that
   * builds other people's repositories should do so in a separate process, without keys in `process.env`.
   */
  build: async () => (await import('./site/build.ts')).build,
  /** Publishes the built site to a host of the configuration, once the plan is approved. */
  publish: async () => (await import('./publish/publish.ts')).publish,
  /** Compares two built sites. */
  compare: async () => (await import('./site/compare.ts')).compare,
  /** The files of the theme that the project can override. */
  templates: async () => (await import('./site/eject.ts')).templates,
  /** Copies a file of the theme to the project's own templates. Never overwrites one. */
  ejectTemplate: async () => (await import('./site/eject.ts')).ejectTemplate,
  /** Serves a built site on this machine, until it is closed. */
  preview: async () => (await import('./site/preview.ts')).preview,
  /** Runs a preview that updates on every save and pushes it, until it is closed. Templates run as they do in `build`. */
  dev: async () => (await import('./dev/dev.ts')).dev,
  /** Writes a commented starter file for a kind. */
  newDocument: async () => (await import('./files/new-document.ts')).newDocument,
  /** Renames a document, a folder or a media file; what names it follows, and its former address leads there. */
  move: async () => (await import('./move/move.ts')).move,
  /** Deletes documents, folders or media files, once it is approved. Nothing is deleted that something else requires. */
  remove: async () => (await import('./move/remove.ts')).remove,
  /** The JSON Schema of a kind for editors, including the names of the project's files. */
  schema: async () => (await import('./files/schemas.ts')).schemaOf,
  /** Writes the schemas of all kinds. */
  writeSchemas: async () => (await import('./files/schemas.ts')).writeSchemas,
  /** Serves the whole interface on this machine, until it is closed. */
  service: async () => (await import('./service/run-service.ts')).runService,
  /** The keys and broadcasts of the embedded service, without serving it. */
  administerService: async () => (await import('./service/administer.ts')).administer,
};

type Load = () => Promise<Call<never, unknown>>;
type Calls = { readonly [Name in string]: Load | Readonly<Record<string, Load>> };

/** The methods of a table of calls. */
type Methods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends () => Promise<infer Loaded>
    ? Method<Loaded>
    : Methods<Table[Name]>;
};

/** An open project. */
export interface Project extends Methods<typeof CALLS> {}

/** The state of the last sync. */
export type ProjectState = Project['state'];

/** Creates a repository with example content, or adds CI and hooks to an existing one. */
export const initProject = async (options: InitOptions): Promise<Initialised> =>
  (await import('./init/init-project.ts')).initProject(options);

/** Opens a project. Nothing is read before the first call. */
export const openProject = (options: ProjectOptions): Project => projectWith(options);

/** A project that shares its gates with others, or has a different clock. */
export function projectWith(
  options: ProjectOptions,
  { clock = systemClock, gates }: { readonly clock?: Clock | undefined; readonly gates?: Gates } = {},
): Project {
  const outside = { ...outsideOf(options), clock, gates };
  const methodsOf = (calls: Calls): object =>
    Object.fromEntries(
      Object.entries(calls).map(([name, load]) => [
        name,
        typeof load === 'function' ? methodOf(load, outside) : methodsOf(load),
      ]),
    );
  return methodsOf(CALLS) as Project;
}

function outsideOf(options: ProjectOptions): Omit<Outside, 'clock'> {
  const { folder, configFile, ...more } = options;
  return {
    folder: resolve(folder ?? dirname(configFile!)),
    // A relative one is relative to the folder, if that is given.
    configFile: configFile && (folder === undefined ? resolve(configFile) : configFile),
    env: more.env,
    now: more.now ?? (() => new Date()),
    signal: more.signal,
    onEvent: more.onEvent ?? (() => {}),
    confirm: more.confirm,
  };
}
