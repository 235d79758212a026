import type { Command, CommandEntry } from './command.ts';

interface CommandModule {
  readonly command: Command;
}

type Listed = readonly [summary: string, load: () => Promise<CommandModule>];

/** By what people want to do, in the order in which they first need it. Each summary fits on one line of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  Begin: {
    init: ['Create a broadcast repository with example content', () => import('./commands/init.ts')],
    import: ['Import a programme, a calendar, a table or Markdown files', () => import('./commands/import.ts')],
    new: ['Create a commented starter file for a kind of document', () => import('./commands/new.ts')],
  },
  Edit: {
    dev: ['Preview the site, rebuild on every save, and sync it', () => import('./commands/site/dev.ts')],
    validate: ['Check every file, offline', () => import('./commands/validate.ts')],
    mv: ['Rename a document, a folder or a media file everywhere', () => import('./commands/mv.ts')],
    rm: ['Delete documents or media files, and show what points to them', () => import('./commands/rm.ts')],
    explain: ['Show the kinds of documents, or the fields of one', () => import('./commands/explain.ts')],
  },
  'Publish the website': {
    build: ['Render the site', () => import('./commands/site/build.ts')],
    preview: ['Serve a built site locally', () => import('./commands/site/preview.ts')],
    compare: ['Compare two built sites', () => import('./commands/site/compare.ts')],
    publish: ['Publish the built site to a folder, a server or a branch', () => import('./commands/site/publish.ts')],
    theme: ["List the theme's templates, or copy one to change it", () => import('./commands/site/theme.ts')],
  },
  'Sync the application': {
    plan: ['Show what a sync would do', () => import('./commands/plan.ts')],
    sync: ['Apply the files to the target', () => import('./commands/sync.ts')],
    pull: ['Pull changes and new objects from the target into files', () => import('./commands/pull.ts')],
    status: ['Show what is managed, drifted or unmanaged on a target', () => import('./commands/status.ts')],
    promote: ['Apply to one target what was synced to another', () => import('./commands/promote.ts')],
    state: ['Show, edit, rebuild or unlock the state of the last sync', () => import('./commands/state.ts')],
    doctor: ['Check everything a sync needs, and show how to fix it', () => import('./commands/doctor.ts')],
  },
  'Connect other tools': {
    ci: ['Run a job of CI', () => import('./commands/ci.ts')],
    service: ['Run the embedded service: the whole interface, locally', () => import('./commands/service.ts')],
    schema: ['Write JSON Schemas for completion and checks in editors', () => import('./commands/schema.ts')],
    openapi: ["Print the OpenAPI 3.1 document of the service's interface", () => import('./commands/openapi.ts')],
    completion: ["Print a shell's completion script", () => import('./commands/completion.ts')],
  },
};

export const commands: readonly CommandEntry[] = Object.entries(GROUPS).flatMap(([group, listed]) =>
  Object.entries(listed).map(([name, [summary, load]]) => ({
    name,
    group,
    summary,
    load: async () => (await load()).command,
  })),
);
