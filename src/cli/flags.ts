/** The options that several commands share, and their values as a project takes them. */
import { CONCURRENCY, DELETES } from '../project/calls/limits.ts';
import type { ChoiceOptions, LockOptions, TargetOptions } from '../project/index.ts';
import type { Invocation, Options } from './command.ts';
import { durationOption, integerOption, listOption } from './option-values.ts';

export const targetFlag = (use: string) =>
  ({ value: 'NAME', completes: 'targets', about: `${use} (default: defaultTarget in the configuration)` }) as const;

export const portFlag = (fallback: string) =>
  ({ value: 'N', about: `The port on 127.0.0.1; 0 picks a free one (default: ${fallback})` }) as const;

export const PROFILE_FLAG = {
  value: 'PROFILE',
  completes: ['documented', 'extended'],
  about: 'documented: only what the interface documents; extended: everything (default: extended)',
} as const;

/** The flags of every command that talks to a target. */
export const TARGET_FLAGS = {
  target: targetFlag('The target to use'),
  concurrency: { value: 'N', about: 'How many requests may run at the same time (default: 8)' },
  trace: { value: 'FILE', about: 'Log each request to this file as a line of JSON, without keys and bodies' },
} as const satisfies Options;

/** The flag of every command that takes a target's lock. */
export const LOCK_FLAG = {
  'lock-timeout': { value: 'TIME', about: 'Wait so long for another run to finish, like 90s (default: 0s; in CI 6m)' },
} as const satisfies Options;

export const lockOptions = (given: Given<typeof LOCK_FLAG>): LockOptions => ({
  lockTimeout: durationOption('lock-timeout', given['lock-timeout']),
});

export const ABOUT_PATTERNS = 'Only these documents; * matches anything, so events/* is everything in events/';

/** The flags that allow changes which a plan would otherwise leave out or refuse. */
export const CHOICE_FLAGS = {
  only: { value: 'ADDRESS,…', completes: 'addresses', about: ABOUT_PATTERNS },
  ours: { about: 'Overwrite fields that were changed on both sides' },
  'overwrite-drift': { about: 'Overwrite fields that were changed only on the target' },
  'allow-deletes': { value: 'N', about: "Allow up to this many deletions, even above the guard's limit" },
  'allow-empty': {
    value: 'KIND,…',
    about: 'Allow that all documents of these kinds are gone, such as events; --allow-deletes does not',
  },
  'allow-replace': { about: 'Replace objects that cannot be updated: create a new one, then delete the old one' },
  'allow-rollback': { about: 'Allow a checkout that is behind the last synced commit, and revert to it' },
} as const satisfies Options;

export const YES_FLAG = { short: 'y', about: 'Do not ask for confirmation; required without a terminal' } as const;

/** For commands that apply only what was approved. */
export const REVIEWED_FLAGS = {
  reviewed: {
    value: 'N,…',
    about: 'Apply only what was reviewed in these pull requests (or none), or as digest:DIGEST',
  },
  'reviewed-plan': {
    value: 'FILE',
    about: 'With --reviewed digest:DIGEST: the approved plan, to show what changed if it no longer applies',
  },
} as const satisfies Options;

/** For commands that send addresses of the website. */
export const PUBLISHED_FLAG = {
  value: 'live|FILE|URL',
  about: 'Stop if a page or file of the website that is sent is not published yet: ask the website, or its manifest',
} as const;

/** The flags of every command that renders the site. */
export const SITE_FLAGS = {
  now: { value: 'INSTANT', about: 'Render the site as of this time, such as 2027-06-18T20:00:00+02:00' },
  drafts: { about: 'Include drafts and scheduled articles' },
  gallery: { about: 'Add /gallery/ with every block in every format' },
} as const satisfies Options;

export const NO_CARDS_FLAG = { about: 'Draw no link previews for pages without a picture' } as const;

type Given<O extends Options> = Partial<Pick<Invocation<O>['options'], keyof O>>;

export const targetOptions = ({ target, concurrency, trace }: Given<typeof TARGET_FLAGS>): TargetOptions => ({
  target,
  concurrency: integerOption('--concurrency', concurrency, CONCURRENCY),
  trace,
});

export const choiceOptions = (given: Given<typeof CHOICE_FLAGS>): ChoiceOptions => ({
  only: listOption(given.only),
  ours: given.ours,
  overwriteDrift: given['overwrite-drift'],
  allowDeletes: integerOption('--allow-deletes', given['allow-deletes'], DELETES),
  allowEmpty: listOption(given['allow-empty']),
  allowReplace: given['allow-replace'],
  allowRollback: given['allow-rollback'],
});
