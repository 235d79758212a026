import type { Command } from './command.ts';

/** A command that is imported when it is called: the others cost no start-up time. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** In the order in which people meet them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Start a broadcast repository with example content',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'new',
    summary: 'Write a commented starter file of a kind',
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
    summary: 'Make the target equal to the files',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  {
    name: 'pull',
    summary: 'Take what was changed and made on the target into files',
    load: async () => (await import('./commands/pull.ts')).pull,
  },
  {
    name: 'promote',
    summary: 'Make one target what another is',
    load: async () => (await import('./commands/promote.ts')).promote,
  },
  {
    name: 'status',
    summary: 'Show what is managed, drifted and unmanaged on a target',
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'dedupe',
    summary: 'Show objects that are on a target twice, and which one to keep',
    load: async () => (await import('./commands/dedupe.ts')).dedupe,
  },
  {
    name: 'state',
    summary: 'Show, correct, rebuild or move what the last sync remembered',
    load: async () => (await import('./commands/state.ts')).state,
  },
  {
    name: 'log',
    summary: 'Show the runs that changed a target, newest first',
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    name: 'undo',
    summary: 'Put the files back to what they were before a run',
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'doctor',
    summary: 'Look at everything a sync needs, and say how to mend it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'trust',
    summary: 'Let the key of a target be sent to the host that the configuration names',
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
    summary: 'Preview that follows every save, and pushes it',
    load: async () => (await import('./commands/dev.ts')).dev,
  },
  {
    name: 'preview',
    summary: 'Serve a built site on this machine',
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  {
    name: 'explain',
    summary: "Show the kinds, or one kind's fields, operations and gaps",
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'schema',
    summary: 'Write the JSON Schemas with which editors complete and check files',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'openapi',
    summary: "Print the OpenAPI 3.1 document of the service's interface",
    load: async () => (await import('./commands/openapi.ts')).openapiDocument,
  },
  {
    name: 'serve',
    summary: 'Serve the whole interface on this machine',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'webhooks',
    summary: 'Receive, verify and print deliveries of webhooks',
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
];
