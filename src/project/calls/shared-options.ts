/** The options that several calls have. */
import type { Plan } from '../../plan/plan.ts';
import type { Environment } from '../../repository/caller.ts';
import {
  file,
  flag,
  instant,
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

/** It approves the plan, and counts as every option that the guard asks for. With several broadcasts, one for each. */
export const reviewed = texts('DIGEST', 'Apply the plan with this digest, as gitcast plan shows it, or nothing');

/** For every call that renders the site. */
export const RENDERING = {
  at: instant('Render the site as of this time, such as 2027-06-18T20:00:00+02:00'),
  drafts: flag('Include drafts and scheduled articles'),
  gallery: flag('Add /gallery/ with every block in every format'),
};

export const PROFILE = oneOf(
  'PROFILE',
  ['documented', 'extended'],
  'documented: only what the interface documents; extended: everything (default: extended)',
);

export const environment = unwritten<Environment>('The environment of git and npm, such as `process.env`');

export const siteWish = { target: target('The target whose content is built'), ...RENDERING };

/** The site to build: whose content, for which time, and with what. */
export interface SiteWish extends OptionsOf<typeof siteWish> {}
