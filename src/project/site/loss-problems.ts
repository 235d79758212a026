/** Says which published addresses would disappear: one problem for each cause, however many addresses it has. */
import { count } from '../../diagnostics/count.ts';
import { diagnose, isWarning, wholeFile, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import type { HiddenBecause, PagedDocument, TurnedOff } from '../../site/lost-addresses.ts';
import { GONE, isPagePath, keyOfPath } from '../../values/former-path.ts';
import type { ExplainedLoss } from './explain-losses.ts';

/** A published address that would disappear without a redirect. */
export interface LossReport {
  /** Its path on the site: `/en/sessions/opening/calendar.ics`. */
  readonly address: string;
  /**
   * `renamed` and `removed`: what became of its document or media file. `hidden`: visitors do not see its document. `setting`: a
   * setting turned it off. `empty`: nothing is left to show there.
   */
  readonly reason: 'renamed' | 'removed' | 'hidden' | 'setting' | 'empty';
  /** The path of what was renamed, now. */
  readonly moved_to: string | null;
  /** The setting that turned it off. */
  readonly setting: string | null;
}

export const reportLosses = (losses: readonly ExplainedLoss[]): readonly LossReport[] =>
  losses.map((loss) => ({
    address: loss.path,
    reason: reasonOf(loss),
    moved_to: loss.movedTo?.page ?? null,
    setting: loss.cause.type === 'setting' ? loss.cause.setting : null,
  }));

function reasonOf({ cause, movedTo }: ExplainedLoss): LossReport['reason'] {
  switch (cause.type) {
    case 'document':
    case 'media':
      return movedTo ? 'renamed' : 'removed';
    case 'hidden':
    case 'setting':
      return cause.type;
    case 'beside':
    case 'derived':
      return 'empty';
    default:
      return assertNever(cause);
  }
}

interface Named {
  /** The name of the configuration in diagnostics, where redirects are written. */
  readonly configFile: string;
  /** The name of a document's file in diagnostics. */
  readonly fileOf: (file: string) => string;
}

type Group = readonly [ExplainedLoss, ...ExplainedLoss[]];

export function lossProblems(losses: readonly ExplainedLoss[], names: Named): readonly Diagnostic[] {
  const groups = Map.groupBy(losses, ({ cause, movedTo, page }) =>
    JSON.stringify(
      cause.type === 'setting'
        ? cause
        : [cause.type, cause.type === 'hidden' ? cause.because : movedTo !== undefined, page.split('/')[1]],
    ),
  );
  const problems = [...groups.values()].flatMap((group) => problemOf(group as unknown as Group, names) ?? []);
  return [...problems.filter(isWarning), ...problems.filter((each) => !isWarning(each))];
}

/** Undefined for documents whose time is over: that is what their files say, and nobody's edit. */
function problemOf(group: Group, names: Named): Diagnostic | undefined {
  const [{ cause, movedTo }] = group;
  switch (cause.type) {
    case 'setting':
      return cause.setting === 'site.locales'
        ? languageProblem(group, cause, names)
        : settingProblem(group, cause, names);
    case 'hidden':
      return cause.because === 'ended' ? undefined : hiddenProblem(group, HIDDEN[cause.because], cause.document, names);
    case 'document':
      return movedTo?.document
        ? renamedProblem(group, movedTo.document, names)
        : removedProblem(group, cause.folder, names);
    case 'media':
      return mediaProblem(group, names);
    case 'beside':
    case 'derived':
      return emptyProblem(group, names);
    default:
      return assertNever(cause);
  }
}

const NAMED = 3;

/** `/events/a/, /events/b/, /events/c/ and 9 more` */
function listed(all: readonly string[]): string {
  const names = all.slice(0, NAMED).join(', ');
  return all.length > NAMED ? `${names} and ${all.length - NAMED} more` : names;
}

const pagesIn = (group: Group): readonly string[] => [...new Set(group.map(({ page }) => page))];

/** One of them by its path, several by their number and the first ones. */
const wouldDisappear = (paths: readonly string[], noun: string): string =>
  paths.length === 1
    ? `the published ${noun} ${paths[0]!} would disappear`
    : `${paths.length} published ${noun === 'address' ? 'addresses' : `${noun}s`} would disappear (${listed(paths)})`;

const pagesWould = (paths: readonly string[], folder: string): string =>
  paths.length === 1
    ? wouldDisappear(paths, 'page')
    : wouldDisappear(paths, 'page').replace('pages', `pages of ${folder}`);

const inConfig = ({ configFile }: Named): Span => wholeFile(configFile);

function languageProblem(group: Group, { language, isFirst }: Extract<TurnedOff, { language: string }>, names: Named) {
  const them = `${count(group.length, 'published path')} below /${language}/ would disappear`;
  const message = isFirst
    ? `${them}, because \`site.locales\` lists ${language} first, which has the top of the site`
    : `${them}, because \`site.locales\` does not list ${language}`;
  return diagnose('address-gone', inConfig(names), message, {
    suggestion: `add \`/${language}/*: /*\` to \`site.redirects\` in ${names.configFile}, or \`/${language}/*: ${GONE}\``,
  });
}

const SETTINGS = {
  'site.markdown': '`site.markdown` is off',
  'site.url': '`site.url` is not set',
  isPrivate: 'the broadcast has `isPrivate: true`',
};

function settingProblem(
  group: Group,
  { setting }: Extract<TurnedOff, { setting: keyof typeof SETTINGS }>,
  names: Named,
) {
  const paths = group.map(({ path }) => path);
  return diagnose('address-turned-off', inConfig(names), `${wouldDisappear(paths, 'address')}: ${SETTINGS[setting]}`);
}

const HIDDEN = {
  drafts: ['is a draft', 'are drafts'],
  private: ['is private', 'are private'],
  scheduled: ['is scheduled for later', 'are scheduled for later'],
  replaced: ['is a link to something else', 'are links to something else'],
} as const satisfies Readonly<Record<Exclude<HiddenBecause, 'ended'>, readonly [one: string, several: string]>>;

function hiddenProblem(group: Group, [one, several]: readonly [string, string], first: PagedDocument, names: Named) {
  const paths = pagesIn(group);
  const why = paths.length === 1 ? `its document ${one}` : `their documents ${several}`;
  const folder = group[0].page.split('/')[1]!;
  return diagnose('address-hidden', wholeFile(names.fileOf(first.file)), `${pagesWould(paths, folder)}: ${why}`);
}

function renamedProblem(group: Group, first: PagedDocument, { fileOf }: Named): Diagnostic {
  const paths = pagesIn(group);
  const folder = group[0].page.split('/')[1]!;
  const [one] = paths as readonly [string];
  if (paths.length === 1)
    return diagnose(
      'address-gone',
      wholeFile(fileOf(first.file)),
      `${pagesWould(paths, folder)}: its document is now ${first.address}`,
      {
        suggestion: `add \`$aliases: [${formerOf(one)}]\` to ${fileOf(first.file)}, as \`gitcast mv ${formerOf(one)} ${first.address}\` does when it renames`,
      },
    );
  const moves = new Map(
    group.flatMap(({ page, movedTo }) => (movedTo?.document ? [[page, movedTo.document] as const] : [])),
  );
  const notes = [...moves].slice(0, NAMED).map(([page, { file }]) => ({
    message: `add \`$aliases: [${formerOf(page)}]\``,
    at: wholeFile(fileOf(file)),
  }));
  return diagnose(
    'address-gone',
    wholeFile(fileOf(first.file)),
    `${pagesWould(paths, folder)}: their documents were renamed`,
    {
      notes,
      suggestion:
        'add the former address of each to `$aliases` of its document; `gitcast mv` does it when it renames one',
    },
  );
}

/** The former address of a document leads to all its pages: in every language, with its calendar. */
const formerOf = (page: string): string => page.slice(1, -1);

function removedProblem(group: Group, folder: string, names: Named): Diagnostic {
  const paths = pagesIn(group);
  const why = paths.length === 1 ? 'no document has it' : 'no documents have them';
  return diagnose('address-gone', inConfig(names), `${pagesWould(paths, folder)}: ${why} any more`, {
    suggestion: `${redirecting(formerOf(paths[0]!), '/program/', paths.length, names)}. \`gitcast rm ${formerOf(paths[0]!)} --redirect-to PATH\` writes it when it deletes`,
  });
}

function mediaProblem(group: Group, names: Named): Diagnostic {
  const paths = pagesIn(group);
  const [first] = paths as readonly [string];
  const [{ movedTo }] = group;
  const [them, were] = paths.length === 1 ? ['it', 'it was'] : ['them', 'they were'];
  const why = movedTo ? `${were} renamed` : `nothing on the site shows ${them} any more`;
  const isOnlyCase = movedTo !== undefined && keyOfPath(movedTo.page) === keyOfPath(first);
  const suggestion = isOnlyCase
    ? `name the file ${first} again: to hosts that ignore case both are the same, so it cannot be redirected. Or ${accepting(first, paths.length, names)}`
    : movedTo
      ? redirecting(first, movedTo.page, paths.length, names)
      : accepting(first, paths.length, names);
  return diagnose('address-gone', inConfig(names), `${wouldDisappear(paths, 'media file')}: ${why}`, { suggestion });
}

/** A page can lead to any other; a calendar or a feed only to a file of its type, which may not exist. */
function emptyProblem(group: Group, names: Named): Diagnostic {
  const paths = [...new Set(group.map(({ own }) => own))];
  const page = paths.find(isPagePath);
  return diagnose(
    'address-gone',
    inConfig(names),
    `${wouldDisappear(paths, 'address')}: nothing is left to show there`,
    {
      suggestion:
        page === undefined
          ? accepting(paths[0]!, paths.length, names)
          : redirecting(page, '/program/', paths.length, names),
    },
  );
}

const accepting = (from: string, paths: number, { configFile }: Named): string =>
  `add \`${from}: ${GONE}\` to \`site.redirects\` in ${configFile}${paths === 1 ? '' : ', and so on'}, or the path of a file of the same type that replaces it`;

/** A removal on purpose is written down too, where reviewers see it. */
const redirecting = (from: string, to: string, paths: number, { configFile }: Named): string =>
  `add \`${from}: ${to}\`, or wherever it should lead, to \`site.redirects\` in ${configFile}${paths === 1 ? '' : ', and so on'}; \`${from}: ${GONE}\` if it should lead nowhere`;
