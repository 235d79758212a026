/** The options that several calls have. */
import type { Plan } from '../../plan/plan.ts';
import type { Environment } from '../../repository/caller.ts';
import {
  file,
  flag,
  instant,
  numberIn,
  oneOf,
  text,
  texts,
  needed,
  unwritten,
  wholeNumber,
  type Option,
  type OptionsOf,
} from './option.ts';

export const target = (use = 'The target to use'): Option<string> =>
  text('NAME', `${use} (default: defaultTarget in the configuration)`, { completes: 'targets' });

export const trace = (about = 'Log each request to this file as a line of JSON, without keys and bodies') =>
  file(about);

export const concurrency = wholeNumber('N', 'How many requests may run at the same time (default: 8)', {
  least: 1,
  most: 64,
});

/** For every call that talks to a target. */
export const TARGET = { target: target(), concurrency, trace: trace() };

/** The options of every call that talks to a target. */
export interface TargetOptions extends OptionsOf<typeof TARGET> {}

export const ABOUT_PATTERNS = 'Only these documents; * matches anything, so events/* is everything in events/';

export const addresses = (about = ABOUT_PATTERNS) => texts('ADDRESS', about, { completes: 'addresses' });

export const allowDeletes = (what = 'deletions') =>
  wholeNumber('N', `Allow up to this many ${what}, even above the guard's limit`, { least: 0 });

/** For calls that make a plan: they allow changes which it would otherwise leave out or refuse. */
export const CHOICES = {
  only: addresses(),
  ours: flag('Overwrite fields that were changed on both sides'),
  overwriteDrift: flag('Overwrite fields that were changed only on the target'),
  allowDeletes: allowDeletes(),
  allowEmpty: texts(
    'KIND',
    'Allow that all documents of these kinds are gone, such as events; --allow-deletes does not',
  ),
  allowReplace: flag('Replace objects that cannot be updated: create a new one, then delete the old one'),
  allowRollback: flag('Allow a checkout that is behind the last synced commit, and revert to it'),
};

/** Options that allow changes which a plan would otherwise leave out or refuse. */
export interface ChoiceOptions extends OptionsOf<typeof CHOICES> {}

/** Approves a plan: `true`, or a function that decides. It is not called if there is nothing to do. */
export const approve = <P = Plan>(): Option<true | ((plan: P) => boolean | Promise<boolean>)> & {
  readonly needed: true;
} => needed({ about: 'Do not ask for confirmation; required without a terminal', flag: 'yes', short: 'y' });

/** The pull requests that were merged since the last sync, or the digest of a plan that was approved after the merge. */
export type Reviewed =
  /** In these pull requests. One that has no record for this target covers nothing. */
  | { readonly numbers: readonly number[] }
  /** As the plan with this digest. The file with that plan, if there is one, shows what changed since. */
  | { readonly digest: string; readonly plan?: string | undefined };

export const PULL_REQUEST = { least: 1 };

/** Numbers of pull requests, the digest of a plan, or `none` where the host names no pull request. */
export function parseReviewed(words: string, name: string): Reviewed {
  if (words.startsWith('digest:')) return { digest: words.slice('digest:'.length) };
  return { numbers: (words === 'none' ? [] : words.split(',')).map((word) => numberIn(PULL_REQUEST, word, name)) };
}

export const reviewed: Option<Reviewed> = {
  about: 'Apply only what was reviewed in these pull requests (or none), or as digest:DIGEST',
  value: 'N,…',
  parse: parseReviewed,
};

export const published = file(
  'Stop if a page or file of the website that is sent is not published yet: ask the website, or its manifest',
  { value: 'live|FILE|URL', keyword: 'live' },
);

/** For every call that renders the site. */
export const RENDERING = {
  at: instant('Render the site as of this time, such as 2027-06-18T20:00:00+02:00'),
  drafts: flag('Include drafts and scheduled articles'),
  gallery: flag('Add /gallery/ with every block in every format'),
};

/** The name of the manifest of the published site, where a manifest is expected. */
export const PUBLISHED = 'published';

export const PROFILE = oneOf(
  'PROFILE',
  ['documented', 'extended'],
  'documented: only what the interface documents; extended: everything (default: extended)',
);

export const environment = unwritten<Environment>('The environment of git and npm, such as `process.env`');

export const siteWish = { target: target('The target whose content is built'), ...RENDERING };

/** The site to build: whose content, for which time, and with what. */
export interface SiteWish extends OptionsOf<typeof siteWish> {}
