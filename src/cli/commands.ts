import type { CommandEntry } from './command.ts';

/** In the order in which people first need them. */
const COMMANDS: Readonly<Record<string, readonly [summary: string, load: CommandEntry['load']]>> = {
  init: ['Create a broadcast repository with example content', async () => (await import('./commands/init.ts')).init],
  new: [
    'Create a commented starter file for a kind of document',
    async () => (await import('./commands/new.ts')).newDocument,
  ],
  validate: ['Check every file, offline', async () => (await import('./commands/validate.ts')).validate],
  plan: ['Show what a sync would do', async () => (await import('./commands/plan.ts')).plan],
  sync: ['Apply the files to the target', async () => (await import('./commands/sync.ts')).sync],
  pull: [
    'Pull changes and new objects from the target into files',
    async () => (await import('./commands/pull.ts')).pull,
  ],
  promote: [
    'Apply to one target what was synced to another',
    async () => (await import('./commands/promote.ts')).promote,
  ],
  workspace: [
    'List the broadcasts of the workspace, or those that a branch changes',
    async () => (await import('./commands/workspace.ts')).workspace,
  ],
  status: [
    'Show what is managed, drifted or unmanaged on a target',
    async () => (await import('./commands/status.ts')).status,
  ],
  dedupe: [
    'Show duplicate objects on a target, and which one to keep',
    async () => (await import('./commands/dedupe.ts')).dedupe,
  ],
  state: [
    'Show, edit, rebuild or move the state of the last sync',
    async () => (await import('./commands/state.ts')).state,
  ],
  review: [
    'Record what reviewers of a pull request saw and allowed, for CI',
    async () => (await import('./commands/review.ts')).review,
  ],
  ci: [
    'Run a job of CI: check a pull request, comment its plan, deploy a merge',
    async () => (await import('./commands/ci.ts')).ci,
  ],
  log: ['Show the runs that changed a target, newest first', async () => (await import('./commands/log.ts')).log],
  undo: ['Restore the files as they were before a run', async () => (await import('./commands/undo.ts')).undo],
  doctor: [
    'Check everything a sync needs, and show how to fix it',
    async () => (await import('./commands/doctor.ts')).doctor,
  ],
  trust: [
    "Allow a target's key to be sent to the host in the configuration",
    async () => (await import('./commands/trust.ts')).trust,
  ],
  unlock: ['Remove a stale lock', async () => (await import('./commands/unlock.ts')).unlock],
  build: ['Render the site', async () => (await import('./commands/site/build.ts')).build],
  publish: [
    'Publish the built site to a folder, a server, a bucket or a branch',
    async () => (await import('./commands/site/publish.ts')).publish,
  ],
  dev: [
    'Preview the site, rebuild on every save, and sync it',
    async () => (await import('./commands/site/dev.ts')).dev,
  ],
  preview: ['Serve a built site locally', async () => (await import('./commands/site/preview.ts')).preview],
  print: [
    'Make PDFs of the programme: a booklet, posters, door signs',
    async () => (await import('./commands/site/print.ts')).print,
  ],
  theme: [
    "List the theme's templates, or copy one to change it",
    async () => (await import('./commands/site/theme.ts')).theme,
  ],
  site: [
    'Compare two builds of the site, or record the published one',
    async () => (await import('./commands/site/site.ts')).site,
  ],
  verify: [
    'Check that a published site equals a build of this commit',
    async () => (await import('./commands/site/verify.ts')).verify,
  ],
  explain: [
    "Show the kinds of documents, or one kind's fields, operations and gaps",
    async () => (await import('./commands/explain.ts')).explain,
  ],
  schema: [
    'Write JSON Schemas for completion and checks in editors',
    async () => (await import('./commands/schema.ts')).schema,
  ],
  openapi: [
    "Print the OpenAPI 3.1 document of the service's interface",
    async () => (await import('./commands/openapi.ts')).openapiDocument,
  ],
  serve: [
    'Run the embedded service: the whole interface, locally',
    async () => (await import('./commands/serve.ts')).serve,
  ],
  completion: ["Print a shell's completion script", async () => (await import('./commands/completion.ts')).completion],
  webhooks: [
    'Receive, verify and print webhook deliveries',
    async () => (await import('./commands/webhooks.ts')).webhooks,
  ],
};

export const commands: readonly CommandEntry[] = Object.entries(COMMANDS).map(([name, [summary, load]]) => ({
  name,
  summary,
  load,
}));
