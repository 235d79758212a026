/** Says which published addresses would disappear: one problem for each cause, however many addresses it has. */
import { count } from '../../diagnostics/count.ts';
import { diagnose, isWarning, wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LossCause, LostAddress, PagedDocument } from '../../site/lost-addresses.ts';
import { GONE, isPagePath, keyOfPath } from '../../values/former-path.ts';

/** A lost address, and where its content is now, if it was renamed. */
export interface ExplainedLoss extends LostAddress {
  readonly movedTo?: { readonly page: string; readonly document?: PagedDocument };
}

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
  losses.map((loss) => {
    const { reason } = CAUSES[causeOf(loss)];
    return {
      address: loss.path,
      reason,
      moved_to: loss.movedTo?.page ?? null,
      setting: reason === 'setting' ? loss.cause : null,
    };
  });

interface Names {
  /** The name of the configuration in diagnostics, where redirects are written. */
  readonly configFile: string;
  /** The name of a document's file in diagnostics. */
  readonly fileOf: (file: string) => string;
}

/** The addresses that disappear for one cause, and the first of these losses. */
interface Losses extends Names {
  readonly first: ExplainedLoss;
  readonly paths: readonly [string, ...string[]];
}

interface Explanation {
  readonly reason: LossReport['reason'];
  readonly code: 'address-gone' | 'address-hidden' | 'address-turned-off';
  readonly noun: 'page' | 'address' | 'media file';
  readonly why: (losses: Losses) => string;
  /** The step that keeps the addresses. */
  readonly remedy?: (losses: Losses) => string;
}

const ofOne =
  (one: string, several: string = one) =>
  ({ paths }: Losses): string =>
    paths.length === 1 ? one : several;

const turnedOff = (why: string): Explanation => ({
  reason: 'setting',
  code: 'address-turned-off',
  noun: 'address',
  why: () => why,
});

const hidden = (one: string, several: string): Explanation => ({
  reason: 'hidden',
  code: 'address-hidden',
  noun: 'page',
  why: ofOne(`its document is ${one}`, `their documents are ${several}`),
});

/** The former address of a document leads to all its pages: in every language, with its calendar. */
const formerOf = (page: string): string => page.slice(1, -1);

const andSoOn = ofOne('', ', and so on');

/** A removal on purpose is written down too, where reviewers see it. */
const redirecting = (from: string, to: string, losses: Losses): string =>
  `add \`${from}: ${to}\`, or wherever it should lead, to \`site.redirects\` in ${losses.configFile}${andSoOn(losses)}; \`${from}: ${GONE}\` if it should lead nowhere`;

const accepting = (losses: Losses): string =>
  `add \`${losses.paths[0]}: ${GONE}\` to \`site.redirects\` in ${losses.configFile}${andSoOn(losses)}, or the path of a file of the same type that replaces it`;

const CAUSES: Readonly<Record<LossCause | 'renamed' | 'media-renamed', Explanation>> = {
  'site.locales': {
    reason: 'setting',
    code: 'address-gone',
    noun: 'address',
    why: ({ first }) => `\`site.locales\` gives ${first.language} no folder`,
    remedy: ({ first: { language }, configFile }) =>
      `add \`/${language}/*: /*\` to \`site.redirects\` in ${configFile}, or \`/${language}/*: ${GONE}\``,
  },
  'site.markdown': turnedOff('`site.markdown` is off'),
  'site.url': turnedOff('`site.url` is not set'),
  isPrivate: turnedOff('the broadcast has `isPrivate: true`'),
  drafts: hidden('a draft', 'drafts'),
  private: hidden('private', 'private'),
  scheduled: hidden('scheduled for later', 'scheduled for later'),
  ended: hidden('over', 'over'),
  replaced: hidden('a link to something else', 'links to something else'),
  renamed: {
    reason: 'renamed',
    code: 'address-gone',
    noun: 'page',
    why: (losses) =>
      ofOne(`its document is now ${losses.first.movedTo!.document!.address}`, 'their documents were renamed')(losses),
    remedy: (losses) => {
      const [former, { address, file }] = [formerOf(losses.paths[0]), losses.first.movedTo!.document!];
      return `add \`$aliases: [${former}]\` to ${losses.fileOf(file)}${andSoOn(losses)}, as \`gitcast mv ${former} ${address}\` does when it renames`;
    },
  },
  removed: {
    reason: 'removed',
    code: 'address-gone',
    noun: 'page',
    why: ofOne('no document has it any more', 'no documents have them any more'),
    remedy: (losses) => {
      const former = formerOf(losses.paths[0]);
      return `${redirecting(former, '/program/', losses)}. \`gitcast rm ${former} --redirect-to PATH\` writes it when it deletes`;
    },
  },
  'media-renamed': {
    reason: 'renamed',
    code: 'address-gone',
    noun: 'media file',
    why: ofOne('it was renamed', 'they were renamed'),
    remedy: (losses) => {
      const [former, now] = [losses.paths[0], losses.first.movedTo!.page];
      return keyOfPath(now) === keyOfPath(former)
        ? `name the file ${former} again: to hosts that ignore case both are the same, so it cannot be redirected. Or ${accepting(losses)}`
        : redirecting(former, now, losses);
    },
  },
  media: {
    reason: 'removed',
    code: 'address-gone',
    noun: 'media file',
    why: ofOne('nothing on the site shows it any more', 'nothing on the site shows them any more'),
    remedy: accepting,
  },
  empty: {
    reason: 'empty',
    code: 'address-gone',
    noun: 'address',
    why: () => 'nothing is left to show there',
    // A page can lead to any other; a calendar or a feed only to a file of its type, which may not exist.
    remedy: (losses) => {
      const page = losses.paths.find(isPagePath);
      return page === undefined ? accepting(losses) : redirecting(page, '/program/', losses);
    },
  },
};

function causeOf({ cause, movedTo }: ExplainedLoss): keyof typeof CAUSES {
  if (!movedTo) return cause;
  return cause === 'media' ? 'media-renamed' : 'renamed';
}

export function lossProblems(losses: readonly ExplainedLoss[], names: Names): readonly Diagnostic[] {
  // Documents whose time is over are what their files say, and nobody's edit.
  const groups = Map.groupBy(
    losses.filter(({ cause }) => cause !== 'ended'),
    (loss) => {
      const cause = causeOf(loss);
      return `${cause} ${CAUSES[cause].reason === 'setting' ? loss.language : loss.page.split('/')[1]}`;
    },
  );
  const problems = [...groups.values()].map((group) => problemOf(group, names));
  return [...problems.filter(isWarning), ...problems.filter((each) => !isWarning(each))];
}

function problemOf(group: readonly ExplainedLoss[], names: Names): Diagnostic {
  const first = group[0]!;
  const { code, noun, why, remedy } = CAUSES[causeOf(first)];
  const paths = [...new Set(group.map(({ page, own }) => (noun === 'page' ? page : own)))];
  const losses: Losses = { ...names, first, paths: paths as [string, ...string[]] };
  const file = (first.movedTo?.document ?? first.document)?.file;
  const at = wholeFile(file === undefined ? names.configFile : names.fileOf(file));
  const them =
    first.cause === 'site.locales'
      ? `${count(group.length, 'published path')} below /${first.language}/ would disappear, because`
      : `${wouldDisappear(paths, noun)}:`;
  const suggestion = remedy?.(losses);
  return diagnose(code, at, `${them} ${why(losses)}`, suggestion === undefined ? {} : { suggestion });
}

const NAMED = 3;

/** One of them by its path, several by their number and the first ones. */
function wouldDisappear(paths: readonly string[], noun: Explanation['noun']): string {
  if (paths.length === 1) return `the published ${noun} ${paths[0]!} would disappear`;
  const named = paths.slice(0, NAMED).join(', ');
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.length} published ${noun === 'address' ? 'addresse' : noun}s would disappear (${named}${more})`;
}
