/** Every command, with all the arguments with which it is searched for marked secrets. */
import { runs } from '../seed.ts';
import type { Manner } from './canary.ts';

export type Words = readonly string[];

/** By the name of the command. */
export type Invocations = Readonly<Record<string, readonly Words[]>>;

/** The runs of each command; a command without an entry fails the test. `DATABASE` is the service's file. */
export const OFFLINE: Invocations = {
  init: [
    ['init', 'fresh'],
    ['init', 'fresh'],
  ],
  new: [
    ['new', 'webhook', 'another'],
    ['new', 'event', 'Not A Slug'],
    ['new', 'webhok', 'x'],
  ],
  import: [
    ...['refuses-key', 'fails', 'html', 'resets', 'redirects'].map((manner) => ['import', manner]),
    ['import', 'refuses-key', '--dry-run'],
    ['import', 'content/articles', '--dry-run'],
    ['import', '-'],
    ['import', 'none.csv'],
  ],
  mv: [
    ['mv', 'webhooks/another', 'webhooks/moved', '--dry-run'],
    ['mv', 'webhooks/none', 'webhooks/other'],
  ],
  rm: [
    ['rm', 'webhooks/*', '--dry-run'],
    ['rm', 'webhooks/none', '--yes'],
  ],
  validate: [['validate'], ['validate', '--strict'], ['validate', 'content/webhooks']],
  build: [['build', '--force', '--drafts', '--out', 'site']],
  publish: [
    ['publish', 'folder', '--from', 'site', '--dry-run'],
    ['publish', 'folder', '--from', 'site', '--yes'],
    ['publish', 'folder', '--rollback', '--yes'],
  ],
  dev: [['dev', '--port', '0', '--no-sync', '--drafts']],
  preview: [['preview', '--port', '0']],
  compare: [['compare', 'site', 'site']],
  theme: [
    ['theme', 'eject'],
    ['theme', 'eject', 'blocks/divider'],
  ],
  ci: [
    ['ci', 'pull-request'],
    ['ci', 'nope'],
    ['ci', 'build'],
  ],
  explain: [['explain'], ['explain', 'webhook'], ['explain', 'broadcast']],
  schema: [['schema'], ['schema', 'webhook']],
  openapi: [['openapi']],
  completion: [
    ['completion', 'bash'],
    ['completion', 'candidates', '--', 'sync', '--only', 'w'],
  ],
  service: [
    ['service', '--port', '0', '--database', 'other.db'],
    ['service', 'keys', 'list', '--database', 'DATABASE'],
    ['service', 'broadcasts', 'list', '--database', 'DATABASE'],
    ['service', 'keys', 'revoke', 'key_none', '--database', 'DATABASE'],
  ],
};

/** `TARGET` is the target of a command that takes it as an argument. */
export const REMOTE: Invocations = {
  plan: [['plan'], ['plan', '--markdown'], ['plan', '--detailed-exitcode']],
  sync: [['sync'], ['sync', '--yes', '--ours', '--overwrite-drift', '--allow-deletes', '99', '--allow-replace']],
  pull: [['pull', '--dry-run'], ['pull'], ['pull', '--theirs', '--force']],
  promote: [
    ['promote', 'plain', 'TARGET', '--dry-run', '--force'],
    ['promote', 'plain', 'TARGET', '--yes'],
    ['promote', 'TARGET', 'plain', '--markdown'],
  ],
  status: [['status']],
  state: [
    ['state', 'show'],
    ['state', 'rm', 'webhooks/none'],
    ['state', 'rebuild'],
    ['state', 'unlock', 'deadbeef'],
    ['state', 'show', '--deleted', '--json'],
  ],
  doctor: [['doctor']],
};

/** For behaviours in which every request is retried, or in which only writes differ. */
const SLOW: Invocations = {
  plan: [['plan']],
};
export const WRITING: Invocations = {
  sync: [['sync', '--yes', '--allow-deletes', '99', '--allow-replace']],
  promote: [['promote', 'plain', 'TARGET', '--yes', '--force']],
};

export const BY_MANNER: Readonly<Record<Manner, Invocations>> = {
  plain: REMOTE,
  'refuses-key': REMOTE,
  'refuses-writes': WRITING,
  'fails-writes': WRITING,
  fails: SLOW,
  html: REMOTE,
  resets: SLOW,
  redirects: REMOTE,
};
export const MANNERS = Object.keys(BY_MANNER) as readonly Manner[];

/** Commands that depend on the content of the files. */
export const READING: Invocations = {
  validate: [['validate'], ['validate', '--strict']],
  build: [['build', '--force', '--drafts', '--out', 'site']],
  dev: [['dev', '--port', '0', '--no-sync', '--drafts']],
};
export const COMPARING: Invocations = {
  plan: [['plan'], ['plan', '--markdown']],
  sync: [['sync', '--yes', '--ours', '--overwrite-drift', '--allow-deletes', '99', '--allow-replace']],
  pull: [['pull', '--dry-run'], ['pull']],
  status: [['status']],
  state: [['state', 'rebuild']],
  doctor: [['doctor']],
};

/** Commands that use the state. */
export const REMEMBERING: Invocations = {
  ...COMPARING,
  state: [
    ['state', 'show'],
    ['state', 'rm', 'places/main-stage'],
    ['state', 'rebuild'],
  ],
};

/**
 * Every second of these runs, or the others between them: enough for what is the same for all commands. `npm run proof`
 * makes all of them.
 */
export function halfOf(table: Invocations, which: number): Invocations {
  const step = runs({ test: 2, proof: 1 });
  let index = which;
  return Object.fromEntries(
    Object.entries(table).map(([name, invocations]) => [name, invocations.filter(() => index++ % step === 0)]),
  );
}

/** The commands that have --trace. */
const TRACED = new Set(['plan', 'sync', 'pull', 'promote', 'status', 'doctor']);

/** Adds the target, and a trace if the command has one. */
export function wordsFor(name: string, words: Words, target: Manner | undefined): Words {
  if (target === undefined) return words;
  const isNamed = words.includes('TARGET');
  return [
    ...words.map((word) => (word === 'TARGET' ? target : word)),
    ...(!isNamed ? ['--target', target] : []),
    ...(TRACED.has(name) ? ['--trace', `trace-${name}-${target}.jsonl`] : []),
  ];
}

/** True once a long-running command has printed everything: its address. */
export const isEnough = ([name]: Words): boolean => ['service', 'preview'].includes(name!);
