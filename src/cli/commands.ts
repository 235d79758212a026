import type { CommandEntry } from './command.ts';

/** In the order in which people first need them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Create a broadcast repository with example content',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'new',
    summary: 'Create a commented starter file for a kind of document',
    load: async () => (await import('./commands/new.ts')).newDocument,
  },
  {
    name: 'validate',
    summary: 'Check every file, offline',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  {
    name: 'plan',
    summary: 'Show what a sync would do',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'sync',
    summary: 'Apply the files to the target',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  {
    name: 'pull',
    summary: 'Pull changes and new objects from the target into files',
    load: async () => (await import('./commands/pull.ts')).pull,
  },
  {
    name: 'promote',
    summary: 'Apply to one target what was synced to another',
    load: async () => (await import('./commands/promote.ts')).promote,
  },
  {
    name: 'status',
    summary: 'Show what is managed, drifted or unmanaged on a target',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'dedupe',
    summary: 'Show duplicate objects on a target, and which one to keep',
    load: async () => (await import('./commands/dedupe.ts')).dedupe,
  },
  {
    name: 'state',
    summary: 'Show, edit, rebuild or move the state of the last sync',
    load: async () => (await import('./commands/state.ts')).state,
  },
  {
    name: 'review',
    summary: 'Record what reviewers of a pull request saw and allowed, for CI',
    load: async () => (await import('./commands/review.ts')).review,
  },
  {
    name: 'log',
    summary: 'Show the runs that changed a target, newest first',
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    name: 'undo',
    summary: 'Restore the files as they were before a run',
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'doctor',
    summary: 'Check everything a sync needs, and show how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'trust',
    summary: "Allow a target's key to be sent to the host in the configuration",
    load: async () => (await import('./commands/trust.ts')).trust,
  },
  {
    name: 'unlock',
    summary: 'Remove a stale lock',
    load: async () => (await import('./commands/unlock.ts')).unlock,
  },
  {
    name: 'build',
    summary: 'Render the site',
    load: async () => (await import('./commands/build.ts')).build,
  },
  {
    name: 'dev',
    summary: 'Preview the site, rebuild on every save, and sync it',
    load: async () => (await import('./commands/dev.ts')).dev,
  },
  {
    name: 'preview',
    summary: 'Serve a built site locally',
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  {
    name: 'explain',
    summary: "Show the kinds of documents, or one kind's fields, operations and gaps",
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'schema',
    summary: 'Write JSON Schemas for completion and checks in editors',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'openapi',
    summary: "Print the OpenAPI 3.1 document of the service's interface",
    load: async () => (await import('./commands/openapi.ts')).openapiDocument,
  },
  {
    name: 'serve',
    summary: 'Run the embedded service: the whole interface, locally',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'completion',
    summary: "Print a shell's completion script",
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
  {
    name: 'webhooks',
    summary: 'Receive, verify and print webhook deliveries',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
];
