import type { Command, CommandEntry } from './command.ts';

interface CommandModule {
  readonly command: Command;
}

/** In the order in which people first need them. */
const COMMANDS: Readonly<Record<string, readonly [summary: string, load: () => Promise<CommandModule>]>> = {
  init: ['Create a broadcast repository with example content', () => import('./commands/init.ts')],
  new: ['Create a commented starter file for a kind of document', () => import('./commands/new.ts')],
  import: ['Import a programme, a calendar, a table or a blog into files', () => import('./commands/import.ts')],
  mv: [
    'Rename a document, a folder or a media file, with everything that points to it',
    () => import('./commands/mv.ts'),
  ],
  rm: ['Delete documents or media files, and show what points to them', () => import('./commands/rm.ts')],
  validate: ['Check every file, offline', () => import('./commands/validate.ts')],
  plan: ['Show what a sync would do', () => import('./commands/plan.ts')],
  sync: ['Apply the files to the target', () => import('./commands/sync.ts')],
  pull: ['Pull changes and new objects from the target into files', () => import('./commands/pull.ts')],
  promote: ['Apply to one target what was synced to another', () => import('./commands/promote.ts')],
  status: ['Show what is managed, drifted or unmanaged on a target', () => import('./commands/status.ts')],
  state: ['Show, edit, rebuild or unlock the state of the last sync', () => import('./commands/state.ts')],
  review: ['Record what reviewers of a pull request saw and allowed, for CI', () => import('./commands/review.ts')],
  ci: ['Run a job of CI: check a pull request, comment its plan, deploy a merge', () => import('./commands/ci.ts')],
  doctor: ['Check everything a sync needs, and show how to fix it', () => import('./commands/doctor.ts')],
  trust: ["Allow a target's key to be sent to the host in the configuration", () => import('./commands/trust.ts')],
  build: ['Render the site', () => import('./commands/site/build.ts')],
  publish: ['Publish the built site to a folder, a server or a branch', () => import('./commands/site/publish.ts')],
  dev: ['Preview the site, rebuild on every save, and sync it', () => import('./commands/site/dev.ts')],
  preview: ['Serve a built site locally', () => import('./commands/site/preview.ts')],
  theme: ["List the theme's templates, or copy one to change it", () => import('./commands/site/theme.ts')],
  compare: ['Compare two built sites', () => import('./commands/site/compare.ts')],
  site: ['Record the published site', () => import('./commands/site/site.ts')],
  verify: ['Check that a published site equals a build of this commit', () => import('./commands/site/verify.ts')],
  explain: [
    "Show the kinds of documents, or one kind's fields, operations and gaps",
    () => import('./commands/explain.ts'),
  ],
  schema: ['Write JSON Schemas for completion and checks in editors', () => import('./commands/schema.ts')],
  openapi: ["Print the OpenAPI 3.1 document of the service's interface", () => import('./commands/openapi.ts')],
  service: ['Run the embedded service: the whole interface, locally', () => import('./commands/service.ts')],
  completion: ["Print a shell's completion script", () => import('./commands/completion.ts')],
};

export const commands: readonly CommandEntry[] = Object.entries(COMMANDS).map(([name, [summary, load]]) => ({
  name,
  summary,
  load: async () => (await load()).command,
}));
